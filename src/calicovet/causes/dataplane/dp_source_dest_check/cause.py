"""The cloud drops packets that carry a pod's address, because it does not know that address."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import KernelSaid, NodeProvider, PoolSeen, SettingSeen
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.messages import message, only_known
from calicovet.signals.tunnel_traffic import goes_plain, no_traffic, pools_in_use

_NAME = "dp-source-dest-check"
_CLOUDS = frozenset({"aws", "openstack", "gce", "azure"})
_CHECKS = {"aws": "true", "openstack": "true", "forwarding": "false"}
"""What each cloud says of a machine whose packets it examines."""
_ASK = {
    "aws": "aws ec2 describe-instance-attribute --attribute sourceDestCheck"
    " --instance-id <instance of the node>",
    "openstack": "openstack port show <port of the node>"
    " -c port_security_enabled -c allowed_address_pairs",
    "gce": "gcloud compute instances describe <instance of the node> --zone <zone>"
    " --format='yaml(canIpForward)'",
    "azure": "az network nic show --ids <card of the node>"
    " --query '{enableIPForwarding: enableIPForwarding}'",
}


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    pools = pools_in_use(node)
    plain = tuple(pool for pool in pools if goes_plain(pool))
    if pools and not plain:
        # The pods' addresses are not seen outside.
        yield denies(*pools[:1])
        return
    told = node.one(KernelSaid, lambda found: _cloud(found) in _CHECKS)
    pairs = message(node, KernelSaid, f"{_NAME}:pairs")
    if told is not None and _is_examined(told) and not (pairs and _cloud(told) == "openstack"):
        words = {"cloud": _cloud(told) if _cloud(told) != "forwarding" else told.detail("field")}
        yield proves(told, *plain[:1], **words) if plain else indicates(told, **words)
    elif told is not None:
        yield denies(told, *only_known(pairs))
    elif plain and (dead := no_traffic(node)) and (cloud := _provider(node)) is not None:
        yield hints(cloud, *plain[:1], *dead, cloud=cloud.name)


def _cloud(said: KernelSaid) -> str:
    return said.key.removeprefix(f"{_NAME}:")


def _is_examined(said: KernelSaid) -> bool:
    return said.detail("value").lower() == _CHECKS[_cloud(said)]


def _provider(node: NodeView) -> NodeProvider | None:
    switched = node.one(SettingSeen, lambda found: found.name.lower() == "awssrcdstcheck")
    if switched is not None and switched.value == "Disable":
        return None
    return node.one(NodeProvider, lambda found: found.name in _CLOUDS)


def _where(node: NodeView) -> str:
    """The cloud that the node runs in, by what it says or by the node's own name for it."""
    told = node.one(KernelSaid, lambda found: _cloud(found) in _CHECKS)
    if told is not None and _cloud(told) == "forwarding":
        return "gce" if told.detail("field").lower() == "canipforward" else "azure"
    if told is not None:
        return _cloud(told)
    provider = node.one(NodeProvider, lambda found: found.name in _CLOUDS)
    return provider.name if provider is not None else "aws"


def plan(case: Case) -> Plan:
    cloud = _where(case.node)
    by_felix = EditObject(
        key="let-felix-switch-it-off",
        kind=CalicoKind.FELIX_CONFIGURATION,
        fields=(Field(("spec", "awsSrcDstCheck"), "Disable"),),
    )
    return Plan(
        steps=(
            RunKubectl("ask-the-cloud", commands=(_ASK[cloud],), risk=Risk.NONE),
            AskHuman("let-pods-through", risk=Risk.CLUSTER_WIDE),
        ),
        # Felix can do so on AWS only.
        instead=Plan(steps=(by_felix,)) if cloud == "aws" else None,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="DPL007",
    stage=StageId.DATAPLANE_READY,
    shows_as=READY_BUT_FAILS,
    reads=(KernelSaid, PoolSeen, NodeProvider, SettingSeen),
    failures=(
        fails(
            How.DISABLED,
            How.DENIED,
            thing=ThingClass.CONFIG,
            value="awssrcdstcheck",
            by=Speaker.PERSON,
        ),
        fails(How.DENIED, How.NO_ROUTE, thing=ThingClass.FIREWALL, value="cloud"),
    ),
    examine=examine,
    plan=plan,
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.awsSrcDstCheck"),),
    scope=Scope.CLUSTER,
    prior=0.4,
    unforeseen=Unforeseen.ONLY_TRAFFIC_SHOWS,
)
