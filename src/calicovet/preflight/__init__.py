"""Whether calico-node is going to start: causes that can be foreseen, asked before there is a sickness."""
