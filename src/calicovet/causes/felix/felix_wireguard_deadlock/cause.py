"""Felix waits for Typha through a WireGuard tunnel that only Felix can renew."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates
from calicovet.model.facts import CalicoVersion, ContainerImage, FelixSaid, SettingSeen
from calicovet.model.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    NoUndo,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
    Vain,
)
from calicovet.model.shell import command
from calicovet.model.stage import FELIX_FAILS, StageId
from calicovet.model.writes import edits
from calicovet.startup.config import read_running_release

_TYPHA = "typha-port-blocked"
_WIREGUARD = frozenset({"wireguardEnabled", "FELIX_WIREGUARDENABLED"})
_HOSTS = frozenset({"wireguardHostEncryptionEnabled", "FELIX_WIREGUARDHOSTENCRYPTIONENABLED"})
_FIXED = (3, 22, 2)
"""From here on Felix removes a stale tunnel by itself, some 30 seconds later."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    wireguard = _setting(node, _WIREGUARD)
    said = node.one(FelixSaid, lambda found: found.key.partition(":")[0] == _TYPHA)
    if wireguard is None or said is None:
        return
    if wireguard.value.lower() != "true":
        yield denies(wireguard)
        return
    versions = (*node.all(CalicoVersion), *node.all(ContainerImage))
    release = read_running_release(versions)
    hosts = _setting(node, _HOSTS)
    if release is not None and release >= _FIXED:
        yield denies(*versions[:1])
    elif release is not None or (hosts is not None and hosts.value.lower() == "true"):
        yield indicates(said, wireguard, release=release or "?")
    else:
        yield hints(said, wireguard, release="?")


def _setting(node: NodeView, names: frozenset[str]) -> SettingSeen | None:
    return node.one(SettingSeen, lambda found: found.name in names)


def plan(case: Case) -> Plan:
    resource = "felixconfigurations.crd.projectcalico.org"
    off = '{"spec":{"wireguardEnabled":false}}'
    on = '{"spec":{"wireguardEnabled":true}}'
    return Plan(
        steps=(
            EditObject(
                key="switch-it-off-for-a-while",
                kind=CalicoKind.FELIX_CONFIGURATION,
                fields=(Field(("spec", "wireguardEnabled"), False, before=True),),
            ),
            RestartPod(),
            RunKubectl(
                "switch-it-on-again",
                commands=(
                    command(
                        "kubectl patch {resource} default --type merge -p {on}",
                        resource=resource,
                        on=on,
                    ),
                ),
                undo=(
                    command(
                        "kubectl patch {resource} default --type merge -p {off}",
                        resource=resource,
                        off=off,
                    ),
                ),
            ),
            AskHuman("newer-release"),
        ),
        reaches=StageId.TYPHA_CONNECTED,
        instead=Plan(
            steps=(
                RunKubectl(
                    "forget-the-key",
                    commands=(
                        command(
                            "kubectl annotate node {node} projectcalico.org/WireguardPublicKey-",
                            node=case.node.name,
                        ),
                    ),
                    risk=Risk.RESTARTS_ONE_POD,
                    no_undo=NoUndo.WAS_BROKEN,
                ),
            ),
            reaches=StageId.TYPHA_CONNECTED,
        ),
        does_not_help=(Vain.DELETE_POD, Vain.LONGER_PROBE, Vain.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name="felix-wireguard-deadlock",
    stage=StageId.TYPHA_CONNECTED,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, SettingSeen, CalicoVersion, ContainerImage),
    decided_by=(SettingSeen,),
    examine=examine,
    plan=plan,
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.wireguardEnabled"),),
    explains=("typha-port-blocked",),
    prior=0.1,
)
