"""Plans, changes, their journal, and their outcome."""
