"""The lab as fixtures: one API server for the session, an empty cluster for each test."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.calico_crds import calico_crds, operator_crds
from lab.control_plane import ControlPlane
from lab.fitness import missing
from lab.processes import ended_like_interrupted
from tests.live.cluster import Cluster, recorded_kubelets

_HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs the lab; the marker is set before markers select."""
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker(pytest.mark.lab)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Where the lab cannot run, its tests are skipped aloud."""
    chosen = [item for item in session.items if item.path.is_relative_to(_HERE)]
    if not chosen or not (reason := missing()):
        return
    sys.stderr.write(f"\n!!! {len(chosen)} LIVE TESTS ARE SKIPPED: {reason}\n")
    for item in chosen:
        item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def control_plane() -> Iterator[ControlPlane]:
    """A real etcd and a real API server that know Calico's kinds."""
    with ended_like_interrupted(), ControlPlane() as control_plane:
        control_plane.load((*calico_crds(), *operator_crds()))
        yield control_plane


@pytest.fixture(scope="session")
def kubelets(control_plane: ControlPlane) -> Iterator[Path]:
    with recorded_kubelets(control_plane) as folder:
        yield folder


@pytest.fixture
def cluster(control_plane: ControlPlane, kubelets: Path) -> Iterator[Cluster]:
    """An empty cluster; what a test puts into it is gone afterwards."""
    cluster = Cluster(control_plane, kubelets)
    try:
        yield cluster
    finally:
        cluster.empty()
