"""Removes secrets before anything is kept or shown."""
