"""What plain pip installs is what uv locked."""

import re
import tomllib
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", ["run", "dev", "docs"])
def test_exported_pins_are_the_locked_ones(name: str) -> None:
    locked = {
        package["name"]: package.get("version")
        for package in tomllib.loads((_ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    }
    pins = re.findall(
        r"^([\w.-]+)==([^\s;]+)",
        (_ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert pins
    assert {package: locked.get(package) for package, _ in pins} == dict(pins)


def test_run_pins_hold_every_dependency_and_the_builder() -> None:
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["build"]]
    names = {re.split(r"[<>=~!; ]", line)[0].lower() for line in wanted}
    run = (_ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    assert names <= set(re.findall(r"^([\w.-]+)==", run, re.MULTILINE))
