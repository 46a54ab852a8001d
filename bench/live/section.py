"""The live part of docs/benchmarks.md: written by itself, and kept when the rest is rewritten."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from bench.live.commands import KUBECTL_PODS
from bench.live.figures import Figures

_HEADING = "## Live clusters\n"


def live_part(page: str) -> str:
    """The live part of the page; empty where it has none."""
    _, heading, part = page.partition(_HEADING)
    return heading + part


def with_live_part(page: str, part: str) -> str:
    """The page with that live part, at its end."""
    before = page.partition(_HEADING)[0].rstrip()
    return f"{before}\n\n{part.strip()}\n" if part else f"{before}\n"


def render_live(
    by_size: Mapping[int, Mapping[str, Figures]],
    growth: Mapping[int, Figures],
    healthy: Mapping[int, Figures],
    server: str,
) -> str:
    """The whole part."""
    return "\n".join(
        (
            _HEADING,
            f"Written by `make bench-live` on {datetime.now(UTC):%Y-%m-%d}, on the same kind of machine: a real kube-apiserver ({server}) and",
            "etcd on two cores that the clients share with them. Every node has 50 images (about 11 kB) and one calico-node pod",
            "(about 19 kB, managedFields included); there are 20,000 events; three nodes are sick, each of another cause, and all three",
            "causes were named at every size. Each run is a new process, bytecode compiled before; medians of five, clients for Python",
            f"once. Ratios are against {KUBECTL_PODS} of the same size in the same run.",
            *(line for size, rows in by_size.items() for line in _of_size(size, rows)),
            "",
            "popeye and k8sgpt are in the tables where they are on PATH. Elsewhere, on such a cluster of 5,000 nodes, popeye took 755 s",
            "and 21 GB, k8sgpt (Pod, Node and DaemonSet filters, no language model) 2.2 s and 385 MB; neither named a cause.",
            "",
            "### Growth",
            "",
            "The same three sick nodes in a growing cluster, medians of five.",
            "",
            "| nodes | time | against half the size | peak memory |",
            "|---:|---:|---:|---:|",
            *_growth(growth),
            "",
            "### A healthy cluster",
            "",
            "All nodes are healthy: the first look is all.",
            "",
            "| nodes | time | requests | received | peak memory |",
            "|---:|---:|---:|---:|---:|",
            *(
                f"| {size:,} | {_time(each.seconds)} | {each.requests} | {each.megabytes} MB | {each.peak_mib:.0f} MiB |"
                for size, each in healthy.items()
            ),
            "",
        )
    )


def _of_size(size: int, rows: Mapping[str, Figures]) -> Iterator[str]:
    yield from ("", f"### {size:,} nodes", "")
    yield "| what | time | ratio | peak memory | API server's CPU | requests | received |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    first = rows[KUBECTL_PODS].seconds
    for name, row in rows.items():
        asked = "" if row.requests is None else str(row.requests)
        got = "" if row.megabytes is None else f"{row.megabytes} MB"
        yield (
            f"| {name} | {_time(row.seconds)} | {row.seconds / first:.2f} | {row.peak_mib:,.0f} MiB "
            f"| {row.server_cpu:.2f} s | {asked} | {got} |"
        )


def _growth(growth: Mapping[int, Figures]) -> Iterator[str]:
    for size, row in growth.items():
        half = growth.get(size // 2)
        ratio = f"{row.seconds / half.seconds:.2f}" if half else ""
        yield f"| {size:,} | {_time(row.seconds)} | {ratio} | {row.peak_mib:.0f} MiB |"


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
