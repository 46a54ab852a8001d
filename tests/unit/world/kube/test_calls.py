"""One call: its answer, its bounds, its repetitions."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event, Timer
from time import sleep

import pytest

from calicovet.world.kube.errors import ApiRefused, ApiUnreachable, Stopped, Why
from tests.support.recording_server import RecordingServer, Said, Seen
from tests.unit.world.kube.targets import client_of

FORBIDDEN = json.dumps(
    {
        "kind": "Status",
        "apiVersion": "v1",
        "status": "Failure",
        "message": 'pods is forbidden: User "jane" cannot list resource "pods"',
        "reason": "Forbidden",
        "code": 403,
    }
).encode()


def in_turn(*answers: Said) -> Iterator[Said]:
    yield from answers
    while True:
        yield answers[-1]


def serve(server: RecordingServer, *answers: Said) -> None:
    turns = in_turn(*answers)
    server.answer = lambda _: next(turns)


class Waits(Event):
    """Records for how long the client wants to wait, and lets it go on at once."""

    def __init__(self, *, stopped: bool = False) -> None:
        super().__init__()
        self.asked: list[float] = []
        self._stopped = stopped

    def wait(self, timeout: float | None = None) -> bool:
        self.asked.append(timeout or 0)
        if self._stopped:
            self.set()
        return self._stopped


def test_a_get_brings_the_body_and_says_who_asks(server: RecordingServer) -> None:
    client = client_of(f"{server.url}/sub")
    answer = client.get("/api/v1/pods", query={"labelSelector": "k8s-app=calico-node"})
    assert (answer.body[:10], answer.cut, answer.content_type) == (
        b'{"major":"',
        False,
        "application/json",
    )
    seen = server.seen[0]
    assert seen.path == "/sub/api/v1/pods?labelSelector=k8s-app%3Dcalico-node"
    assert seen.header("user-agent").startswith("calicovet/")
    assert seen.header("accept-encoding") == "identity"
    assert (client.requests, client.bytes) == (1, len(answer.body))


def test_connections_are_used_again(server: RecordingServer) -> None:
    client = client_of(server.url)
    for _ in range(5):
        client.get("/version")
    assert (len(server.seen), server.connections) == (5, 1)


def test_threads_share_a_client(server: RecordingServer) -> None:
    client = client_of(server.url)
    with ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda _: client.get("/version").body, range(300)))
    assert len({*answers}) == 1
    assert client.requests == 300
    assert client.bytes == 300 * len(answers[0])
    assert server.connections <= 32


def test_a_body_is_cut_at_the_limit_and_the_connection_is_not_reused(
    server: RecordingServer,
) -> None:
    server.answer = lambda _: Said(chunks=lambda: (b"x" * 1000 for _ in count()))
    client = client_of(server.url)
    answer = client.get("/log", limit=2500)
    assert (answer.body, answer.cut) == (b"x" * 2500, True)
    serve(server, Said(b"short"))
    assert client.get("/log", limit=5) == type(answer)(b"short", False, "application/json")
    assert server.connections == 2


def test_a_stream_gives_chunks_as_they_come(server: RecordingServer) -> None:
    first = Event()

    def chunks() -> Iterator[bytes]:
        yield b"one"
        first.wait(5)
        yield b"two"

    server.answer = lambda _: Said(chunks=chunks)
    stream = client_of(server.url).stream("/metrics")
    assert next(stream) == b"one"
    first.set()
    assert b"".join(stream) == b"two"


def test_a_no_is_told_with_its_reason_and_never_asked_again(server: RecordingServer) -> None:
    serve(server, Said(FORBIDDEN, 403))
    with pytest.raises(ApiRefused) as found:
        client_of(server.url).get("/api/v1/pods")
    assert (found.value.status, found.value.reason) == (403, "Forbidden")
    assert found.value.message.startswith("pods is forbidden")
    assert len(server.seen) == 1


def test_a_no_in_plain_text_is_quoted(server: RecordingServer) -> None:
    serve(server, Said(b"404 page\nnot found\n", 404, {"Content-Type": "text/plain"}))
    with pytest.raises(ApiRefused) as found:
        client_of(server.url).get("/nowhere")
    assert (found.value.status, found.value.message) == (404, "404 page not found")


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_trouble_that_may_pass_is_waited_for(server: RecordingServer, status: int) -> None:
    serve(server, Said(b"", status), Said(b"", status), Said(b"well"))
    assert client_of(server.url).get("/api").body == b"well"


def test_trouble_that_stays_is_told_after_three_more_tries(server: RecordingServer) -> None:
    serve(server, Said(b"etcd is away", 500))
    with pytest.raises(ApiRefused) as found:
        client_of(server.url).get("/api")
    assert (found.value.status, len(server.seen)) == (500, 4)


def test_the_server_says_how_long_to_wait(server: RecordingServer) -> None:
    serve(server, Said(b"", 429, {"Retry-After": "7"}), Said(b"well"))
    waits = Waits()
    assert client_of(server.url, waits).get("/api").body == b"well"
    assert waits.asked == [7]


def test_who_is_told_to_wait_longer_than_there_is_time_gives_up_at_once(
    server: RecordingServer,
) -> None:
    serve(server, Said(b"", 429, {"Retry-After": "30"}))
    waits = Waits()
    with pytest.raises(ApiRefused):
        client_of(server.url, waits).get("/api", timeout=20)
    assert waits.asked == []


@pytest.mark.parametrize(
    "path", ["/api/v1/namespaces/a/pods/b/log", "/api/v1/nodes/n1/proxy/configz"]
)
def test_a_kubelet_that_fails_is_not_the_servers_trouble(
    server: RecordingServer, path: str
) -> None:
    serve(server, Said(b"dial tcp: connection refused", 502))
    with pytest.raises(ApiRefused):
        client_of(server.url).get(path)
    assert len(server.seen) == 1


def test_a_get_is_repeated_when_the_connection_breaks(server: RecordingServer) -> None:
    half = Said(chunks=lambda: iter([b"half"]), reset=True)
    serve(server, Said(reset=True), half, Said(b"whole"))
    assert client_of(server.url).get("/api").body == b"whole"


def test_a_post_is_not(server: RecordingServer) -> None:
    serve(server, Said(reset=True))
    with pytest.raises(ApiUnreachable) as found:
        client_of(server.url).post("/api/v1/pods", b"{}")
    assert (found.value.why, len(server.seen)) == (Why.RESET, 1)


def test_a_post_carries_its_body_and_a_delete_may(server: RecordingServer) -> None:
    client = client_of(server.url)
    assert client.post("/reviews", b'{"a":1}').startswith(b"{")
    assert client.delete("/pods/x").startswith(b"{")
    first, second = server.seen
    assert (first.method, first.body, first.header("content-type")) == (
        "POST",
        b'{"a":1}',
        "application/json",
    )
    assert (second.method, second.body) == ("DELETE", b"")


def dribble() -> Iterator[bytes]:
    for _ in range(200):
        sleep(0.1)
        yield b"x"


def test_an_answer_that_dribbles_ends_at_the_deadline(server: RecordingServer) -> None:
    server.answer = lambda _: Said(chunks=dribble)
    with pytest.raises(ApiUnreachable) as found:
        client_of(server.url).get("/log", timeout=0.5)
    assert found.value.why is Why.TIMED_OUT


def test_an_answer_that_does_not_come_ends_at_the_deadline(server: RecordingServer) -> None:
    hang = Event()

    def hold(_: Seen) -> Said:
        hang.wait(20)
        return Said()

    server.answer = hold
    with pytest.raises(ApiUnreachable) as found:
        client_of(server.url, timeout=0.3).get("/api")
    hang.set()
    assert found.value.why is Why.TIMED_OUT


def test_a_stop_ends_a_call_at_the_next_chunk(server: RecordingServer) -> None:
    server.answer = lambda _: Said(chunks=dribble)
    stop = Event()
    Timer(0.3, stop.set).start()
    with pytest.raises(Stopped):
        client_of(server.url, stop).get("/log")


def test_after_a_stop_nothing_is_sent(server: RecordingServer) -> None:
    stop = Event()
    stop.set()
    with pytest.raises(Stopped):
        client_of(server.url, stop).get("/api")
    assert server.seen == []


def test_a_stop_ends_the_waiting_for_another_try(server: RecordingServer) -> None:
    serve(server, Said(b"", 503, {"Retry-After": "20"}))
    waits = Waits(stopped=True)
    with pytest.raises(Stopped):
        client_of(server.url, waits).get("/api")
    assert (waits.asked, len(server.seen)) == ([20], 1)


def test_an_abort_does_not_wait_for_the_next_chunk(server: RecordingServer) -> None:
    hang = Event()
    answered: list[Seen] = []

    def hold(seen: Seen) -> Said:
        if not hang.wait(20):
            answered.append(seen)
        return Said()

    server.answer = hold
    client = client_of(server.url)
    Timer(0.3, client.abort).start()
    with pytest.raises(Stopped):
        client.get("/hang")
    hang.set()
    assert answered == []
