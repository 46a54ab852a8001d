"""The catalogue of known root causes, one folder each."""
