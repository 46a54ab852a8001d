"""Walks the folders: every cause, its code, its place."""

from collections.abc import Mapping
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
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
    return tuple(_load(area, name) for name, area in _areas().items())


@cache
def codes() -> Mapping[str, str]:
    """The code of every name that was ever given one and is not gone."""
    return _table("codes.toml")


@cache
def retired() -> Mapping[str, str]:
    """Names and codes that are gone for good and are never given again."""
    return _table("retired.toml")


def code_of(name: str) -> str:
    """The short code of a cause; empty where it has none yet."""
    return codes().get(name, "")


def find(name_or_code: str) -> Cause | None:
    """The cause that goes by that name or code, however it is spelt."""
    wanted = name_or_code.strip().lower().replace("_", "-")
    for cause in load_catalogue():
        if wanted in (cause.name, code_of(cause.name).lower()):
            return cause
    return None


def area_of(name: str) -> str:
    """The area under which a cause is filed; KeyError where no folder has that name."""
    return _areas()[name]


def folder_of(name: str) -> Path:
    """Where a cause lives; KeyError where no folder has that name."""
    return HOME / area_of(name) / name.replace("-", "_")


def next_code(area: str) -> str:
    """The first code of an area that nobody has, or ever had."""
    prefix = PREFIXES[area]
    taken = {*codes().values(), *retired().values()}
    numbers = (int(code.removeprefix(prefix)) for code in taken if code.startswith(prefix))
    return f"{prefix}{max(numbers, default=0) + 1:03}"


@cache
def _areas() -> Mapping[str, str]:
    return {
        folder.name.replace("_", "-"): area
        for area in PREFIXES
        for folder in sorted((HOME / area).iterdir())
        if folder.is_dir() and not folder.name.startswith(("_", "."))
    }


def _load(area: str, name: str) -> Cause:
    module = _module(area, name.replace("-", "_"))
    cause = module.CAUSE
    if not isinstance(cause, Cause) or cause.name != name:
        raise TypeError(f"{module.__name__}: CAUSE is not the cause {name}")
    return cause


def _module(area: str, folder: str) -> ModuleType:
    """The folder's module; the place is known, so nobody has to search for it, which takes as long as to load it."""
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


def _table(file: str) -> Mapping[str, str]:
    # Only who shows a code pays for the reader.
    from tomllib import loads

    return loads((HOME / file).read_text(encoding="utf-8"))
