"""install-cni cannot write, so that it does not show yet that Felix' port is taken."""

from gym.faults import cni_bin_read_only, port_9099_taken
from gym.pair import hidden_behind

FAULT = hidden_behind(
    cni_bin_read_only.FAULT,
    port_9099_taken.FAULT,
    title="/opt/cni/bin read-only, and behind it port 9099 taken",
)
