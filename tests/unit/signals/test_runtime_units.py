import pytest

from calicovet.model.facts import RuntimeVersion
from calicovet.signals.runtime_units import units_of_runtime
from tests.unit.startup.facts import view


@pytest.mark.parametrize(
    ("version", "units"),
    [
        ("containerd://1.7.12", ("containerd",)),
        ("docker://20.10.7", ("containerd", "docker")),
        ("cri-o://1.28.0", ("crio",)),
    ],
)
def test_each_runtime_has_its_services(version: str, units: tuple[str, ...]) -> None:
    assert units_of_runtime(view(RuntimeVersion(version=version))) == units


def test_an_unknown_runtime_is_taken_for_containerd() -> None:
    assert units_of_runtime(view()) == ("containerd",)
