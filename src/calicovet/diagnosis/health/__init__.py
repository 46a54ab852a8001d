"""Which nodes are unhealthy, and since when."""
