"""Every step of every plan that changes an object is declared by its cause, and nothing else is."""

import ast
from collections.abc import Iterator

import pytest

from calicovet.causes.catalogue import find, folder_of, load_catalogue
from calicovet.model.cause import Cause
from calicovet.model.finding import Finding
from calicovet.model.remediation.change import ObjectRef
from calicovet.model.remediation.plan import Plan, Step
from calicovet.model.remediation.writable_objects import WRITTEN, group_of
from calicovet.model.remediation.write_examples import ANY, ObjectStep
from calicovet.remedy.field_locations import field_locations_of, objects_of
from calicovet.remedy.ownership import Owner
from calicovet.remedy.write_limits.cause_scope import covers, reach_of
from tests.catalogue.judged import all_cases, diagnosed
from tests.support.casefile import CaseFile

OWNERS = (
    Owner(kind=None, under_operator=False, namespace="kube-system"),
    Owner(kind=None, under_operator=True, namespace="calico-system"),
)
_STEPS = {each.__name__ for each in ObjectStep.__args__}
_SPECS = {ANY: "", "InterfacePrefix": "cali,!"}


def steps_of(plan: Plan) -> Iterator[Step]:
    yield from plan.steps
    if plan.instead:
        yield from steps_of(plan.instead)


def findings_of(case: CaseFile) -> Iterator[Finding]:
    for node in diagnosed(case).nodes:
        yield from (finding for finding in node.findings if finding.plan is not None)


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_plans_write_only_what_their_causes_declare(case: CaseFile) -> None:
    for finding in findings_of(case):
        cause = find(finding.name)
        assert cause is not None and finding.plan is not None
        reach = reach_of([cause])
        for step in steps_of(finding.plan):
            for owner in OWNERS:
                for there in (None, {"spec": _SPECS, "rules": [], "subjects": []}):
                    read = dict.fromkeys(objects_of(step, owner, "node-1"), there)
                    for home in field_locations_of(step, owner, "node-1", read):
                        if _is_written(home.ref):
                            assert covers(reach, home), (finding.name, home)


def _is_written(ref: ObjectRef) -> bool:
    """Whether the last guard would let it pass: evidence may name any object."""
    names = WRITTEN.get((group_of(ref.api_version), ref.plural))
    return names is not None and names.fullmatch(ref.name) is not None


@pytest.mark.parametrize("cause", load_catalogue(), ids=lambda cause: cause.name)
def test_a_cause_declares_each_kind_of_step_that_its_source_makes(cause: Cause) -> None:
    tree = ast.parse((folder_of(cause.name) / "cause.py").read_text(encoding="utf-8"))
    called = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    made = {func.id for func in called if isinstance(func, ast.Name)} & _STEPS
    assert {type(step).__name__ for step in cause.writes} == made


def test_everything_that_is_declared_may_be_written_at_all() -> None:
    for reach in reach_of(load_catalogue()):
        group = group_of(reach.ref.api_version)
        assert (group, reach.ref.plural) in WRITTEN
        assert reach.places and all(len(place) > 0 for place in reach.places)
        assert not any("image" in place for place in reach.places)
