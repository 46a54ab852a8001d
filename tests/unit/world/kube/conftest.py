"""A server that answers as a test wants it to."""

from collections.abc import Iterator

import pytest

from tests.support.certificates import Authority
from tests.support.recording_server import RecordingServer


@pytest.fixture
def server() -> Iterator[RecordingServer]:
    with RecordingServer() as running:
        yield running


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))
