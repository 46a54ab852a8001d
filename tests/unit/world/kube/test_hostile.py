"""Servers that answer without end: every answer is bounded, and its end is told with its reason."""

import json
import zlib
from collections.abc import Iterator
from itertools import count
from time import sleep

import pytest
from msgspec import Raw

from calicovet.model.evidence import EvidenceKind, GapReason, Request
from calicovet.world.gaps import gap_for
from calicovet.world.kube import client as limits
from calicovet.world.kube.errors import ApiUnreachable, Why
from tests.support.recording_server import RecordingServer, Said, Seen
from tests.unit.world.kube.targets import client_of

NODES = "/api/v1/nodes"


def refused(call: object, why: Why) -> ApiUnreachable:
    assert callable(call)
    with pytest.raises(ApiUnreachable) as caught:
        call()
    assert caught.value.why is why
    return caught.value


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_DECODED", 1 << 20)
    monkeypatch.setattr(limits, "MOST_OF_A_LIST", 4 << 20)
    monkeypatch.setattr(limits, "MOST_PAGES", 20)


def bomb(size: int) -> bytes:
    pack = zlib.compressobj(wbits=31)
    return b"".join([*(pack.compress(b" " * (1 << 20)) for _ in range(size >> 20)), pack.flush()])


def page(place: str, padding: int = 0) -> Said:
    found = {"kind": "NodeList", "metadata": {"continue": place}, "items": [], "x": "x" * padding}
    return Said(json.dumps(found).encode())


def test_an_answer_that_unpacks_without_measure_is_not_held(
    server: RecordingServer, small: None
) -> None:
    packed = bomb(64 << 20)
    server.answer = lambda _: Said(packed, headers={"Content-Encoding": "gzip"})
    client = client_of(server.url)
    assert "1 MiB" in refused(lambda: client.get(NODES), Why.TOO_BIG).detail
    assert client.bytes < len(packed) <= 1 << 20
    assert len(server.seen) == 1


def test_an_answer_without_end_is_not_held(server: RecordingServer, small: None) -> None:
    sent: list[int] = []

    def chunks() -> Iterator[bytes]:
        for number in count():
            sent.append(number)
            yield b" " * 65_536

    server.answer = lambda _: Said(chunks=chunks)
    client = client_of(server.url)
    refused(lambda: client.get(NODES), Why.TOO_BIG)
    # The next call gets a connection on which nothing of the old answer is left.
    server.answer = lambda _: Said(b"{}")
    assert client.get(NODES).body == b"{}"


def test_what_is_written_is_answered_within_bounds(server: RecordingServer, small: None) -> None:
    server.answer = lambda _: Said(chunks=lambda: (b" " * 65_536 for _ in count()))
    client = client_of(server.url)
    refused(lambda: client.patch(NODES, b"{}", "application/json-patch+json"), Why.TOO_BIG)


@pytest.mark.parametrize("table", [False, True], ids=["list", "table"])
def test_a_list_that_leads_back_to_the_same_page_ends(server: RecordingServer, table: bool) -> None:
    kind = "Table" if table else "NodeList"
    said = json.dumps({"kind": kind, "metadata": {"continue": "again"}, "items": [], "rows": []})
    server.answer = lambda _: Said(said.encode())
    client = client_of(server.url)
    error = refused(lambda: client.table(NODES) if table else client.pages(NODES, Raw), Why.TOO_BIG)
    assert "leads back" in error.detail
    assert len(server.seen) == 2


def test_a_list_that_goes_round_in_a_circle_ends(server: RecordingServer) -> None:
    turns = count()
    server.answer = lambda _: page(str(next(turns) % 3))
    refused(lambda: client_of(server.url).pages(NODES, Raw), Why.TOO_BIG)
    assert len(server.seen) == 4


def test_a_list_of_ever_new_pages_ends(server: RecordingServer, small: None) -> None:
    turns = count()
    server.answer = lambda _: page(f"place-{next(turns)}")
    error = refused(lambda: client_of(server.url).pages(NODES, Raw), Why.TOO_BIG)
    assert "20 pages" in error.detail
    assert len(server.seen) == 20


def test_the_pages_of_a_list_are_bounded_together(server: RecordingServer, small: None) -> None:
    turns = count()
    server.answer = lambda _: page(f"place-{next(turns)}", padding=1_000_000)
    error = refused(lambda: client_of(server.url).pages(NODES, Raw), Why.TOO_BIG)
    assert "4 MiB" in error.detail
    assert len(server.seen) == 5


def test_a_log_without_end_ends_at_the_deadline(server: RecordingServer) -> None:
    def follow() -> Iterator[bytes]:
        while True:
            yield b"2024-05-06 07:08:09.000 [INFO][9] felix/summary.go 100: again\n"
            sleep(0.01)

    server.answer = lambda _: Said(chunks=follow)
    client = client_of(server.url)
    chunks = client.stream("/api/v1/namespaces/kube-system/pods/x/log", timeout=0.5)
    refused(lambda: sum(map(len, chunks)), Why.TIMED_OUT)


def test_an_answer_that_comes_byte_by_byte_ends_at_the_deadline(server: RecordingServer) -> None:
    def drip() -> Iterator[bytes]:
        while True:
            yield b" "
            sleep(0.05)

    server.answer = lambda _: Said(chunks=drip)
    refused(lambda: client_of(server.url).get(NODES, timeout=0.5), Why.TIMED_OUT)


def test_one_bad_answer_does_not_end_the_others(server: RecordingServer, small: None) -> None:
    def answer(seen: Seen) -> Said:
        if seen.path.startswith(NODES):
            return Said(chunks=lambda: (b" " * 65_536 for _ in count()))
        return Said(b'{"kind": "PodList", "items": [{}]}')

    server.answer = answer
    client = client_of(server.url)
    refused(lambda: client.get(NODES), Why.TOO_BIG)
    assert len(client.pages("/api/v1/pods", Raw)) == 1


def test_the_gap_says_what_was_wrong_with_the_answer() -> None:
    error = ApiUnreachable(Why.TOO_BIG, "a list of more than 20 pages")
    gap = gap_for(error, Request(EvidenceKind.NODE_TABLE), NODES, "kubectl get nodes")
    assert (gap.reason, gap.detail) == (
        GapReason.UNREACHABLE,
        "nodes: a list of more than 20 pages",
    )
