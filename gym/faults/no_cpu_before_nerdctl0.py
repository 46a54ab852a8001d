"""No room on the node, so that it does not show yet which address would be taken."""

from gym.faults import nerdctl0_bridge, no_cpu_to_give
from gym.pair import hidden_behind

FAULT = hidden_behind(
    no_cpu_to_give.FAULT,
    nerdctl0_bridge.FAULT,
    title="no cpu left on the node, and behind it nerdctl0",
)
