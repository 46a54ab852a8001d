"""No room on the node, so that it does not show yet that install-cni cannot write."""

from gym.faults import cni_bin_read_only, no_cpu_to_give
from gym.pair import hidden_behind

FAULT = hidden_behind(
    no_cpu_to_give.FAULT,
    cni_bin_read_only.FAULT,
    title="no cpu left on the node, and behind it /opt/cni/bin read-only",
)
