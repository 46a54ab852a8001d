"""Parsers of what the kubelet reports about its node."""
