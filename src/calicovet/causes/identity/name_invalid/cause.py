"""calico-node goes by a name that no Node may have: capitals, an underscore, a line break, nothing."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, proves
from calicovet.model.facts import NodeNameUsed, StartupSaid
from calicovet.model.plan import Plan, RestartPod, RunOnNode, SetSetting, Setting, Vain
from calicovet.model.stage import Shape, StageId

_FILE = "/var/lib/calico/nodename"
_VALID = re.compile(r"[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?")


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(StartupSaid, lambda found: found.key.startswith("name-invalid"))
    if said is not None:
        yield proves(said, name=_name_in(said))
        return
    used = _used(case.node)
    if used is None:
        return
    if _VALID.fullmatch(used.name):
        if used.via == "NODENAME":
            yield denies(used)
    elif used.name != case.node.name:
        # People also write capitals over what they want to hide.
        yield hints(used, name=used.name)


def _used(node: NodeView) -> NodeNameUsed | None:
    """What the log says of the name; best where it says whence it came."""
    return node.one(NodeNameUsed, lambda used: bool(used.via)) or node.one(
        NodeNameUsed, lambda used: used.where == "log"
    )


def _name_in(said: StartupSaid) -> str:
    name = said.detail("name")
    if said.key.endswith(":line-break"):
        return f'"{name}\\n"'
    return f'"{name}"'


def plan(case: Case) -> Plan:
    rewrite = RunOnNode(
        "rewrite-the-file",
        commands=(
            f"cp {_FILE} /root/calico-nodename.before",
            f"printf %s {case.node.name or '$NODE'} > {_FILE}",
        ),
        undo=(f"cp /root/calico-nodename.before {_FILE}",),
    )
    by_reference = SetSetting(Setting.NODE_NAME, "spec.nodeName")
    used = _used(case.node)
    # A variable wins over the file, which is then written by calico-node itself.
    by_variable = used is not None and used.via == "NODENAME"
    return Plan(
        steps=(by_reference,) if by_variable else (rewrite, by_reference),
        reaches=StageId.STARTUP_FINISHED,
        instead=None if by_variable else Plan(steps=(rewrite, RestartPod())),
        does_not_help=(Vain.DELETE_POD, Vain.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name="name-invalid",
    stage=StageId.NODE_NAMED,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP}),
    reads=(StartupSaid, NodeNameUsed),
    examine=examine,
    plan=plan,
    # A name with a line break is found nowhere.
    explains=("name-node-object-missing",),
    prior=0.5,
)
