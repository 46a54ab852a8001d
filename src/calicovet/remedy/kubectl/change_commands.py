"""kubectl commands for changes of objects."""

from calicovet.model.remediation.plan import (
    CalicoKind,
    DropFelixValue,
    Edit,
    EditObject,
    EditPods,
    Field,
    GrantRule,
    SetVariables,
)
from calicovet.remedy import calico_roles, object_refs
from calicovet.remedy.field_locations import field_locations_of, puts_of
from calicovet.remedy.kubectl import commands
from calicovet.remedy.ownership import Owner
from calicovet.remedy.patches.field_edits import fragment, strategic
from calicovet.remedy.setting_writers import Written


def write_edit(step: Edit, owner: Owner) -> Written:
    """The lines that make the change; none where the owner leaves no place for it."""
    match step:
        case EditObject():
            return _object(step, owner)
        case EditPods():
            return _pods(step, owner)
        case SetVariables(variables=variables):
            return _variables(variables, owner)
        case GrantRule():
            return _rule(step, owner)
        case DropFelixValue():
            # Which object holds the value is known only once they are read.
            felix = object_refs.calicos(CalicoKind.FELIX_CONFIGURATION, "default", owner)
            return Written(owner=felix.title, place=step.parameter)


def _object(step: EditObject, owner: Owner) -> Written:
    ref = object_refs.calicos(step.kind, step.name, owner)
    title = owner.kept(ref.title) if ref == object_refs.INSTALLATION else ref.title
    place = ".".join(step.fields[0].path)
    line = commands.merge(ref, fragment(puts_of(step.fields)))
    if any(field.value is None for field in step.fields):
        return Written(
            owner=title,
            place=place,
            commands=(commands.save(ref), line),
            undo=(commands.give_back(ref),),
        )
    before = tuple(Field(field.path, field.before) for field in step.fields)
    back = commands.merge(ref, fragment(puts_of(before)))
    return Written(owner=title, place=place, commands=(line,), undo=(back,))


def _pods(step: EditPods, owner: Owner) -> Written:
    place = ".".join(step.fields[0].path)
    # Both kinds of owner are told from the objects alone, without reading them.
    home = next(iter(field_locations_of(step, owner, None, {})), None)
    if home is None:
        return Written(owner=owner.kept(object_refs.INSTALLATION.title), place=place)
    if home.ref == object_refs.INSTALLATION:
        return Written(
            owner=owner.kept(home.ref.title),
            place=place,
            commands=(commands.save(home.ref), commands.merge(home.ref, fragment(home.puts))),
            undo=(commands.give_back(home.ref),),
        )
    return Written(
        owner=owner.kept(home.ref.title),
        place=place,
        commands=(commands.strategic(home.ref, strategic(home.puts)),),
        undo=(commands.rollout(owner, "undo"),),
    )


def _variables(variables: tuple[tuple[str, str | None], ...], owner: Owner) -> Written:
    names = ", ".join(name for name, _ in variables)
    if owner.under_operator:
        return Written(owner=owner.kept(object_refs.INSTALLATION.title), place=names)
    return Written(
        owner=owner.kept(object_refs.daemonset(owner).title),
        place=names,
        commands=(commands.set_variables(owner, variables),),
        undo=(commands.rollout(owner, "undo"),),
    )


_OPERATORS_OWN = "tigera-operator"


def _rule(step: GrantRule, owner: Owner) -> Written:
    role = calico_roles.role_of(step.account)
    ref = object_refs.role(role)
    if owner.under_operator and role != _OPERATORS_OWN:
        # The operator reverts changes of the roles that it manages; its own role came with its manifest.
        return Written(owner=ref.title, place="rules")
    rule = calico_roles.rule_for(step, calico_roles.verbs_for(step))
    return Written(
        owner=owner.kept(ref.title),
        place="rules",
        commands=(commands.save(ref), commands.add_rule(ref, rule)),
        undo=(commands.give_back(ref),),
    )
