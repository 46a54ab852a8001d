"""Evidence to facts to one view per node."""
