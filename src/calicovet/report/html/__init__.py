"""Draws a diagnosis as one HTML file that needs no network, with both languages in it."""
