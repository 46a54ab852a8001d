"""Diagnoses paths for the commands, with notes for the user."""

import sys
from collections.abc import Sequence
from time import perf_counter

from calicovet import api
from calicovet.app.cli.output import notify
from calicovet.app.cli.settings import Settings
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import Snapshot


def diagnose_paths(paths: Sequence[str], settings: Settings) -> Diagnosis:
    """What is wrong in the incident that all these paths tell of."""
    began = perf_counter()
    snapshot = read_paths(paths, settings)
    diagnosis = api.diagnose_snapshot(snapshot, node=settings.node)
    if settings.verbose:
        notify(
            "read",
            settings,
            files=", ".join(piece.source for piece in snapshot.evidence),
            lines=str(sum(piece.content.count("\n") + 1 for piece in snapshot.evidence)),
            facts=str(len(diagnosis.facts)),
            seconds=f"{perf_counter() - began:.1f}",
        )
    return diagnosis


def read_paths(paths: Sequence[str], settings: Settings) -> Snapshot:
    """All that these paths hold."""
    if "-" in paths and sys.stdin.isatty():
        notify("reading", settings)
    return api.read_paths(paths, note=lambda key, name: notify(key, settings, name=name))
