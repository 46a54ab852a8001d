"""Examples of the steps by which a cause's plans change objects.

A cause lists them as `writes`. `fix` sends nothing that they do not cover, and `rollback` undoes nothing else, so the
list cannot fall behind the plans. Only the object and the fields of an example count, not its values.
"""

from calicovet.model.remediation.plan import (
    CalicoKind,
    DropFelixValue,
    EditObject,
    EditPods,
    Field,
    GrantRule,
    SetSetting,
    Setting,
    SetVariables,
)

ANY = "*"
"""A name that only the evidence gives."""

ObjectStep = SetSetting | EditObject | EditPods | SetVariables | DropFelixValue | GrantRule
"""Steps that are changes of objects."""


def sets(setting: Setting, value: str = "") -> SetSetting:
    """A setting; the value of a probe lists the fields that change."""
    return SetSetting(setting, value)


def edits(kind: CalicoKind, *paths: str, name: str = "default") -> EditObject:
    """Fields of one of Calico's objects: `spec.vxlanPort`."""
    return EditObject(key="", kind=kind, name=name, fields=_fields(paths))


def edits_pods(*paths: str, container: str = "") -> EditPods:
    """Fields of calico-node's pods, or of one of their containers."""
    return EditPods(key="", container=container, fields=_fields(paths))


def sets_variables(*names: str) -> SetVariables:
    """Variables of container calico-node."""
    return SetVariables(key="", variables=tuple((name, "") for name in names))


def drops_felix_value() -> DropFelixValue:
    """A parameter that Felix refuses, whichever it is."""
    return DropFelixValue(key="", parameter=ANY)


def grants_rule() -> GrantRule:
    """A rule for one of Calico's accounts."""
    return GrantRule(key="", account=ANY, verb="get", resource="nodes")


def _fields(paths: tuple[str, ...]) -> tuple[Field, ...]:
    return tuple(Field(tuple(path.split(".")), "") for path in paths)
