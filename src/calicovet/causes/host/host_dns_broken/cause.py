"""The host itself cannot resolve a name that calico-node needs."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import CurlAnswered, LookupFailed, StartupSaid
from calicovet.model.failures.how import UNREACHED, How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.api_route import is_calicos_own
from calicovet.signals.messages import message

_ON_THE_HOST = frozenset({"kubelet", "runtime", "cni-plugin"})
_OF_THE_CLUSTER = re.compile(r"(?:^|\.)svc(?:\.|$)|\.cluster\.local\.?$")
_CLUSTER_DNS = re.compile(r"(?:10|172|192)\.\d{1,3}\.\d{1,3}\.10(?::53)?$")
_REGISTRIES = re.compile(
    r"(?:^|\.)(?:docker\.(?:io|com)|quay\.io|gcr\.io|ghcr\.io|registry\.k8s\.io|pkg\.dev|ecr\.aws)$"
)
_NO_ANSWER = ("server misbehaving", "i/o timeout", "connection refused", "temporary failure")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    failed = node.all(LookupFailed, _is_of_the_host)
    if not failed:
        return
    # A resolver that does not answer is stronger evidence than one that does not know a name.
    latest = next((found for found in failed if _is_silent(found)), failed[0])
    words = {"name": latest.name, "server": latest.server or "?", "why": latest.why}
    by_hand = node.one(CurlAnswered, lambda found: found.error == "lookup")
    if by_hand is not None:
        yield proves(latest, by_hand, **words)
    elif _asked_by_can_reach(node, latest):
        # Only the way in which an address is looked for depends on that name.
        yield hints(latest, **words)
    elif (
        (_is_silent(latest) and latest.process)
        or _REGISTRIES.search(latest.name)
        or is_calicos_own(latest)
    ):
        yield indicates(latest, **words)
    else:
        yield hints(latest, **words)


def _is_of_the_host(failed: LookupFailed) -> bool:
    if failed.name == "localhost" or _OF_THE_CLUSTER.search(failed.name):
        return False
    if is_calicos_own(failed) or failed.process in _ON_THE_HOST:
        return True
    # Pods ask the cluster's DNS, and that waits for calico-node, not the other way round.
    from_a_pod = _CLUSTER_DNS.match(failed.server) is not None or "." not in failed.name
    return failed.process == "" and not from_a_pod


def _is_silent(failed: LookupFailed) -> bool:
    return failed.why.startswith(_NO_ANSWER)


def _asked_by_can_reach(node: NodeView, failed: LookupFailed) -> bool:
    asked = message(node, StartupSaid, "ip-can-reach-failed")
    return asked is not None and failed.name in asked.detail("target")


def plan(case: Case) -> Plan:
    failed = case.node.one(LookupFailed, _is_of_the_host)
    name = failed.name if failed else part("<name>")
    return Plan(
        steps=(
            RunOnNode(
                "ask-the-resolver",
                commands=(
                    command("getent hosts {host:name}", host=name),
                    "cat /etc/resolv.conf",
                    "systemctl status systemd-resolved --no-pager",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("mend-the-resolver", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
    )


CAUSE = Cause(
    name="host-dns-broken",
    code="HST003",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(LookupFailed, CurlAnswered, StartupSaid),
    failures=(
        fails(
            How.NOT_RESOLVED,
            thing=(
                ThingClass.HOST_NAME,
                ThingClass.API_SERVER,
                ThingClass.ETCD,
                ThingClass.DATASTORE,
                ThingClass.IMAGE,
                ThingClass.REGISTRY,
            ),
        ),
        fails(*UNREACHED, How.SERVER_ERROR, How.FAILED, thing=ThingClass.RESOLVER),
    ),
    examine=examine,
    plan=plan,
    explains=("ip-can-reach-failed", "felix-datastore-unreachable"),
    prior=0.6,
    unforeseen=Unforeseen.NAMES_OUT_OF_REACH,
)
