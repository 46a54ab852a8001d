"""Recorded healthy clusters, salted: with failures of other programs, runbooks and calicovet's own reports."""
