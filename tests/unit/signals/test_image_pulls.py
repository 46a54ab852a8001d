import pytest

from calicovet.model.case import NodeView
from calicovet.model.facts import ContainerState, Fact, KubeletSaid, PodListed, Running
from calicovet.model.subject import Subject
from calicovet.signals.image_pulls import is_for_calico_node, refused_pull, waits_for_an_image

_CAUSE = "img-pull-unreachable"


def pull(image: str = "", pod: str = "", key: str = _CAUSE) -> KubeletSaid:
    details = (("image", image),) if image else ()
    return KubeletSaid(about=Subject(pod=pod), key=key, details=details)


def view(*facts: Fact) -> NodeView:
    return NodeView(None, facts)


@pytest.mark.parametrize(
    "said",
    [
        pull("docker.io/calico/node:v3.26.1"),
        pull("rancher/mirrored-calico-cni:v3.26.1"),
        pull("registry.corp/mirror/node:v3.26.1", pod="calico-node-x7k2p"),
    ],
)
def test_an_image_of_the_pod_or_a_pull_for_it_counts(said: KubeletSaid) -> None:
    assert is_for_calico_node(said)
    assert refused_pull(view(said), _CAUSE) == said


@pytest.mark.parametrize(
    "said",
    [
        pull("docker.io/calico/kube-controllers:v3.26.1"),
        pull("quay.io/tigera/operator:v1.30.4"),
        pull("docker.io/calico/node:v3.26.1", pod="web-0"),
    ],
)
def test_an_image_of_calico_for_another_pod_is_told_but_not_ours(said: KubeletSaid) -> None:
    assert not is_for_calico_node(said)
    assert refused_pull(view(said), _CAUSE) == said


def test_an_application_image_is_of_no_interest() -> None:
    assert refused_pull(view(pull("docker.io/library/redis:7", pod="redis-0")), _CAUSE) is None


def test_another_reason_is_not_this_one() -> None:
    assert refused_pull(view(pull("calico/node:v3.26.1")), "img-pull-rate-limit") is None


def test_a_variant_of_the_message_counts() -> None:
    said = pull("calico/node:v3.26.1", key=f"{_CAUSE}:journal")
    assert refused_pull(view(said), _CAUSE) == said


def test_a_pod_that_waits_for_its_image_is_seen_in_the_list_and_in_its_state() -> None:
    listed = PodListed(ready=0, total=1, status="Init:ImagePullBackOff")
    state = ContainerState(init=False, position=0, phase=Running.WAITING, reason="ErrImagePull")
    assert waits_for_an_image(view(listed)) == listed
    assert waits_for_an_image(view(state)) == state


def test_a_pod_that_crashes_has_its_image() -> None:
    listed = PodListed(ready=0, total=1, status="CrashLoopBackOff")
    assert waits_for_an_image(view(listed)) is None
