"""How much of what calico-node's programs can log on their start-up path is understood."""
