"""Command lines: templates that quote their values, and what a human types for a kind of evidence."""
