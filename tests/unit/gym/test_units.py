"""systemctl on a node answers as systemd does."""

from collections.abc import Mapping
from typing import Any, cast

from gym.daemon import Daemon
from gym.units import Said, Unit, answer
from lab.errors import LabError


class _Program:
    """A daemon that only remembers what was done to it."""

    def __init__(self, *, alive: bool = True) -> None:
        self.alive = alive
        self.told: list[str] = []

    def start(self) -> None:
        self.alive = True
        self.told.append("start")

    def stop(self) -> None:
        self.alive = False
        self.told.append("stop")


def _units(**programs: _Program) -> Mapping[str, Unit]:
    return {
        name: Unit(daemon=cast(Daemon, program), start=program.start)
        for name, program in programs.items()
    }


def test_a_restart_stops_and_starts_each_of_them() -> None:
    containerd, kubelet = _Program(), _Program(alive=False)
    units = _units(containerd=containerd, kubelet=kubelet)
    assert answer(("restart", "containerd.service", "kubelet"), units) == Said()
    assert containerd.told == kubelet.told == ["stop", "start"]


def test_what_runs_is_not_started_again() -> None:
    kubelet = _Program()
    assert answer(("start", "kubelet"), _units(kubelet=kubelet)) == Said()
    assert kubelet.told == []


def test_a_unit_that_is_not_there_is_reported_as_systemd_does() -> None:
    said = answer(("restart", "firewalld"), _units(kubelet=_Program()))
    assert said.code == 5
    assert said.err == "Failed to restart firewalld.service: Unit firewalld.service not found.\n"


def test_one_that_runs_is_enough_to_be_active() -> None:
    units = _units(kubelet=_Program(), containerd=_Program(alive=False))
    assert answer(("is-active", "--quiet", "kubelet"), units).code == 0
    assert answer(("is-active", "containerd"), units) == Said(3, "inactive\n")
    assert answer(("is-active", "crio"), units) == Said(4, "inactive\n")
    assert answer(("is-active", "containerd", "kubelet"), units).code == 0


def test_status_of_several_shows_those_that_are_there() -> None:
    units = _units(kubelet=_Program())
    said = answer(("status", "kubelet", "docker", "--no-pager"), units)
    assert "Active: active (running)" in said.out
    assert said.err == "Unit docker.service could not be found.\n"
    assert said.code == 4


def test_enabling_starts_only_when_it_is_to_be_now() -> None:
    proxy = _Program(alive=False)
    units: Any = {"kube-proxy": Unit(daemon=cast(Daemon, proxy), start=proxy.start)}
    assert answer(("enable", "kube-proxy"), units) == Said()
    assert not proxy.alive
    assert answer(("enable", "--now", "kube-proxy"), units) == Said()
    assert proxy.alive


def test_a_reload_of_the_files_is_no_mistake_and_an_unknown_verb_is_one() -> None:
    assert answer(("daemon-reload",), {}) == Said()
    assert answer(("frobnicate", "kubelet"), {}).code == 1


def test_a_start_that_fails_is_told() -> None:
    class _Broken(_Program):
        def start(self) -> None:
            raise LabError("containerd ended with 1")

    said = answer(("restart", "containerd"), _units(containerd=_Broken()))
    assert said == Said(1, err="Job for containerd.service failed: containerd ended with 1\n")
