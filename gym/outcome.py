"""How one trial went."""

from enum import StrEnum

from calicovet.model.record import record
from gym.fixed import Fixed
from gym.judge import Judged, Mark
from gym.look import Look
from gym.trial import Trial
from gym.view import View


class End(StrEnum):
    """What the trial came to."""

    DONE = "done"
    """Put in, seen, taken out, healthy again; what was said of it is another question."""
    NOT_READY = "the node was not healthy before"
    DID_NOT_BITE = "did not bite"
    DID_NOT_HEAL = "did not heal"
    BROKE = "could not be tried"


@record(kw_only=True)
class Outcome:
    trial: Trial
    node: str = ""
    end: End = End.DONE
    trouble: str = ""
    """What kept it from going to its end, in a line or two."""
    bit_after: float | None = None
    healed_after: float | None = None
    judged: tuple[Judged, ...] = ()
    look: Look | None = None
    fixed: Fixed | None = None
    """What came of calicovet's own remedy; None where it was not asked for one, or had none."""
    fix_waits: bool = False
    """Whether the remedy has to wait: it touches what all nodes share, and others are broken just now."""
    is_node_lost: bool = False
    """Whether the node could not even be rebooted into health."""

    def by(self, view: View) -> Judged | None:
        """What was reported from that view; None when it was not used."""
        return next((each for each in self.judged if each.view is view), None)

    @property
    def is_good(self) -> bool:
        """Whether the run may end with 0 as far as this goes: silence is allowed, a wrong word is not."""
        right = all(each.mark is not Mark.WRONG for each in self.judged)
        return self.end is End.DONE and right and not (self.fixed and self.fixed.wrong)

    @property
    def stage(self) -> str:
        """Where the start failed."""
        return next((each.stage for each in self.judged if each.stage), "")
