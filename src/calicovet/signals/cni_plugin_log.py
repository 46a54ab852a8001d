"""Whether a failure of the CNI plugin is over, by its own log."""

from datetime import timedelta

from calicovet.model.case import NodeView
from calicovet.model.facts import CniPluginSaid, LogShown

CONTAINER = "cni-plugin"
"""By this name the plugin's log is known, though it runs in no container."""
_ONE_CALL = timedelta(seconds=5)
"""So long after its complaint a call that fails has still something to say."""


def went_on(node: NodeView, key: str, one_call: timedelta = _ONE_CALL) -> LogShown | None:
    """The plugin's log, where calls that came after the last complaint of that key work.

    It notes every call that fails: a log without the complaint has forgotten it. `one_call` is how long a call
    may have something to say after its complaint.
    """
    said = [
        found.at
        for found in node.all(CniPluginSaid)
        if found.about.container == CONTAINER and found.key.startswith(key) and found.at
    ]
    quiet = max(said) + one_call if said else None
    return node.one(
        LogShown,
        lambda shown: (
            shown.about.container == CONTAINER
            and shown.last is not None
            and (quiet is None or shown.last > quiet)
        ),
    )
