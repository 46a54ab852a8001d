"""How old calico-node's pod is, and how far it came in that time."""

from datetime import UTC, datetime

from gym.place import Place


def is_stuck_in_init(place: Place, seconds: float) -> bool:
    """Whether it is older than that and not all of its init containers have ended yet."""
    pod = place.pod
    if pod is None or "deletionTimestamp" in pod["metadata"]:
        return False
    born = datetime.fromisoformat(pod["metadata"]["creationTimestamp"])
    age = datetime.now(UTC) - born
    states = (each["state"] for each in pod["status"].get("initContainerStatuses", ()))
    return age.total_seconds() > seconds and not all("terminated" in each for each in states)
