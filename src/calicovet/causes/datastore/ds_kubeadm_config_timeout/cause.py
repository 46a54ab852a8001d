"""The one optional question of start-up gets no answer in its two seconds, and start-up ends of it."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import ApiCallFailed, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import only_known

_NAME = "ds-kubeadm-config-timeout"
_MAPS = {"k": "kubeadm-config", "r": "full-cluster-state"}
_SERVICE = "default/kubernetes"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(StartupSaid, lambda found: found.key.startswith(_NAME))
    if said is None:
        return
    call = _call(case.node)
    words = {
        "map": _MAPS.get(said.detail("map")[:1].lower(), "kubeadm-config"),
        "target": call.target if call and call.target else _SERVICE,
        "error": said.detail("error") or "?",
    }
    if said.key == _NAME:
        yield proves(said, *only_known(call), **words)
    elif not said.detail("error"):
        # The line is cut where it would tell a timeout from a refusal.
        yield hints(said, **words)


def _call(node: NodeView) -> ApiCallFailed | None:
    return node.one(
        ApiCallFailed,
        lambda call: "kubeadm-config" in call.url or "full-cluster-state" in call.url,
    ) or node.one(ApiCallFailed, lambda call: call.process == "startup")


def plan(case: Case) -> Plan:
    call = _call(case.node)
    service = call.target if call and call.target else part("<service address>:443")
    return Plan(
        steps=(
            RunOnNode(
                "ask-the-api",
                commands=(
                    command(
                        "curl -km2 -w '%{{time_total}}\\n' https://{service}/version",
                        service=service,
                    ),
                    # Who has no certificate gets a short answer here: it is refused.
                    command(
                        "time kubectl --kubeconfig /etc/kubernetes/kubelet.conf"
                        " --server https://{service} --request-timeout=10s"
                        " get --raw /openapi/v2 | wc -c",
                        service=service,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("repair-the-way", risk=Risk.TOUCHES_HOST),
        ),
        reaches=StageId.STARTUP_FINISHED,
        does_not_help=(
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
            Ineffective.RESET_NODE,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="DAT001",
    stage=StageId.NODE_READ,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP, Shape.READY_BUT_FLAPPING}),
    reads=(StartupSaid, ApiCallFailed),
    failures=(
        fails(
            How.TIMED_OUT,
            How.SLOW,
            How.REFUSED,
            How.CANCELLED,
            thing=ThingClass.RESOURCE,
            value="configmaps",
            by=Speaker.STARTUP,
        ),
    ),
    examine=examine,
    plan=plan,
    caused_by=(
        "api-kube-proxy-down",
        "api-endpoint-unreachable",
        "host-overload-probe-kill",
    ),
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
