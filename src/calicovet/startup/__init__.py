"""The executable model of calico-node: its stages, how far it came, what it would do if."""

from calicovet.startup.stages.graph import STAGES

__all__ = ["STAGES"]
