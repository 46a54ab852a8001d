"""A thin client for the Kubernetes API."""
