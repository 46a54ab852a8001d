"""Commands, command line and wiring."""
