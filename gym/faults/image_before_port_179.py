"""An image is missing, so that it does not show yet that BIRD's port is taken."""

from gym.faults import image_missing, port_179_taken
from gym.pair import hidden_behind

FAULT = hidden_behind(
    image_missing.FAULT,
    port_179_taken.FAULT,
    title="an image removed, and behind it port 179 taken",
)
