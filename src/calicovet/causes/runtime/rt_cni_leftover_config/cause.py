"""Another network plugin's configuration comes before Calico's, so the runtime uses that one."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import CniPluginSaid, PathSeen
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    A_REBOOT,
    DrainNode,
    Ineffective,
    NoUndo,
    Plan,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS

_NAME = "rt-cni-leftover-config"
_DIRECTORY = "/etc/cni/net.d"
_THERE = "ip link show {link} >/dev/null 2>&1"
_READ = (".conf", ".conflist", ".json")
_OURS = ("calico", "canal")
_ON_PURPOSE = ("multus", "cilium", "azure", "aws", "istio", "linkerd")
"""They put themselves first and call Calico."""


def examine(case: Case) -> Iterator[Sign]:
    files = _configurations(case.node)
    ours = next((seen for seen in files if _is_ours(seen)), None)
    foreign = case.node.one(
        CniPluginSaid, lambda said: said.key.startswith(_NAME) and not _is_canal(case.node)
    )
    plugin = foreign.detail("plugin") if foreign else ""
    if files and ours is not None:
        first = files[0]
        if any(word in first.path for word in _ON_PURPOSE):
            return
        stale = _stale(files)
        if first is ours and stale is None:
            yield denies(first)
        else:
            facts = tuple(fact for fact in (stale or first, ours, foreign) if fact)
            sign = proves if foreign else indicates
            yield sign(*facts, first=_name(stale or first), plugin=plugin or "?")
    elif foreign is not None:
        sign = indicates if plugin == "flannel" and case.node.pod else hints
        yield sign(foreign, first="?", plugin=plugin or "bridge")


def _configurations(node: NodeView) -> list[PathSeen]:
    """What a runtime would read, in its own order: by name."""
    seen = node.all(
        PathSeen,
        lambda found: (
            found.present
            and found.path.rpartition("/")[0] == _DIRECTORY
            and found.path.endswith(_READ)
        ),
    )
    return sorted({found.path: found for found in seen}.values(), key=lambda found: found.path)


def _is_ours(seen: PathSeen) -> bool:
    return any(word in _name(seen) for word in _OURS)


def _stale(files: list[PathSeen]) -> PathSeen | None:
    """The plain file of an old release of Calico, beside the list of a new one."""
    by_name = {_name(seen): seen for seen in files}
    return by_name.get("10-calico.conf") if "10-calico.conflist" in by_name else None


def _is_canal(node: NodeView) -> bool:
    return "canal" in node.pod


def _name(seen: PathSeen) -> str:
    return seen.path.rpartition("/")[2]


def plan(case: Case) -> Plan:
    files = _configurations(case.node)
    stale = _stale(files) or next((seen for seen in files if not _is_ours(seen)), None)
    name = _name(stale) if stale else "<file>"
    return Plan(
        steps=(
            DrainNode(),
            RunOnNode(
                "move-the-file-away",
                moves=(f"{_DIRECTORY}/{name}",),
            ),
            RunOnNode(
                "remove-old-links",
                commands=(
                    # A bridge that still has pods on it stays.
                    command(
                        "if {there}"
                        ' && [ -z "$(ip -o link show master cni0)" ]; then ip link delete cni0; fi',
                        there=part(_THERE, link="cni0"),
                    ),
                    command(
                        "if {there}; then ip link delete flannel.1; fi",
                        there=part(_THERE, link="flannel.1"),
                    ),
                ),
                no_undo=NoUndo.WAS_BROKEN,
            ),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="RUN015",
    stage=StageId.SANDBOX_READY,
    shows_as=READY_BUT_FAILS,
    reads=(PathSeen, CniPluginSaid),
    decided_by=(PathSeen,),
    failures=(
        fails(
            How.FAILED,
            How.MISSING_PROGRAM,
            How.MISSING,
            How.NOT_FOUND,
            thing=ThingClass.PROGRAM,
            value=("flannel", "bridge", "weave-net", "cilium-cni"),
        ),
        fails(
            How.CONFLICT,
            How.MISMATCH,
            How.ALREADY_EXISTS,
            thing=ThingClass.LINK,
            value="cni-bridge",
        ),
        fails(How.CONFLICT, thing=ThingClass.PROGRAM, value=("flannel", "weave-net", "cilium-cni")),
        fails(How.CONFLICT, thing=ThingClass.CNI_CONFIG),
    ),
    examine=examine,
    plan=plan,
    may_lie_dormant=True,
    prior=0.6,
)
