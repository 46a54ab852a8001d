"""Every fault and twin there is: one for each file in gym/faults and gym/twins."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from gym.fault import Fault, Twin
from gym.trial import Trial
from lab.errors import LabError

_HERE = Path(__file__).parent


def trials() -> Mapping[str, Trial]:
    """All of them by name: faults first, each kind in the order of the names."""
    return {trial.name: trial for trial in (*_found("faults"), *_found("twins"))}


def chosen(names: Sequence[str], group: str = "") -> tuple[Trial, ...]:
    """Those of these names and of this group; without either, all."""
    every = trials()
    if strangers := [name for name in names if name not in every]:
        raise LabError(f"no fault or twin is called {', '.join(strangers)}", _known(every))
    if not names and not group:
        return tuple(every.values())
    own = [name for name, trial in every.items() if group and _group(trial) == group]
    if group and not own:
        groups = {_group(trial) for trial in every.values()} - {""}
        raise LabError(f"no fault is of the group {group}", f"groups: {', '.join(sorted(groups))}")
    return tuple(every[name] for name in dict.fromkeys((*names, *own)))


def file_of(trial: Trial) -> str:
    """Where it is written, from the root of the project."""
    kind = "twins" if trial.is_twin else "faults"
    return f"gym/{kind}/{trial.name.replace('-', '_')}.py"


def _found(kind: str) -> Iterator[Trial]:
    attribute = kind.removesuffix("s").upper()
    for path in sorted((_HERE / kind).glob("*.py")):
        if path.stem.startswith("_"):
            continue
        found = getattr(import_module(f"gym.{kind}.{path.stem}"), attribute, None)
        if not isinstance(found, Fault | Twin):
            raise LabError(f"{path} has no {attribute}")
        yield Trial(path.stem.replace("_", "-"), found)


def _group(trial: Trial) -> str:
    return trial.what.group if isinstance(trial.what, Fault) else ""


def _known(every: Mapping[str, Trial]) -> str:
    return f"known: {', '.join(every)}"
