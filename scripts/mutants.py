"""Draws mutants of the engine by the commit under test, runs the tests that concern each, and names the survivors.

The tests of a mutant are the unit tests that import its module, or a module that does, and the cases that run its line. A
survivor of these may still be killed by another test: `make test` with the change in place decides.
"""

import argparse
import ast
import json
import os
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

from scripts.mutation import Mutant, draw, mutants_of

ROOT = Path(__file__).parents[1]
_HOME = ROOT / "build" / "mutants"
_PACKAGES = ("diagnosis", "startup", "remedy", "parse")
_WORKERS = 2
_MOST_CASES = 40
_MOST_FILES = 14
_CASES = ("tests/catalogue/test_cases.py", "tests/catalogue/test_plans.py")
_TOO_LONG = 900
"""Seconds after which a mutant counts as killed: it most likely never ends."""
_NO_TESTS = 5

Cases = Mapping[tuple[str, int], Sequence[str]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--list", action="store_true", help="only print what is drawn")
    arguments = parser.parse_args()
    commit = _git("rev-parse", arguments.commit)
    trees = [_tree(commit, name) for name in ("one", "two")]
    drawn = draw(_all_mutants(trees[0]), arguments.number, commit)
    if arguments.list:
        for mutant in drawn:
            print(mutant.describe(_source(trees[0], mutant)))
        return
    print(f"{len(drawn)} mutants of {commit[:10]}", flush=True)
    cases = _cases_by_line(trees[0], sorted({mutant.path for mutant in drawn}))
    importers = _test_files(trees[0])
    free: Queue[Path] = Queue()
    for tree in trees:
        free.put(tree)

    def judge(mutant: Mutant) -> bool:
        tree = free.get()
        try:
            return _survives(mutant, tree, cases, importers)
        finally:
            free.put(tree)

    with ThreadPoolExecutor(_WORKERS) as pool:
        survived = sum(pool.map(judge, drawn))
    print(f"{survived} of {len(drawn)} survived")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def _tree(commit: str, name: str) -> Path:
    """The commit's files, apart from the working tree."""
    tree = _HOME / name
    subprocess.run(["rm", "-rf", tree], check=True)
    tree.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "-x", "-C", tree], input=archive.stdout, check=True)
    return tree


def _all_mutants(tree: Path) -> Iterator[Mutant]:
    for package in _PACKAGES:
        for path in sorted((tree / "src" / "calicovet" / package).rglob("*.py")):
            yield from mutants_of(path.relative_to(tree).as_posix(), path.read_text("utf-8"))


def _source(tree: Path, mutant: Mutant) -> str:
    return (tree / mutant.path).read_text("utf-8")


def _survives(
    mutant: Mutant, tree: Path, cases: Cases, importers: Mapping[str, Sequence[str]]
) -> bool:
    path, source = tree / mutant.path, _source(tree, mutant)
    asked = {
        "files": importers.get(_module(mutant.path), ()),
        "cases": cases.get((mutant.path, mutant.line), ()),
    }
    path.write_text(mutant.apply(source), "utf-8")
    try:
        code, last = _child(tree, "tests", asked)
    finally:
        path.write_text(source, "utf-8")
    survives = code in (0, _NO_TESTS)
    reason = "no test runs it" if code == _NO_TESTS else "" if survives else last
    print("SURVIVED" if survives else "killed  ", mutant.describe(source), reason, flush=True)
    return survives


def _child(tree: Path, task: str, asked: object) -> tuple[int, str]:
    """The exit code of a task in a tree, and the last line that names a failing test."""
    # A commit from before this script borrows it from here.
    env = os.environ | {"PYTHONPATH": f"{tree / 'src'}:{tree}:{ROOT}"}
    words = [sys.executable, "-B", "-c", f"from scripts.mutants import {task}; {task}()"]
    try:
        done = subprocess.run(
            words,
            cwd=tree,
            env=env,
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            timeout=_TOO_LONG if task == "tests" else None,
        )
    except subprocess.TimeoutExpired:
        return 1, "does not end"
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return done.returncode, (lines or [""])[-1][:160] if task == "tests" else done.stdout


def _cases_by_line(tree: Path, paths: Sequence[str]) -> Cases:
    """The cases that run each line of these modules."""
    code, text = _child(tree, "trace", paths)
    if code:
        raise SystemExit(f"the cases of {tree} cannot be traced")
    rows = json.loads(text.splitlines()[-1])
    return {(path, line): cases for path, line, cases in rows}


def _test_files(tree: Path) -> Mapping[str, Sequence[str]]:
    """The unit tests of each module: that of its name, those that import it, and those that import what imports it."""
    imports = {
        _module(path.relative_to(tree).as_posix()): _imports(path)
        for path in (tree / "src" / "calicovet").rglob("*.py")
    }
    users: dict[str, set[str]] = defaultdict(set)
    for user, used in imports.items():
        for module in used:
            users[module].add(user)
    tests: dict[str, list[str]] = defaultdict(list)
    for path in sorted((tree / "tests" / "unit").rglob("test_*.py")):
        folder = path.parent.relative_to(tree / "tests" / "unit").as_posix().replace("/", ".")
        named = f"calicovet.{folder}.{path.stem.removeprefix('test_')}"
        for module in {named, *_imports(path)}:
            tests[module].append(path.relative_to(tree).as_posix())
    return {
        module: tuple(
            dict.fromkeys(
                name for near in (module, *sorted(users[module])) for name in tests.get(near, ())
            )
        )[:_MOST_FILES]
        for module in imports
    }


def _module(path: str) -> str:
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(path: Path) -> set[str]:
    """The modules of calicovet that a file imports; a name from a package may be one as well."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("calicovet"):
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def trace() -> None:
    """In a child: which cases run which lines of the modules on standard input."""
    from coverage import Coverage

    paths = json.load(sys.stdin)
    coverage = Coverage(data_file=None, include=[str(Path(path).absolute()) for path in paths])
    coverage.start()
    from calicovet.causes.catalogue import load_catalogue
    from calicovet.diagnosis.engine import diagnose
    from calicovet.remedy.offers import with_offers
    from tests.catalogue.judged import all_cases

    for case in all_cases():
        coverage.switch_context(case.id)
        with_offers(diagnose(case.snapshot, load_catalogue()))
    coverage.stop()
    data = coverage.get_data()
    rows = [
        (path, line, sorted(set(cases) - {""}))
        for path in paths
        for line, cases in data.contexts_by_lineno(str(Path(path).absolute())).items()
    ]
    print(json.dumps(rows))


def tests() -> None:
    """In a child: run the test files and cases on standard input."""
    import pytest

    asked = json.load(sys.stdin)
    cases = asked["cases"]
    chosen = Chosen(random.Random(0).sample(cases, min(_MOST_CASES, len(cases))))
    files = [*asked["files"], *(_CASES if cases else ())]
    if not files:
        sys.exit(_NO_TESTS)
    sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *files], plugins=[chosen]))


class Chosen:
    """Leaves out the tests of other cases and of other causes."""

    def __init__(self, cases: Iterable[str]) -> None:
        self._cases = frozenset(cases)
        self._causes = {case.partition("/")[0].replace("_", "-") for case in self._cases}

    def pytest_collection_modifyitems(self, items: list[object]) -> None:
        items[:] = [item for item in items if self._concerns(item)]

    def _concerns(self, item: object) -> bool:
        if not str(getattr(item, "path", "")).endswith(tuple(_CASES)):
            return True
        params = getattr(getattr(item, "callspec", None), "params", {})
        case, cause = params.get("case"), params.get("cause")
        return (case is not None and case.id in self._cases) or (
            cause is not None and cause.name in self._causes
        )


if __name__ == "__main__":
    main()
