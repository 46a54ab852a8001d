"""What a cause says of itself."""

from collections.abc import Iterator

from calicovet.causes.catalogue import PREFIXES
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign
from calicovet.model.remediation.ineffective import BY_AREA
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, RestartPod
from calicovet.model.stage import Shape, StageId

_CASE = Case(NodeView("node-1", ()))


def _silent(case: Case) -> Iterator[Sign]:
    yield from ()


def _cause(plan: object, code: str = "TST001") -> Cause:
    return Cause(
        name="a-cause",
        code=code,
        stage=StageId.POD_BOUND,
        shows_as=frozenset({Shape.PENDING}),
        reads=(),
        examine=_silent,
        plan=plan,  # type: ignore[arg-type]
    )


def test_a_plan_that_does_not_depend_on_the_case_is_given_as_it_is() -> None:
    plan = Plan(steps=(RestartPod(),))
    assert _cause(plan).plan_for(_CASE) == plan


def test_a_function_makes_the_plan_from_the_case() -> None:
    def plan(case: Case) -> Plan:
        return Plan(steps=(AskHuman(f"choose-on-{case.node.name}"),))

    assert _cause(plan).plan_for(_CASE).steps == (AskHuman("choose-on-node-1"),)


def test_what_does_not_help_is_that_of_the_area_unless_the_plan_says_so() -> None:
    silent = Plan(steps=(RestartPod(),))
    own = Plan(steps=(RestartPod(),), does_not_help=(Ineffective.LOAD_MODULE,))
    assert _cause(silent, "HST099").plan_for(_CASE).does_not_help == BY_AREA["HST"]
    assert _cause(own, "HST099").plan_for(_CASE).does_not_help == (Ineffective.LOAD_MODULE,)


def test_what_does_not_help_is_listed_for_areas_that_exist() -> None:
    assert BY_AREA.keys() <= {*PREFIXES.values()}
