"""Why calico-node does not start, with proof."""

__version__ = "0.1.0"
