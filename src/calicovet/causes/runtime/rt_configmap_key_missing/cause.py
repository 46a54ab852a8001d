"""The ConfigMap that containers of the pod read their settings from is missing, or a key of it."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import KubeletSaid, ProbeSpec
from calicovet.model.failures.act import Act
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
    Step,
)
from calicovet.model.remediation.write_examples import ANY, edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import POD_NOT_INITIALISED
from calicovet.signals.message_owner import told

_NAME = "rt-configmap-key-missing"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is not None:
        # The map is Calico's own, whichever of its pods complains.
        yield proves(said, map=said.detail("map"), key=said.detail("key") or "*")


_WHOLE = AskHuman("apply-the-whole-manifest", risk=Risk.ROLLS_ALL_NODES)


def _mend(case: Case, name: str, key: str) -> Step:
    asks_bird = case.node.unread().one(ProbeSpec, lambda probe: "-bird-" in probe.asks)
    stock = {"veth_mtu": "0", **({"calico_backend": "bird"} if asks_bird else {})}
    if key not in stock:
        return _WHOLE
    return EditObject(
        key="give-the-key-back",
        kind=CalicoKind.CALICO_CONFIG,
        name=name,
        fields=(Field(("data", key), stock[key]),),
    )


def plan(case: Case) -> Plan:
    said = told(case.node, KubeletSaid, _NAME)
    name = said.detail("map") if said else "calico-config"
    namespace = case.node.namespace or "kube-system"
    first = _mend(case, name, said.detail("key") if said else "")
    return Plan(
        steps=(
            RunKubectl(
                "see-the-map",
                commands=(
                    command(
                        "kubectl -n {namespace} get configmap {configmap} -o yaml",
                        namespace=namespace,
                        configmap=name,
                    ),
                ),
                risk=Risk.NONE,
            ),
            first,
        ),
        instead=None if first == _WHOLE else Plan(steps=(_WHOLE,)),
        reaches=StageId.CONTAINER_STARTED,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    code="RUN012",
    stage=StageId.SANDBOX_READY,
    shows_as=POD_NOT_INITIALISED,
    reads=(KubeletSaid,),
    failures=(
        fails(
            How.NOT_FOUND,
            How.MISSING,
            thing=ThingClass.RESOURCE,
            value="configmaps",
            by=Speaker.KUBELET,
            doing=(Act.CREATE, Act.START, Act.CONFIGURE, Act.DETECT, Act.READ),
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(edits(CalicoKind.CALICO_CONFIG, "data.veth_mtu", "data.calico_backend", name=ANY),),
    scope=Scope.CLUSTER,
    prior=0.3,
)
