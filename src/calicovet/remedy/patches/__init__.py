"""Patches, diffs and edits of single objects."""
