"""A text that is too large to read whole: which of its lines are read."""
