"""Failures that were read, weighed against the failures that the causes declare."""
