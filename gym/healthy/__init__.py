"""Healthy clusters, recorded as users hand them in: bundles, dumps and host reports."""
