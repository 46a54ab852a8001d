"""What something is about."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Subject:
    """A node, a pod on it, a container in it; empty parts are not known."""

    node: str = ""
    namespace: str = ""
    pod: str = ""
    container: str = ""
    previous: bool = False
    """The run before the current one, as `kubectl logs --previous` shows it."""


NOBODY = Subject()
