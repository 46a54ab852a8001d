"""What has to hold, whatever the machine."""

import json
from collections.abc import Iterator, Mapping

from bench.live.commands import CALICOVET, KUBECTL_PODS
from bench.live.figures import Figures
from bench.live.nodes import node_name
from bench.live.sick import SICK

RATIO = 0.35
PEAK_MB = 120.0
GROWTH = 2.3
"""Twice the nodes may take so many times as long."""
REQUESTS = 12


def broken_limits(
    by_size: Mapping[int, Mapping[str, Figures]],
    growth: Mapping[int, Figures],
    healthy: Mapping[int, Figures],
) -> Iterator[str]:
    """A line for each limit that was passed, and for each answer that was wrong."""
    largest = by_size[max(by_size)]
    ours, theirs = largest[CALICOVET], largest[KUBECTL_PODS]
    if ours.seconds > RATIO * theirs.seconds:
        yield f"{ours.seconds / theirs.seconds:.2f} x {KUBECTL_PODS}; {RATIO} is allowed"
    if (peak := ours.peak_mib * 1.048576) > PEAK_MB:
        yield f"{peak:.0f} MB at most at a time; {PEAK_MB:.0f} are allowed"
    for size, row in growth.items():
        half = growth.get(size // 2)
        if half is not None and row.seconds > GROWTH * half.seconds:
            yield f"{size} nodes take {row.seconds / half.seconds:.2f} x the time of half as many"
    for size, row in healthy.items():
        if row.requests is None or row.requests > REQUESTS:
            yield f"{row.requests} requests to a healthy cluster of {size}; {REQUESTS} are allowed"
        yield from _wrong(row.printed, {}, f"the healthy cluster of {size}")
    expected = {node_name(number): cause for number, cause in SICK.items()}
    with_sick = {**growth, **{size: rows[CALICOVET] for size, rows in by_size.items()}}
    for size, row in with_sick.items():
        yield from _wrong(row.printed, expected, f"the cluster of {size}")


def _wrong(printed: str, expected: Mapping[str, str], where: str) -> Iterator[str]:
    summary = json.loads(printed)["summary"]
    named = {node: cause["name"] for cause in summary["causes"] for node in cause["nodes"]}
    if named != expected:
        yield f"{where}: {named} was named, {expected} was right"
    if summary["sick"] != len(expected):
        yield f"{where}: {summary['sick']} sick ones were counted"
