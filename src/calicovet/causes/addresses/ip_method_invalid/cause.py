"""What the settings say about how to find the node's address makes no sense to Calico."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import AutodetectionMethod, ControllersSaid, Said, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
    SetSetting,
    Setting,
)
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId
from calicovet.startup.autodetection.recommend import INTERNAL, right_method
from calicovet.startup.autodetection.select import detect_address
from calicovet.startup.node_config import read_running_release

_OPERATORS = "calico-system"
_REFUSED = "Invalid"
"""The first word of every error about an unknown method."""


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(StartupSaid, _is_refusal) or case.node.one(ControllersSaid, _is_refusal)
    methods = case.node.all(AutodetectionMethod)
    if said is not None:
        value = next((method.method for method in methods), "IP_AUTODETECTION_METHOD")
        yield proves(said, value=_value(said) or value)
        return
    release = read_running_release(case.node.facts)
    for method in methods:
        tried = detect_address(method.method, (), family=method.family, release=release)
        if tried.error.startswith(_REFUSED) and "$(" not in method.method:
            yield indicates(method, value=method.method)
            return
    if methods:
        yield denies(*methods)


def _is_refusal(said: Said) -> bool:
    return said.key.startswith("ip-method-invalid") or said.key == "ip-environment-invalid"


def _value(said: Said) -> str:
    """What the line names, in the form of the setting."""
    if said.key == "ip-method-invalid:internal-ip":
        return INTERNAL
    if said.key == "ip-method-invalid:operator":
        return "nodeAddressAutodetection"
    cidr = said.detail("cidr")
    return f"cidr={cidr}" if cidr else said.detail("method") or said.detail("value")


def plan(case: Case) -> Plan:
    view = case.node.unread()
    said = view.one(StartupSaid, _is_refusal) or view.one(ControllersSaid, _is_refusal)
    key = said.key if said else ""
    vain = (
        Ineffective.DELETE_POD,
        Ineffective.RESET_NODE,
        Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
    )
    if key == "ip-environment-invalid":
        return Plan(steps=(SetSetting(Setting.IP, "autodetect"),), does_not_help=vain)
    if key == "ip-method-invalid:internal-ip":
        step = SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "first-found")
        return Plan(steps=(step,), does_not_help=vain)
    method = right_method(case)
    value = method.value if method else "cidr=<CIDR>"
    return Plan(
        steps=(SetSetting(Setting.ADDRESS_AUTODETECTION_V4, value),),
        instead=_taken_back(case.node.namespace or "kube-system"),
        untried=method.untried if method else (),
        does_not_help=vain,
    )


def _taken_back(namespace: str) -> Plan | None:
    """The revision before; the operator would write its own again."""
    if namespace == _OPERATORS:
        return None
    rollout = part("kubectl -n {namespace} rollout", namespace=namespace)
    step = RunKubectl(
        "take-the-change-back",
        commands=(command("{rollout} undo daemonset/calico-node", rollout=rollout),),
        # Going back once more leads where one came from.
        undo=(command("{rollout} undo daemonset/calico-node", rollout=rollout),),
        risk=Risk.ROLLS_ALL_NODES,
    )
    return Plan(steps=(step,))


CAUSE = Cause(
    name="ip-method-invalid",
    code="ADR009",
    stage=StageId.ADDRESS_CHOSEN,
    scope=Scope.CLUSTER,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP, Shape.NOT_CREATED}),
    reads=(StartupSaid, ControllersSaid, AutodetectionMethod),
    failures=(
        fails(How.MISMATCH, How.INVALID_VALUE, thing=ThingClass.LINK, value="nic"),
        fails(
            How.INVALID_VALUE,
            How.CONFLICT,
            How.NOT_SUPPORTED,
            thing=ThingClass.CONFIG,
            value=(
                "ip_autodetection_method",
                "ip6_autodetection_method",
                "ip",
                "ip6",
                "autodetection method",
                "interface regex",
                "nodeaddressautodetectionv4",
                "nodeaddressautodetectionv6",
            ),
        ),
        fails(How.INVALID_VALUE, thing=ThingClass.CONFIG, by=Speaker.STARTUP),
        fails(How.MISMATCH, thing=ThingClass.CONFIG, value="ip_autodetection_method"),
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.IP), sets(Setting.ADDRESS_AUTODETECTION_V4)),
    explains=("ip-autodetect-none", "ip6-autodetect-failed"),
    prior=0.5,
)
