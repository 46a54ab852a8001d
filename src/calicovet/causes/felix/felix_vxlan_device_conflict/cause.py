"""Another VXLAN device has the identifier and port that vxlan.calico needs."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, hints, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import FelixSaid, SettingSeen, VxlanLink
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_OR_TRAFFIC_FAILS
from calicovet.signals.felix_messages import felix_said
from calicovet.signals.messages import only_known

_LOG = ("felix-vxlan-device-conflict", "felix-vxlan-device-conflict:in-use")
_NIC = "felix-vxlan-device-conflict:nic"
_OURS = ("vxlan.calico", "vxlan-v6.calico")
_NUMBER = re.compile(r"[0-9]{1,8}")
_VNI, _PORT = 4096, 4789


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, *_LOG)
    rival = _rival(node)
    made = node.one(VxlanLink, lambda link: link.name in _OURS)
    if said is not None:
        told = (said, *only_known(rival))
        yield proves(*told, link=rival.name if rival is not None else "?")
    elif rival is not None:
        # Both exist, so the kernel distinguishes them.
        yield (proves if made is None else hints)(rival, link=rival.name)
    else:
        offload = felix_said(node, _NIC)
        if offload is not None:
            yield hints(offload, link="?")


def _rival(node: NodeView) -> VxlanLink | None:
    """A foreign device with the same identifier on the same port: the kernel allows one of them."""
    vni, port = _setting(node, "vni", _VNI), _setting(node, "port", _PORT)
    return node.one(
        VxlanLink, lambda link: link.name not in _OURS and (link.vni, link.port) == (vni, port)
    )


def _setting(node: NodeView, name: str, default: int) -> int:
    told = node.one(SettingSeen, lambda found: found.name.lower().endswith(f"vxlan{name}"))
    return int(told.value) if told is not None and _NUMBER.fullmatch(told.value) else default


def plan(case: Case) -> Plan:
    rival = _rival(case.node)
    device = rival.name if rival is not None else None
    vni, port = (rival.vni, rival.port) if rival is not None else (_VNI, _PORT)
    elsewhere = EditObject(
        key="use-another-port",
        kind=CalicoKind.FELIX_CONFIGURATION,
        fields=(Field(("spec", "vxlanPort"), 4790, before=4789),),
    )
    return Plan(
        steps=(
            RunOnNode("list-devices", commands=("ip -d link show type vxlan",), risk=Risk.NONE),
            AskHuman("is-it-in-use"),
            RunOnNode(
                "delete-the-old-device",
                commands=(command("ip link del {device}", device=device),),
                undo=(
                    # Calico's own has taken the number since; Felix tries for it again.
                    "ip link del vxlan.calico 2>/dev/null || true",
                    command(
                        "ip link add {device} type vxlan id {vni} dstport {port}",
                        device=device,
                        vni=vni,
                        port=port,
                    ),
                    command("ip link set {device} up", device=device),
                ),
                saw=command("ip link show {device} >/dev/null 2>&1", device=device),
            ),
            RestartPod(),
        ),
        instead=Plan(steps=(elsewhere,)),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LOAD_MODULE, Ineffective.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name="felix-vxlan-device-conflict",
    code="FLX016",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_OR_TRAFFIC_FAILS,
    reads=(FelixSaid, VxlanLink, SettingSeen),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.ALREADY_EXISTS,
            How.ADDRESS_IN_USE,
            How.BUSY,
            How.CONFLICT,
            thing=ThingClass.LINK,
            value="vxlan",
        ),
        fails(How.ADDRESS_IN_USE, thing=ThingClass.PORT, value="4789"),
    ),
    examine=examine,
    plan=plan,
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.vxlanPort"),),
    prior=0.4,
)
