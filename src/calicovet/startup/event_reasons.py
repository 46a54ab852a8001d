"""Event reasons and messages, by subject."""

from calicovet.model.facts import EventSeen, FelixSaid

IMAGE_TROUBLE = frozenset(
    {
        "ErrImagePull",
        "ImagePullBackOff",
        "InvalidImageName",
        "ErrImageNeverPull",
        "ImageInspectError",
    }
)
CREATE_TROUBLE = frozenset(
    {
        "CreateContainerConfigError",
        "CreateContainerError",
        "RunContainerError",
        "ContainerCannotRun",
        "StartError",
        "PreCreateHookError",
    }
)
CRASHED = frozenset({"CrashLoopBackOff", "Error", "OOMKilled", "Completed"})
"""What a list shows for a pod whose container has ended, and will be or was started again."""


_TOLD_BY_OTHERS = ("felix-not-listening", "felix-localhost")
"""Messages about Felix that its probes print, which they do before Felix is there, too."""


def is_felix_own_word(said: FelixSaid) -> bool:
    """Whether only Felix itself can have said it."""
    return not (said.key.startswith(_TOLD_BY_OTHERS) or said.key.endswith(":probe"))


_OF_THE_PLUGIN = (
    "cni",
    "network for",
    "networkplugin",
    "plugin type=",
    "container network",
    "setup network",
    "set up network",
)


def is_sandbox_trouble(event: EventSeen) -> bool:
    """Whether an event says why this pod has no sandbox; calico-node's own needs no network plugin."""
    if event.reason in ("FailedMount", "FailedAttachVolume"):
        return True
    message = event.message.lower()
    of_the_plugin = any(words in message for words in _OF_THE_PLUGIN)
    return event.reason == "FailedCreatePodSandBox" and not of_the_plugin


def is_image_trouble(event: EventSeen) -> bool:
    """Whether an event says that an image could not be pulled."""
    if event.reason not in ("Failed", "BackOff", "InspectFailed", "ErrImageNeverPull"):
        return False
    message = event.message.lower()
    return "pull" in message or "image" in message
