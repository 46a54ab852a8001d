"""Readers of what the kubelet tells of itself, and the table of them."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from calicovet.model.evidence import EvidenceKind
from calicovet.parse.parser import Parser

__all__ = ["KUBELET_READERS", "kubelet_parser"]

KUBELET_READERS: Mapping[EvidenceKind, str] = MappingProxyType(
    {
        EvidenceKind.KUBELET_STATS: "stats",
        EvidenceKind.KUBELET_METRICS: "metrics",
    }
)
"""The module that reads a kind: it has a reader `read_…` by its own name, and `GIVES`."""


@cache
def kubelet_parser(kind: EvidenceKind) -> Parser:
    """Who reads that kind; imported when first needed, since pasted text has none of them."""
    name = KUBELET_READERS[kind]
    module = import_module(f"{__name__}.{name}")
    return Parser(getattr(module, f"read_{name}"), module.GIVES)
