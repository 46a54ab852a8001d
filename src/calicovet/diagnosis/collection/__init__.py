"""Live only: which nodes to examine and what to fetch."""
