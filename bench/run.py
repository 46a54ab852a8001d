"""Measures starts, incidents and large pastes; writes docs/benchmarks.md.

python -m bench.run [--rounds 11] [--megabytes 25 50 100]
"""

import compileall
import shutil
import sys
import tarfile
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import calicovet
from bench.live.section import live_part, with_live_part
from bench.page import render_page
from bench.pastes import write_paste
from bench.processes import Command, Run, medians
from bench.scanner import write_logs, write_patterns
from bench.unhealthy import write_unhealthy

_ROOT = Path(__file__).parent.parent
_PACKAGE = Path(calicovet.__file__).parent
_DEMOS = _PACKAGE / "app" / "demos"
_DEMO = _DEMOS / "two-nodes-crash-with-load.md"
# Sick with a cause, sick without one: both are work done.
_DIAGNOSED = frozenset({0, 1, 3})
_UNHEALTHY = (1_000, 5_000, 20_000)
# A dozen words of the trade, as an engineer would search a log by hand.
_WORDS = (
    "Terminating|failed to start|i/o timeout|connection refused|Unauthorized|forbidden|"
    "no route to host|x509|already using|not ready|panic|FATAL"
)


def starts() -> tuple[Command, ...]:
    """Cold starts and one incident, between what everybody knows."""
    python, tool = sys.executable, _calicovet()
    rows = [
        Command(name="`python -c pass`", line=(python, "-c", "pass")),
        Command(name="`calicovet --version`", line=(*tool, "--version")),
        Command(name="`calicovet --help`", line=(*tool, "--help")),
        Command(
            name="`calicovet diagnose` of one demo",
            line=(*tool, "diagnose", str(_DEMO), "--color", "never"),
            ends_with=_DIAGNOSED,
        ),
    ]
    if kubectl := shutil.which("kubectl"):
        rows.insert(
            1, Command(name="`kubectl version --client`", line=(kubectl, "version", "--client"))
        )
    return tuple(rows)


def many() -> tuple[Command, ...]:
    """A hundred incidents in one process."""
    return (
        Command(name="`python -c pass`", line=(sys.executable, "-c", "pass")),
        Command(
            name="100 incidents in one process",
            line=(sys.executable, "-m", "bench.hundred", str(_DEMOS)),
        ),
    )


def unhealthy(files: Mapping[int, Path]) -> tuple[Command, ...]:
    """Pastes of clusters on which no calico-node starts."""
    return tuple(
        Command(
            name=f"`calicovet diagnose` of {count:,} unhealthy nodes",
            line=(*_calicovet(), "diagnose", str(file), "--color", "never"),
            ends_with=_DIAGNOSED,
        )
        for count, file in sorted(files.items())
    )


def pastes(files: Mapping[int, Path]) -> tuple[Command, ...]:
    """Large pastes, and a plain search through the largest one."""
    largest = files[max(files)]
    rows = [
        Command(
            name=f"`calicovet diagnose` of {size} MB",
            line=(*_calicovet(), "diagnose", str(file), "-o", "json"),
            ends_with=_DIAGNOSED,
        )
        for size, file in sorted(files.items())
    ]
    for program, line in (("rg", ("rg", "-c", _WORDS)), ("grep", ("grep", "-cE", _WORDS))):
        if shutil.which(program):
            name = f"`{program}` for twelve words in {max(files)} MB"
            rows.append(Command(name=name, line=(*line, str(largest)), ends_with=frozenset({0, 1})))
    return tuple(rows)


def scans(log: Path, patterns: Path) -> tuple[Command, ...]:
    """The scanner alone beside ripgrep with the same patterns, and grep with a dozen words."""
    rows = [
        Command(
            name="the scanner, from the start of Python",
            line=(sys.executable, "-m", "bench.scanner", str(log)),
        )
    ]
    if shutil.which("rg"):
        searched = ("rg", "-j1", "-c", "-f", str(patterns), str(log))
        rows.insert(0, Command(name="`rg -c -f PATTERNS`", line=searched))
    if shutil.which("grep"):
        words = tuple(part for word in _WORDS.split("|") for part in ("-e", word))
        line = ("grep", "-cF", *words, str(log))
        name = "`grep -cF` for twelve words"
        rows.append(Command(name=name, line=line, ends_with=frozenset({0, 1})))
    return tuple(rows)


def archives(archive: Path, patterns: Path) -> tuple[Command, ...]:
    """A diagnosis of an archive beside unpacking and searching it."""
    rows = [
        Command(
            name="`calicovet diagnose` of the .tar.gz",
            line=(*_calicovet(), "diagnose", str(archive), "-o", "json"),
            ends_with=_DIAGNOSED,
        )
    ]
    if shutil.which("rg") and shutil.which("zcat"):
        piped = f"zcat '{archive}' | rg -a -j1 -c -f '{patterns}'"
        rows.insert(0, Command(name="`zcat \\| rg -c -f PATTERNS`", line=("sh", "-c", piped)))
    return tuple(rows)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(prog="python -m bench.run", description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=11, help="how often each start is measured")
    parser.add_argument("--megabytes", type=int, nargs="+", default=[25, 50, 100])
    chosen = parser.parse_args(arguments)
    compileall.compile_dir(_PACKAGE, quiet=1)
    medians(starts(), 1)  # what is read from disk for the first time is not counted
    of_starts = medians(starts(), chosen.rounds)
    of_many = medians(many(), 3)
    of_pastes = _measure_pastes(chosen.megabytes)
    of_scans = _measure_scans(max(chosen.megabytes))
    of_unhealthy = _measure_unhealthy()
    page = _ROOT / "docs" / "benchmarks.md"
    kept = live_part(page.read_text(encoding="utf-8")) if page.exists() else ""
    fresh = render_page(of_starts, of_many, of_pastes, of_scans, of_unhealthy, chosen.rounds)
    page.write_text(with_live_part(fresh, kept), encoding="utf-8")
    print(page.read_text(encoding="utf-8"))


def _measure_pastes(sizes: Sequence[int]) -> Mapping[str, Run]:
    incident = _DEMO.read_text(encoding="utf-8")
    with TemporaryDirectory() as folder:
        files = {size: Path(folder) / f"{size}.md" for size in sizes}
        for size, file in files.items():
            write_paste(file, size, incident)
        return medians(pastes(files), 3)


def _measure_scans(megabytes: int) -> Mapping[str, Mapping[str, Run]]:
    """By the name of the log."""
    found: dict[str, Mapping[str, Run]] = {}
    with TemporaryDirectory() as folder:
        patterns = Path(folder) / "patterns"
        write_patterns(patterns)
        logs = dict(write_logs(Path(folder), megabytes))
        for name, log in logs.items():
            found[f"{name}, {megabytes} MB"] = medians(scans(log, patterns), 3)
        packed = Path(folder) / "bundle.tar.gz"
        with tarfile.open(packed, "w:gz", compresslevel=6) as archive:
            for place, log in enumerate(logs.values()):
                archive.add(log, arcname=f"bundle/node-{place}/calico-node.log")
        title = f"all three in a .tar.gz, {len(logs) * megabytes} MB"
        found[title] = medians(archives(packed, patterns), 3)
    return found


def _measure_unhealthy() -> Mapping[str, Run]:
    with TemporaryDirectory() as folder:
        files = {count: Path(folder) / f"{count}.txt" for count in _UNHEALTHY}
        for count, file in files.items():
            write_unhealthy(file, count)
        return medians(unhealthy(files), 1)


def _calicovet() -> tuple[str, ...]:
    installed = Path(sys.executable).with_name("calicovet")
    return (str(installed),) if installed.exists() else (sys.executable, "-m", "calicovet")


if __name__ == "__main__":
    main()
