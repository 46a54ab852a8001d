"""The one command that would decide."""
