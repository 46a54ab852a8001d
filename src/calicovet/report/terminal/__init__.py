"""A page drawn for a terminal."""
