"""What was read, what would show a fact, and how it is cited."""
