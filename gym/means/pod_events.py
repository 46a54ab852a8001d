"""What happened to the pod that calico-node has now, not to those before it."""

from gym.place import Place


def messages(place: Place) -> str:
    """One message on a line; empty where there is no pod."""
    if (pod := place.pod) is None:
        return ""
    own = f"involvedObject.name={pod['metadata']['name']}"
    found = place.cluster.list("events", "-n", place.cluster.namespace, "--field-selector", own)
    return "\n".join(event["message"] for event in found)
