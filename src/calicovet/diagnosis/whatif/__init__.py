"""Autodetection methods tried on every node."""
