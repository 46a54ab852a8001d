"""The result of sending one change to the API server."""

from enum import StrEnum

from calicovet.model.record import record
from calicovet.model.remediation.change import Change, Value


class Refusal(StrEnum):
    """Why a change was not made."""

    DRIFT = "drift"
    """The object is no longer as planned for: it was changed in the meantime."""
    GONE = "gone"
    FORBIDDEN = "forbidden"
    REFUSED = "refused"
    """The server, or a webhook of the cluster, does not want the object like this."""
    NO_ANSWER = "no-answer"
    """It is unknown whether the change was made."""


@record(kw_only=True)
class Refused:
    why: Refusal
    said: str
    """In the server's own words."""
    rule: str = ""
    """The rule of a role that would allow it."""


@record(kw_only=True)
class Rehearsed:
    """A change that was sent with dryRun=All, and what the server said."""

    change: Change
    refused: Refused | None = None


@record(kw_only=True)
class Made:
    """An object right after its change, as far as one needs it to find it again."""

    uid: str = ""
    resource_version: str = ""


def made_of(value: Value) -> Made:
    """What the server's answer says of the object."""
    metadata = value.get("metadata") if isinstance(value, dict) else None
    if not isinstance(metadata, dict):
        return Made()
    return Made(
        uid=str(metadata.get("uid") or ""),
        resource_version=str(metadata.get("resourceVersion") or ""),
    )
