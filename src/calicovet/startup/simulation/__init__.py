"""A whole run of the start-up program, simulated."""
