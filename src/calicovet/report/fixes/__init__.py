"""Fix plans, their outcome, and journals."""
