"""dockerd's daemon.json, `docker info`, and cri-o's configuration."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, RuntimeCgroupDriver, Unreadable
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_WAYS = (
    (r"native\.cgroupdriver=(systemd|cgroupfs)\b", "docker"),
    (r"(?i:cgroup ?driver)\s{0,40}[:：=]\s{0,40}(systemd|cgroupfs)\b", "docker"),
    (r"\bcgroup_manager\s{0,40}=\s{0,40}[\"']?(systemd|cgroupfs)\b", "cri-o"),
)


def read_docker_config(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The cgroup driver that dockerd or cri-o is told to use, or says it uses."""
    asked_for_driver = "CgroupDriver" in evidence.taken_by
    for number, line in numbered(evidence):
        for expression, runtime in _WAYS:
            found = pattern(expression).search(line)
            if found is None or "#" in line[: found.start()]:
                continue
            yield _driver(evidence, found[1], runtime, number)
            break
        else:
            if asked_for_driver and line.strip("'\" ") in ("systemd", "cgroupfs"):
                yield _driver(evidence, line.strip("'\" "), "docker", number)


def _driver(evidence: Evidence, driver: str, runtime: str, line: int) -> RuntimeCgroupDriver:
    return RuntimeCgroupDriver(
        driver=driver, runtime=runtime, about=evidence.about, cited=cite(evidence, line)
    )


PARSER = Parser(read_docker_config, gives=(RuntimeCgroupDriver,))
