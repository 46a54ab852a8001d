"""A step while it is planned: owner, change, and what prevents it."""

from calicovet.model.record import record
from calicovet.model.remediation.change import DeletePod, Elsewhere
from calicovet.model.remediation.plan import (
    AskHuman,
    DrainNode,
    OfferedStep,
    RestartPod,
    RestartUnit,
    Risk,
    RunKubectl,
    RunOnNode,
    Step,
)
from calicovet.remedy.field_locations import FieldLocation

_OF_ONE_NODE = (RestartPod, RestartUnit, RunOnNode, DrainNode)
_BY_HAND = (RestartUnit, RunOnNode, DrainNode, RunKubectl, AskHuman)


@record(kw_only=True)
class DraftStep:
    cause: str
    node: str | None
    step: Step
    offered: OfferedStep
    homes: tuple[FieldLocation, ...] = ()
    """What would be sent; empty where a human has to act."""
    idle: bool = False
    """The objects are as it wants them already."""
    deletes: DeletePod | None = None
    elsewhere: Elsewhere | None = None

    @property
    def same(self) -> object:
        """Equal for two drafts that say and do the same."""
        if isinstance(self.step, RestartPod):
            return RestartPod, self.node
        node = self.node if isinstance(self.step, _OF_ONE_NODE) else None
        details = tuple(pair for pair in self.offered.details if pair[0] != "node")
        cause = self.cause if self.offered.key.startswith("step.") else ""
        return cause, self.offered.key, details, self.offered.commands, node


def waits_for_a_human(step: Step) -> bool:
    """Whether the following steps must wait until a person has done this."""
    return isinstance(step, _BY_HAND) and step.risk is not Risk.NONE
