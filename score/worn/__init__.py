"""Worn samples: what decides in a case, as people paste it, and the same failures in other words."""
