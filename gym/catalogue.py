"""Every fault and twin there is: one for each file in gym/faults and gym/twins."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from gym.fault import Fault, Twin
from gym.trial import Trial
from lab.errors import LabError

_HERE = Path(__file__).parent


def trials() -> Mapping[str, Trial]:
    """All of them by name: faults first, each kind in the order of the names."""
    return {name: _read(name, kind) for name, kind in _kinds().items()}


def chosen(names: Sequence[str], group: str = "") -> tuple[Trial, ...]:
    """Those of these names and of this group; without either, all."""
    kinds = _kinds()
    if strangers := [name for name in names if name not in kinds]:
        raise LabError(
            f"no fault or twin is called {', '.join(strangers)}", f"known: {', '.join(kinds)}"
        )
    if not group:
        # Only what is asked for is read: a file that is being written does not disturb other faults.
        return tuple(_read(name, kinds[name]) for name in dict.fromkeys(names or kinds))
    every = trials()
    own = [name for name, trial in every.items() if _group(trial) == group]
    if not own:
        groups = {_group(trial) for trial in every.values()} - {""}
        raise LabError(f"no fault is of the group {group}", f"groups: {', '.join(sorted(groups))}")
    return tuple(every[name] for name in dict.fromkeys((*names, *own)))


def file_of(trial: Trial) -> str:
    """Where it is written, from the root of the project."""
    kind = "twins" if trial.is_twin else "faults"
    return f"gym/{kind}/{trial.name.replace('-', '_')}.py"


def _kinds() -> Mapping[str, str]:
    """The name of every file, and its folder."""
    return {
        path.stem.replace("_", "-"): kind
        for kind in ("faults", "twins")
        for path in sorted((_HERE / kind).glob("*.py"))
        if not path.stem.startswith("_")
    }


def _read(name: str, kind: str) -> Trial:
    attribute = kind.removesuffix("s").upper()
    module = f"gym.{kind}.{name.replace('-', '_')}"
    found = getattr(import_module(module), attribute, None)
    if not isinstance(found, Fault | Twin):
        raise LabError(f"{module} has no {attribute}")
    return Trial(name, found)


def _group(trial: Trial) -> str:
    return trial.what.group if isinstance(trial.what, Fault) else ""
