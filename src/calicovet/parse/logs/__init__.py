"""Logs of containers and systemd units to facts."""
