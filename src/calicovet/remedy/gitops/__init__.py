"""Owners that keep the objects in their own source."""
