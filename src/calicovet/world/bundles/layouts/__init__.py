"""The layouts of other programs' bundles, one row each, and what a path in one of them says."""
