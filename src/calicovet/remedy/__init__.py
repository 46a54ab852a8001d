"""From a plan to what a human types: whose object it touches, what it restarts, how to undo it."""
