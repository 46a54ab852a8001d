"""Plans say what to do with what is known, and do not offer what cannot help."""

from calicovet.causes.datastore.api_kube_proxy_down.cause import plan as plan_for_kube_proxy
from calicovet.causes.host.host_oomkilled.cause import plan as plan_for_memory
from calicovet.model.facts import KubeProxyState, ResourceLimit
from calicovet.model.plan import RunKubectl, SetSetting
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
