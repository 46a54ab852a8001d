"""Ten thousand secrets in many forms and places: none is in anything that calicovet shows or writes."""

import json
import tarfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from calicovet.app.last_resort import describe, traceback_of
from calicovet.app.main import main
from calicovet.model.evidence import Evidence, EvidenceKind, Gap, GapReason, Request, Snapshot
from calicovet.model.sent import Refusal, Refused
from calicovet.parse.sift import sift
from calicovet.world.bundle import save_bundle
from calicovet.world.journal import begin_journal
from calicovet.world.kube.answers import read_refusal
from calicovet.world.redact import redact_object, redact_text
from calicovet.world.texts import read_texts
from tests.support.secret_forms import BLOCKS, LINES, planted, survives

_ALL = 10_000
_SEED = 20_260_511
_BATCH = 40
_SAMPLE = 400


def _batches() -> Iterator[tuple[str, list[str]]]:
    """A few hundred of them, many in one text, parted as outputs in a terminal are."""
    every = _ALL // _SAMPLE
    chosen = [each for number, each in enumerate(planted(_ALL, _SEED)) if number % every == 0]
    for first in range(0, len(chosen), _BATCH):
        some = chosen[first : first + _BATCH]
        text = "".join(f"[root@node-4 ~]# cat {at}\n{each}\n" for at, (each, _) in enumerate(some))
        yield text, [secret for _, secret in some]


def _left(secrets: list[str], shown: str) -> list[str]:
    return [secret for secret in secrets if survives(secret, shown)]


def test_the_table_is_large() -> None:
    assert len({form.text for form in (*LINES, *BLOCKS)}) >= 150


def test_no_form_survives_in_text() -> None:
    found = [text for text, secret in planted(_ALL, _SEED) if survives(secret, redact_text(text))]
    assert found == []


def test_no_form_survives_in_an_object() -> None:
    leaked = []
    for text, secret in planted(_ALL // 4, _SEED + 1):
        note = {
            "kind": "Pod",
            "status": {"message": text},
            "metadata": {"annotations": {"x": text}},
        }
        if survives(secret, redact_object(json.dumps(note).encode()).decode()):
            leaked.append(text)
    assert leaked == []


@pytest.mark.parametrize("shape", [(), ("-o", "markdown"), ("-o", "json"), ("--facts",)])
def test_no_secret_is_reported(
    shape: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, (text, secrets) in enumerate(_batches()):
        if number % 3:
            continue
        path = tmp_path / f"{number}.txt"
        path.write_text(text, encoding="utf-8")
        main(["diagnose", str(path), *shape])
        output = capsys.readouterr()
        assert _left(secrets, output.out + output.err) == []


def test_no_secret_becomes_evidence_or_goes_into_a_bundle(tmp_path: Path) -> None:
    for number, (text, secrets) in enumerate(_batches()):
        path = tmp_path / f"{number}.txt"
        path.write_text(text, encoding="utf-8")
        read = read_texts([str(path)], None, sift, lambda *_: None)  # type: ignore[arg-type]
        assert _left(secrets, read.evidence[0].content) == []
        # What a collector forgot to redact does not leak either.
        raw = Evidence(id="x", kind=EvidenceKind.TEXT, content=text, source="x")
        gap = Gap(Request(EvidenceKind.PASTE), GapReason.ABSENT, text, text)
        written = _bundle(tmp_path / f"{number}.tar.gz", Snapshot((raw,), (gap,)))
        assert _left(secrets, written) == []


def _bundle(path: Path, snapshot: Snapshot) -> str:
    save_bundle(snapshot, path, server="", taken_at=datetime(2026, 5, 11, tzinfo=UTC))
    with tarfile.open(path) as archive:
        files = (archive.extractfile(member) for member in archive)
        return "".join(file.read().decode() for file in files if file)


def test_no_secret_goes_into_a_journal(tmp_path: Path) -> None:
    journal = begin_journal(
        tmp_path,
        plan="abc",
        causes=(),
        nodes=(),
        context="",
        server="https://lab",
        authority="",
        changes=(),
    )
    for text, secrets in _batches():
        journal.refused(0, Refused(why=Refusal.REFUSED, said=text))
        journal.not_undone(0, Refused(why=Refusal.NO_ANSWER, said=text))
        assert _left(secrets, journal.path.read_text()) == []


def test_no_secret_is_in_the_text_of_an_error() -> None:
    for number, (text, secret) in enumerate(planted(_ALL, _SEED)):
        if number % (_ALL // _SAMPLE) or "\n" in text:
            continue
        error = ValueError(text)
        refusal = read_refusal(500, json.dumps({"kind": "Status", "message": text}).encode(), "")
        for shown in (describe(error), traceback_of(error), str(refusal)):
            assert not survives(secret, shown), text
