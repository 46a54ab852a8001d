"""Requests to a live cluster; its answers as evidence and gaps."""
