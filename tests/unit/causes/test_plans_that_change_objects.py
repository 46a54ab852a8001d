"""Plans state a change of objects where the evidence says which, and leave the choice to a human where not."""

from calicovet.causes.datastore.rbac_forbidden.cause import plan as plan_for_permission
from calicovet.causes.felix.felix_config_invalid.cause import plan as plan_for_felix
from calicovet.causes.identity.name_invalid.cause import plan as plan_for_name
from calicovet.causes.ipam.pool_env_invalid.cause import plan as plan_for_pool
from calicovet.causes.runtime.rt_configmap_key_missing.cause import plan as plan_for_key
from calicovet.causes.scheduling.sched_node_selector_or_affinity.cause import (
    plan as plan_for_selector,
)
from calicovet.model.facts import (
    AccessForbidden,
    DaemonSetSelects,
    FelixSaid,
    KubeletSaid,
    NodeLabels,
    NodeNameUsed,
    PoolSeen,
    Probe,
    ProbeSpec,
    StartupSaid,
)
from calicovet.model.remediation.plan import (
    AskHuman,
    DropFelixValue,
    EditObject,
    EditPods,
    Field,
    GrantRule,
    RestartPod,
    Risk,
    RunKubectl,
    SetSetting,
    Setting,
    SetVariables,
)
from tests.unit.causes.signs import case_of

_LINUX = ("kubernetes.io/os", "linux")


def test_a_selector_that_a_user_added_is_taken_away() -> None:
    selects = DaemonSetSelects(labels=(_LINUX, ("network", "calico")))
    plan = plan_for_selector(case_of(selects, NodeLabels(labels=(_LINUX,))))
    assert plan.steps[1] == EditPods(
        key="make-them-match", fields=(Field(("nodeSelector", "network")),)
    )


def test_a_node_without_the_stock_label_is_for_a_human_to_judge() -> None:
    selects = DaemonSetSelects(labels=(_LINUX,))
    plan = plan_for_selector(case_of(selects, NodeLabels(labels=())))
    assert isinstance(plan.steps[1], AskHuman)


def test_a_broken_range_becomes_that_of_the_pool_that_is_there() -> None:
    pool = PoolSeen(name="default-ipv4-ippool", cidr="192.168.0.0/16")
    step = SetSetting(Setting.IPV4_POOL_CIDR, "192.168.0.0/16")
    assert plan_for_pool(case_of(pool)).steps == (step,)
    assert plan_for_pool(case_of()).steps == (SetSetting(Setting.IPV4_POOL_CIDR, "<CIDR>"),)


def test_a_broken_as_number_goes_and_a_block_size_is_a_choice() -> None:
    number = StartupSaid(key="pool-env-invalid:as-number", details=(("value", "64512.x"),))
    assert plan_for_pool(case_of(number)).steps == (
        SetVariables(key="correct-it", variables=(("AS", None),)),
    )
    size = StartupSaid(key="pool-env-invalid:blocksize", details=(("version", "4"),))
    assert plan_for_pool(case_of(size)).steps == (
        AskHuman("choose-a-value", risk=Risk.ROLLS_ALL_NODES),
    )


def _missing(key: str) -> KubeletSaid:
    return KubeletSaid(
        key="rt-configmap-key-missing", details=(("map", "calico-config"), ("key", key))
    )


def test_a_stock_key_is_given_back_where_its_value_is_certain() -> None:
    mended = plan_for_key(case_of(_missing("veth_mtu"))).steps[1]
    assert isinstance(mended, EditObject)
    assert mended.fields == (Field(("data", "veth_mtu"), "0"),)
    assert isinstance(plan_for_key(case_of(_missing("cni_network_config"))).steps[1], AskHuman)


def test_the_probes_tell_which_backend_was_meant() -> None:
    asks = ProbeSpec(
        probe=Probe.LIVENESS, handler="exec", asks="calico-node -felix-live -bird-live"
    )
    mended = plan_for_key(case_of(_missing("calico_backend"), asks)).steps[1]
    assert isinstance(mended, EditObject)
    assert mended.fields == (Field(("data", "calico_backend"), "bird"),)
    assert isinstance(plan_for_key(case_of(_missing("calico_backend"))).steps[1], AskHuman)


def test_a_name_from_the_variable_needs_nothing_on_the_host() -> None:
    step = SetSetting(Setting.NODE_NAME, "spec.nodeName")
    by_variable = NodeNameUsed(name="Worker", via="NODENAME")
    assert plan_for_name(case_of(by_variable)).steps == (step,)
    by_file = NodeNameUsed(name="Worker", via="file")
    assert len(plan_for_name(case_of(by_file)).steps) == 2


def test_a_refused_permission_is_granted_and_the_pod_restarted() -> None:
    refused = AccessForbidden(
        user="system:serviceaccount:kube-system:calico-node", verb="patch", resource="nodes/status"
    )
    ask, grant, restart = plan_for_permission(case_of(refused)).steps
    assert isinstance(ask, RunKubectl)
    assert isinstance(grant, GrantRule)
    assert (grant.account, grant.verb, grant.resource) == (
        refused.user,
        "patch",
        "nodes/status",
    )
    assert restart == RestartPod()


def test_a_value_that_felix_names_is_dropped_and_one_it_does_not_is_looked_for() -> None:
    said = FelixSaid(key="felix-config-invalid", details=(("name", "InterfacePrefix"),))
    assert plan_for_felix(case_of(said)).steps[1] == DropFelixValue(
        key="correct-the-value", parameter="InterfacePrefix"
    )
    assert isinstance(plan_for_felix(case_of()).steps[1], AskHuman)
