"""Parses Kubernetes quantities."""

import re


def millicores(value: str) -> float:
    """`500m` or `0.5` of a processor in thousandths; endless where it is neither."""
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?)(m?)", value.strip())
    if found is None:
        return float("inf")
    return float(found[1]) * (1 if found[2] else 1000)
