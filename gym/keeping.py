"""What was last seen of each trial, to explain why it was judged so."""

from pathlib import Path

from gym.outcome import Outcome
from gym.trial import Trial
from lab import cache


def folder() -> Path:
    """Where it lies: a folder for each trial."""
    return cache.folder() / "gym" / "seen"


def keep(outcome: Outcome) -> None:
    """Writes down what was looked at and what calicovet said of it."""
    if (seen := outcome.look) is None:
        return
    own = folder() / outcome.trial.name
    own.mkdir(parents=True, exist_ok=True)
    for before in own.iterdir():
        # Another node may have been the sick one then.
        before.unlink()
    (own / "text.txt").write_text(seen.text, encoding="utf-8")
    for node, printed in seen.host.items():
        (own / f"host-{node}.txt").write_text(printed, encoding="utf-8")
    for view, answer in seen.answers.items():
        name = view.value.replace(" + ", "-and-")
        (own / f"{name}.json").write_text(answer.printed, encoding="utf-8")


def keep_text(trial: Trial, name: str, text: str) -> None:
    """Writes down one thing more."""
    own = folder() / trial.name
    own.mkdir(parents=True, exist_ok=True)
    (own / name).write_text(text, encoding="utf-8")
