"""One authority for all cases; a server, a proxy and a folder for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kubeconfig.ground import Ground
from tests.support.certificates import Authority
from tests.support.recording_server import RecordingProxy, RecordingServer


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def ground(authority: Authority, tmp_path: Path) -> Iterator[Ground]:
    with (
        RecordingServer(authority.server, authority.file) as server,
        RecordingServer() as plain,
        RecordingProxy(server.port) as proxy,
        RecordingProxy(server.port, authority.server) as tls_proxy,
    ):
        yield Ground(tmp_path, authority, server, plain, proxy, tls_proxy)
