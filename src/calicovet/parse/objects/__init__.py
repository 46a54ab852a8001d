"""Kubernetes objects in JSON or YAML to facts."""
