"""Diagnoses paths for the commands, with notes for the user."""

import sys
from collections.abc import Sequence
from time import perf_counter

from calicovet import api
from calicovet.app.cli.output import notify
from calicovet.app.cli.settings import Settings
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import Snapshot

_PATIENCE = 2.0
"""Seconds that a pipe may stay silent before the user is told."""


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
    if "-" in paths:
        _announce_reading(settings)
    if not sys.stderr.isatty():
        return api.read_paths(paths, note=lambda key, name: notify(key, settings, name=name))
    from calicovet.app.cli.progress import ReadingProgress
    from calicovet.report.words import words
    from calicovet.world.counted_files import bytes_read

    notes: list[tuple[str, str]] = []
    try:
        with ReadingProgress(words(settings.language), bytes_read, terminal=True):
            return api.read_paths(paths, note=lambda key, name: notes.append((key, name)))
    finally:
        for key, name in notes:  # not in the middle of the line that is redrawn
            notify(key, settings, name=name)


def _announce_reading(settings: Settings) -> None:
    """Tells a person at the terminal to paste, and one whose pipe stays silent what is waited for."""
    if sys.stdin.isatty():
        notify("reading", settings)
    elif _is_silent():
        notify("waits-for-input", settings, program=settings.program)


def _is_silent() -> bool:
    """Whether nothing came, nor will before long; an embedder's own stream is never waited for."""
    from select import select

    try:
        ready, _, _ = select([sys.stdin.fileno()], [], [], _PATIENCE)
    except (AttributeError, OSError, ValueError):
        return False
    return not ready
