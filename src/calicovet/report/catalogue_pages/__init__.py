"""Causes, stages and harmless lines, listed and explained."""
