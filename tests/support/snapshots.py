"""Snapshots of any shape, for hypothesis; and a snapshot read back from a path."""

import io
from datetime import UTC, datetime, timezone
from pathlib import Path

from hypothesis import strategies as st

from calicovet.model.evidence import (
    Evidence,
    EvidenceKind,
    Gap,
    GapReason,
    Request,
    Snapshot,
    evidence_id,
)
from calicovet.model.subject import Subject
from calicovet.parse.text.large_input import keep_relevant_lines
from calicovet.world.bundles.inputs import read_texts
from calicovet.world.redaction.redact import redact_line, redact_text

TAKEN_AT = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)

_words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_names = st.one_of(st.sampled_from(["", "node-4", "kube-system", "calico-node-x7k2p"]), _words)
_subjects = st.builds(Subject, _names, _names, _names, _names, st.booleans())
_lines = st.lists(
    st.one_of(
        _words,
        st.sampled_from(["kind: Secret", "data:", "  a: b", '"name": "DB_PASSWORD",', "value: x"]),
    ),
    min_size=1,
    max_size=6,
)
_times = st.datetimes(timezones=st.sampled_from([UTC, timezone.min, timezone.max]))


@st.composite
def _evidence(draw: st.DrawFn, order: int) -> Evidence:
    # What is evidence was redacted before.
    content = redact_text("\n".join(draw(_lines)))
    count = content.count("\n") + 1
    numbers = draw(
        st.one_of(
            st.just([]), st.lists(st.integers(1, 10**6), min_size=count, max_size=count).map(sorted)
        )
    )
    source = redact_line(draw(_words))
    return Evidence(
        id=evidence_id(source, order, content),
        kind=draw(st.sampled_from(EvidenceKind)),
        content=content,
        about=draw(_subjects),
        taken_by=redact_line(draw(_words)),
        taken_at=draw(st.one_of(st.none(), _times)),
        whole=draw(st.booleans()),
        source=source,
        numbers=tuple(numbers),
        order=draw(st.integers(0, 9)) + order,
        from_folder=draw(st.booleans()),
    )


_gaps = st.builds(
    Gap,
    st.builds(Request, st.sampled_from(EvidenceKind), _subjects),
    st.sampled_from(GapReason),
    _words.map(redact_text),
    _words.map(redact_text),
)


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    """Any snapshot that a collector or a reader might make."""
    pieces = tuple(draw(_evidence(order)) for order in range(draw(st.integers(1, 5))))
    return Snapshot(pieces, tuple(draw(st.lists(_gaps, max_size=3))))


def read_back(*paths: Path) -> Snapshot:
    """The snapshot as `diagnose PATH…` has it."""
    return read_texts(
        [str(path) for path in paths], io.BytesIO(), keep_relevant_lines, lambda key, name: None
    )
