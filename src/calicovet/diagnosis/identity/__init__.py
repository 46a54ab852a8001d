"""Which names and pods mean the same node."""
