"""Which address calico-node would choose."""
