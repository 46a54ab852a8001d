"""A real cluster that is broken on purpose, to see whether calicovet names what was done."""
