"""What shells and kubectl need: completion scripts with the answers that they ask for, and the man page."""
