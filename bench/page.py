"""The figures as a page of Markdown."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from bench.machine import machine_facts
from bench.processes import Run, least_peak_mib


def render_page(
    starts: Mapping[str, Run],
    many: Mapping[str, Run],
    pastes: Mapping[str, Run],
    scans: Mapping[str, Mapping[str, Run]],
    unhealthy: Mapping[str, Run],
    rounds: int,
) -> str:
    """docs/benchmarks.md, ratios against the first row of each table."""
    return "\n".join(
        (
            "# Benchmarks",
            "<!-- calicovet: documentation -->",
            "",
            f"Written by `make bench` on {datetime.now(UTC):%Y-%m-%d}. Machines differ, and the same one differs from day",
            "to day, so read the ratios: all rows of a table were measured in turns in the same run.",
            "",
            *(f"- {name}: {value}" for name, value in machine_facts()),
            "",
            "## Start, and one incident",
            "",
            f"Median of {rounds} runs, each a new process, bytecode compiled before.",
            "",
            *_table(starts),
            "",
            "## A hundred incidents",
            "",
            "The demos again and again through the whole core, without a report; median of 3 runs.",
            "",
            *_table(many),
            "",
            "## Large pastes",
            "",
            "A calico-node log that says nothing, with an incident at its end, as one file; median of 3 runs. The search is",
            "there for scale: it finds words, knows nothing of what they mean, and reads the largest file.",
            "",
            *_table(pastes),
            "",
            "## The scanner for large texts",
            "",
            "Finds the lines of a log that a parser needs. PATTERNS are all messages and ways of failing that it knows, so far",
            "as ripgrep's language allows; each program runs on one core, median of 3 runs. Rows of ripgrep are missing where",
            "it is not installed.",
            "",
            *(
                line
                for name, rows in scans.items()
                for line in (f"### {name}", "", *_table(rows), "")
            ),
            "## Many unhealthy nodes",
            "",
            "One paste: every calico-node in the list of pods and every node in the list of nodes is unhealthy, and every",
            "hundredth pod is described. Each was measured once.",
            "",
            *_table(unhealthy),
            "",
        )
    )


def _table(rows: Mapping[str, Run]) -> Iterator[str]:
    yield "| what | time | ratio | peak memory |"
    yield "|---|---:|---:|---:|"
    first = next(iter(rows.values())).seconds
    for name, row in rows.items():
        yield f"| {name} | {_time(row.seconds)} | {_ratio(row.seconds / first)} | {_peak(row)} |"


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def _ratio(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio >= 0.1 else f"{ratio:.3f}"


def _peak(row: Run) -> str:
    least = least_peak_mib()
    return f"{row.peak_mib:.0f} MiB" if row.peak_mib > least + 1 else f"< {least + 1:.0f} MiB"
