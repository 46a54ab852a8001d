"""calico-node goes by a name that no Node may have: capitals, an underscore, a line break, nothing."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import NodeNameUsed, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    Ineffective,
    Plan,
    RestartPod,
    RunOnNode,
    SetSetting,
    Setting,
)
from calicovet.model.remediation.write_examples import sets
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
        missing = _not_found(case.node, used.name)
        if missing is not None and used.name.lower() == case.node.name:
            yield proves(used, missing, name=f'"{used.name}"')
        else:
            # People also write capitals over what they want to hide.
            yield hints(used, name=used.name)


def _used(node: NodeView) -> NodeNameUsed | None:
    """What the log says of the name; best where it says whence it came."""
    return node.one(NodeNameUsed, lambda used: bool(used.via)) or node.one(
        NodeNameUsed, lambda used: used.where == "log"
    )


def _not_found(node: NodeView, name: str) -> StartupSaid | None:
    """Start-up's word that Kubernetes has no Node of this name."""
    return node.one(
        StartupSaid,
        lambda found: (
            found.key.startswith("name-node-object-missing") and found.detail("node") == name
        ),
    )


def _name_in(said: StartupSaid) -> str:
    name = said.detail("name")
    if said.key.endswith(":line-break"):
        return f'"{name}\\n"'
    return f'"{name}"'


def plan(case: Case) -> Plan:
    follow = SetSetting(Setting.NODE_NAME, "spec.nodeName")
    vain = (Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO)
    used = _used(case.node.unread())
    if used is not None and used.via == "NODENAME":
        # The file is not asked where the variable has a name.
        return Plan(steps=(follow,), reaches=StageId.STARTUP_FINISHED, does_not_help=vain)
    # A host that goes by its own name here has hidden that of its Node.
    node = case.node.name if _VALID.fullmatch(case.node.name or "") else None
    rewrite = RunOnNode(
        "rewrite-the-file",
        commands=(command("printf %s {node} > {file}", node=node, file=_FILE),),
        edits=(_FILE,),
    )
    return Plan(
        steps=(rewrite, follow),
        reaches=StageId.STARTUP_FINISHED,
        instead=Plan(steps=(rewrite, RestartPod())),
        does_not_help=vain,
    )


CAUSE = Cause(
    name="name-invalid",
    code="NAM001",
    stage=StageId.NODE_NAMED,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP}),
    reads=(StartupSaid, NodeNameUsed),
    failures=(fails(How.INVALID_VALUE, How.INVALID_OBJECT, thing=ThingClass.NODE_NAME),),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.NODE_NAME),),
    # A name with a line break matches no Node.
    explains=("name-node-object-missing",),
    prior=0.5,
)
