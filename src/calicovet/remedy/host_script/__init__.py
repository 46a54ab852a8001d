"""The host steps of plans as a shell script."""
