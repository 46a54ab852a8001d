"""Plans say what to do with what is known, and do not offer what cannot help."""

from calicovet.causes.addresses.ip_ipv4_missing_in_v6_only.cause import plan as plan_without_ipv4
from calicovet.causes.datastore.api_kube_proxy_down.cause import plan as plan_for_kube_proxy
from calicovet.causes.datastore.api_service_host_override_wrong.cause import (
    plan as plan_for_override,
)
from calicovet.causes.host.host_oomkilled.cause import plan as plan_for_memory
from calicovet.causes.host.node_kubelet_dead.cause import plan as plan_for_kubelet
from calicovet.model.facts import (
    ApiEndpoint,
    KubeletSaid,
    KubeProxyState,
    ManagedBy,
    OwnerKind,
    ResourceLimit,
    UnitState,
)
from calicovet.model.remediation.plan import (
    AskHuman,
    RestartUnit,
    RunKubectl,
    SetSetting,
    SetVariables,
)
from calicovet.model.subject import Subject
from tests.unit.causes.signs import case_of

_LIMIT = ResourceLimit(about=Subject(container="calico-node"), resource="memory", value="128Mi")


def test_a_memory_limit_is_raised_only_where_there_is_one() -> None:
    with_limit, without = plan_for_memory(case_of(_LIMIT)), plan_for_memory(case_of())
    assert [step.value for step in with_limit.steps if isinstance(step, SetSetting)] == ["512Mi"]
    assert not any(isinstance(step, SetSetting) for step in without.steps)
    assert len(without.steps) == 2


def _logs(*facts: KubeProxyState) -> str:
    look = plan_for_kube_proxy(case_of(*facts)).steps[0]
    assert isinstance(look, RunKubectl)
    [line] = [line for line in look.commands if " logs " in line]
    return line


def test_only_the_log_of_the_kube_proxy_of_that_node_is_asked_for() -> None:
    listed = KubeProxyState(about=Subject(pod="kube-proxy-x7k2p"), ready=False, status="Error")
    assert _logs(listed) == "kubectl -n kube-system logs kube-proxy-x7k2p --tail=30"
    assert _logs() == "kubectl -n kube-system logs <kube-proxy pod of sick> --tail=30"


def test_variables_are_offered_only_where_no_operator_would_set_them_back() -> None:
    by_operator = ManagedBy(owner=OwnerKind.OPERATOR)
    (by_hand,) = plan_without_ipv4(case_of()).steps
    (asked,) = plan_without_ipv4(case_of(by_operator)).steps
    assert isinstance(by_hand, SetVariables)
    assert isinstance(asked, AskHuman)


def test_the_address_to_set_is_a_true_endpoint_where_one_is_known() -> None:
    known = plan_for_override(case_of(ApiEndpoint(address="10.0.0.5:6443"))).steps[-1]
    open_ = plan_for_override(case_of()).steps[-1]
    assert isinstance(known, SetSetting) and known.value == "10.0.0.5:6443"
    assert isinstance(open_, SetSetting) and open_.value.startswith("<")


_REFUSED = KubeletSaid(key="node-kubelet-dead:refused")


def test_a_kubelet_that_runs_is_not_restarted_with_credentials_that_are_refused() -> None:
    stopped = UnitState(unit="kubelet", active="failed")
    assert [*map(type, plan_for_kubelet(case_of(_REFUSED)).steps)] == [AskHuman]
    for facts in ((), (stopped,), (_REFUSED, stopped)):
        steps = plan_for_kubelet(case_of(*facts)).steps
        assert RestartUnit(("kubelet",)) in steps, facts
