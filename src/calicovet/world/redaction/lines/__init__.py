"""Secrets that stand over several lines: below, beside or behind what names them."""
