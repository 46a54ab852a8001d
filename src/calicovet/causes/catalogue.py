"""Finds and loads causes: by folder, by name, by code."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from os import scandir
from pathlib import Path
from sys import modules
from types import ModuleType

from calicovet.model.cause import Cause

HOME = Path(__file__).parent

PREFIXES: Mapping[str, str] = {
    "scheduling": "SCH",
    "images": "IMG",
    "runtime": "RUN",
    "init_containers": "INI",
    "datastore": "DAT",
    "identity": "NAM",
    "addresses": "ADR",
    "ipam": "IPM",
    "felix": "FLX",
    "typha": "TYP",
    "routing": "BGP",
    "dataplane": "DPL",
    "probes": "PRB",
    "host": "HST",
    "ownership": "OWN",
    "generic": "GEN",
}
"""Areas, and the letters that their codes begin with."""


@cache
def load_catalogue() -> tuple[Cause, ...]:
    """Every cause that has a folder, by area and name."""
    return tuple(map(load_cause, names()))


def load_cause(name: str) -> Cause:
    """The cause of that name; KeyError where no folder has it. No other cause is loaded."""
    module = _module(area_of(name), name.replace("-", "_"))
    cause = module.CAUSE
    if not isinstance(cause, Cause) or cause.name != name:
        raise TypeError(f"{module.__name__}: CAUSE is not the cause {name}")
    return cause


def names() -> tuple[str, ...]:
    """The name of every cause, by area; none of them is loaded."""
    return tuple(_areas())


@cache
def retired() -> Mapping[str, str]:
    """Names and codes of removed causes. They are never given again."""
    # Most runs ask for none of them.
    from tomllib import loads

    return loads((HOME / "retired.toml").read_text(encoding="utf-8"))


def find(name_or_code: str) -> Cause | None:
    """The cause of that name or code, in any spelling. Loads no more than one area."""
    wanted = name_or_code.strip().lower().replace("_", "-")
    if wanted in _areas():
        return load_cause(wanted)
    area = next((area for area, prefix in PREFIXES.items() if wanted[:3] == prefix.lower()), None)
    return next((cause for cause in _causes_in(area) if cause.code.lower() == wanted), None)


def area_of(name: str) -> str:
    """The area under which a cause is filed; KeyError where no folder has that name."""
    return _areas()[name]


def folder_of(name: str) -> Path:
    """Where a cause lives; KeyError where no folder has that name."""
    return HOME / area_of(name) / name.replace("-", "_")


def next_code(area: str) -> str:
    """The first code of an area that no cause has, or ever had."""
    prefix = PREFIXES[area]
    taken = {cause.code for cause in _causes_in(area)} | {*retired().values()}
    numbers = (int(code.removeprefix(prefix)) for code in taken if code.startswith(prefix))
    return f"{prefix}{max(numbers, default=0) + 1:03}"


@cache
def _areas() -> Mapping[str, str]:
    return {folder.replace("_", "-"): area for area in PREFIXES for folder in _folders(area)}


def _folders(area: str) -> list[str]:
    # The list of a folder shows what is a folder: nothing else is asked of two hundred of them.
    with scandir(HOME / area) as found:
        return sorted(
            each.name for each in found if each.is_dir() and not each.name.startswith(("_", "."))
        )


def _causes_in(area: str | None) -> Iterator[Cause]:
    return (load_cause(name) for name, where in _areas().items() if where == area)


def _module(area: str, folder: str) -> ModuleType:
    """The folder's module; the place is known, so it need not be searched for, which takes as long as to load it."""
    name = f"{__package__}.{area}.{folder}.cause"
    if name in modules:
        return modules[name]
    loader = SourceFileLoader(name, str(HOME / area / folder / "cause.py"))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    modules[name] = module
    return module
