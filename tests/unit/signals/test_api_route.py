from datetime import UTC, datetime, timedelta

import pytest

from calicovet.model.case import Case, NodeView
from calicovet.model.facts import (
    ApiCallFailed,
    ApiEndpoint,
    CallError,
    CurlAnswered,
    Fact,
    Milestone,
    MilestoneReached,
    NodeListed,
    ServiceAddress,
)
from calicovet.model.subject import Subject
from calicovet.signals.api_route import (
    Way,
    is_calicos_own,
    is_for_etcd,
    tried,
    unanswered,
    was_tried,
    way_of,
    works_on_another_worker,
)

_NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)


def _call(target: str = "10.96.0.1:443", **fields: object) -> ApiCallFailed:
    return ApiCallFailed(
        **{"error": CallError.TIMEOUT, "target": target, "process": "startup", **fields}  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("target", "way"),
    [
        ("10.96.0.1:443", Way.SERVICE),
        ("[fd00::1]:443", Way.SERVICE),
        ("kubernetes.default.svc:443", Way.SERVICE),
        ("192.168.1.10:6443", Way.ENDPOINT),
        ("127.0.0.1:6443", Way.ENDPOINT),
        ("10.96.0.7:443", Way.ENDPOINT),
        ("api.example.org:443", Way.ENDPOINT),
        ("34.120.5.1:443", Way.ENDPOINT),
        ("10.0.0.4:2379", None),
        ("10.0.0.4:179", None),
        ("localhost:9099", None),
        ("10.96.0.1", None),
    ],
)
def test_the_way_is_told_by_port_and_address(target: str, way: Way | None) -> None:
    assert way_of(target) is way


def test_what_is_known_of_the_service_decides_before_any_habit() -> None:
    assert way_of("10.32.0.129:443", services=("10.32.0.129",)) is Way.SERVICE
    assert way_of("10.96.0.1:443", services=("10.32.0.129",)) is Way.ENDPOINT
    assert way_of("10.96.0.1:443", endpoints=("10.96.0.1:443",)) is Way.ENDPOINT


@pytest.mark.parametrize(
    ("call", "own"),
    [
        (_call(process="felix"), True),
        (_call(process="kubelet"), False),
        (_call(process="", about=Subject(container="install-cni")), True),
        (_call(process="", about=Subject(pod="calico-node-x2x4z")), True),
        (_call(process=""), False),
    ],
)
def test_a_call_is_calicos_own_by_its_process_or_its_pod(call: ApiCallFailed, own: bool) -> None:
    assert is_calicos_own(call) is own


def _node(*facts: Fact, name: str = "n1") -> NodeView:
    return NodeView(name, facts)


def test_a_call_that_passed_later_counts_no_more() -> None:
    failed = _call(at=_NOON)
    later = MilestoneReached(milestone=Milestone.DATASTORE_REACHED, at=_NOON + timedelta(seconds=9))
    earlier = MilestoneReached(
        milestone=Milestone.DATASTORE_REACHED, at=_NOON - timedelta(seconds=9)
    )
    assert unanswered(_node(failed, earlier), Way.SERVICE) == (failed,)
    assert unanswered(_node(failed, later), Way.SERVICE) == ()


def test_an_answer_however_bad_is_no_silence() -> None:
    assert unanswered(_node(_call(error=CallError.TLS_EXPIRED)), Way.SERVICE) == ()
    assert unanswered(_node(_call(process="kube-controllers")), Way.SERVICE) == ()


def test_a_try_by_hand_is_found_by_its_way() -> None:
    node = _node(
        CurlAnswered(target="10.1.1.1:6443", ok=True),
        CurlAnswered(target="10.32.0.129:443", ok=False),
        ServiceAddress(address="10.32.0.129"),
        ApiEndpoint(address="10.1.1.1:6443"),
    )
    service, endpoint = tried(node, Way.SERVICE), tried(node, Way.ENDPOINT)
    assert service is not None
    assert endpoint is not None
    assert (service.ok, endpoint.ok) == (False, True)
    assert was_tried(node)
    assert not was_tried(_node())


def test_only_a_healthy_worker_shows_that_the_way_is_open_to_workers() -> None:
    worker, master = _node(name="n2"), _node(name="k8s-master1")
    listed = _node(NodeListed(status="Ready", roles="control-plane"), name="n3")
    assert works_on_another_worker(Case(_node(), (worker,), (worker,)))
    assert not works_on_another_worker(Case(_node(), (master, listed), (master, listed)))
    assert not works_on_another_worker(Case(_node()))


def test_etcd_is_known_by_its_port() -> None:
    assert is_for_etcd("10.0.0.4:2379")
    assert not is_for_etcd("10.0.0.4:6443")


def test_a_web_site_is_no_api_server() -> None:
    site = CurlAnswered(target="example.org:443", ok=True)
    assert tried(_node(site), Way.ENDPOINT) is None
    assert tried(_node(site, _call("example.org:443")), Way.ENDPOINT) is site


def test_a_call_that_the_kernel_refused_is_asked_for_by_its_error() -> None:
    refused = ApiCallFailed(
        error=CallError.UNREACHABLE, target="10.96.0.1:443", process="install-cni"
    )
    node = _node(refused)
    assert unanswered(node, Way.SERVICE) == ()
    assert unanswered(node, Way.SERVICE, frozenset({CallError.UNREACHABLE})) == (refused,)
