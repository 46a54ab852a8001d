"""Calico's own objects, and how the cluster lists them."""
