"""Measures calicovet and others on a real API server full of nodes; writes the live part of docs/benchmarks.md.

python -m bench.live.run [--sizes 100 1000 5000] [--growth 1250 2500 5000] [--without-clients]

Ends with 1 where a limit was passed or a cause was not named.
"""

import compileall
import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import calicovet
from bench.live.cluster import fleet
from bench.live.commands import CALICOVET, Command, calicovet_command, kubectl, others
from bench.live.figures import Figures, measured, medians
from bench.live.limits import broken_limits
from bench.live.section import render_live, with_live_part
from lab.fitness import missing
from lab.processes import ended_like_interrupted

_PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m bench.live.run", description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1_000, 5_000])
    parser.add_argument("--growth", type=int, nargs="+", default=[1_250, 2_500, 5_000])
    parser.add_argument("--without-clients", action="store_true", help="calicovet and kubectl only")
    chosen = parser.parse_args(arguments)
    if reason := missing():
        sys.stderr.write(f"!!! THE LIVE BENCHMARK CANNOT RUN: {reason}\n")
        return 1
    compileall.compile_dir(Path(calicovet.__file__).parent, quiet=1)
    ours, yardsticks = calicovet_command(), kubectl()
    rivals = () if chosen.without_clients else tuple(others())
    by_size: dict[int, dict[str, Figures]] = {}
    growth: dict[int, Figures] = {}
    healthy: dict[int, Figures] = {}
    with ended_like_interrupted(), fleet() as cluster:
        plane = cluster.control_plane
        server = json.loads(plane.kubectl("version", "-o", "json"))["serverVersion"]["gitVersion"]
        for size in sorted({*chosen.sizes, *chosen.growth}):
            _tell(f"{size} nodes")
            cluster.grow(size)
            # What is read from disk, or into the server's memory, for the first time is not counted.
            medians(plane, [_once(each) for each in (ours, *yardsticks)])
            healthy[size] = measured(plane, ours)
            cluster.sicken()
            commands = [*yardsticks, ours, *rivals] if size in chosen.sizes else [ours]
            rows = dict(medians(plane, commands))
            for name, row in rows.items():
                _tell(f"  {name}: {row.seconds:.2f} s, {row.peak_mib:.0f} MiB")
            if size in chosen.sizes:
                by_size[size] = rows
            if size in chosen.growth:
                growth[size] = rows[CALICOVET]
    page = _PAGE.read_text(encoding="utf-8")
    part = render_live(by_size, growth, healthy, server)
    _PAGE.write_text(with_live_part(page, part), encoding="utf-8")
    print(part)
    passed = list(broken_limits(by_size, growth, healthy))
    for line in passed:
        sys.stderr.write(f"!!! {line}\n")
    return 1 if passed else 0


def _once(command: Command) -> Command:
    return Command(name=command.name, line=command.line, ends_with=command.ends_with, rounds=1)


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
