"""What `calicovet fix` and `calicovet rollback` print, as far as it is judged here."""

from typing import Any

import msgspec

from gym.fixed import Way

_RESTARTS = "restarts-one-pod"
_UNDONE = ("undone", "as-before", "no-undo")


class Script(msgspec.Struct, frozen=True):
    """What is to be run on a node."""

    node: str
    text: str


class Step(msgspec.Struct):
    risk: str
    commands: list[str]
    changes: list[Any]
    script: Script | None = None


class Plan(msgspec.Struct):
    id: str
    steps: list[Step]

    @property
    def way(self) -> Way:
        if any(step.changes for step in self.steps):
            return Way.OBJECT
        return Way.SCRIPT if self.script else Way.ASKS

    @property
    def script(self) -> Script | None:
        """The first one: a plan for one node has one."""
        return next((step.script for step in self.steps if step.script), None)

    @property
    def restarts(self) -> tuple[str, ...]:
        """What is typed to restart the pod once the script is done."""
        by_hand = (step for step in self.steps if step.risk == _RESTARTS and not step.changes)
        return tuple(line for step in by_hand for line in step.commands)


class Reason(msgspec.Struct):
    en: str


class Applied(msgspec.Struct):
    ending: str
    """In a word; in several where it did not even come so far."""
    result: str | None = None
    reasons: list[Reason] = []

    @property
    def words(self) -> str:
        """Why it says so."""
        return "; ".join((self.ending, *(each.en for each in self.reasons)))


class Printed(msgspec.Struct):
    """What `fix -o json` prints."""

    plan: Plan
    applied: Applied | None = None


class Undone(msgspec.Struct):
    object: str
    state: str


class RolledBack(msgspec.Struct):
    """What `rollback -o json` prints."""

    changes: list[Undone]
    plan: str | None = None
    """What confirms it; None where nothing would be sent."""

    @property
    def left(self) -> str:
        """What is not as it was; empty: all is."""
        return ", ".join(
            f"{each.object} ({each.state})" for each in self.changes if each.state not in _UNDONE
        )
