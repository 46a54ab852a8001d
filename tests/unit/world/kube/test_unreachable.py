"""Why there is no answer, and what a person is told."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from ssl import TLSVersion
from threading import Thread

import pytest
from urllib3.connection import HTTPConnection
from urllib3.exceptions import NameResolutionError

from calicovet.model.language import Language
from calicovet.report.words import words
from calicovet.world.kube.authentication.credentials import Certificate, Fixed, Grant
from calicovet.world.kube.authentication.no_access import no_access
from calicovet.world.kube.client import open_client
from calicovet.world.kube.errors import ApiRefused, ApiUnreachable, Why
from calicovet.world.kube.failures import unreachable
from calicovet.world.kube.target import Target, Tls
from tests.support.certificates import Authority, key_of
from tests.support.recording_server import RecordingProxy, RecordingServer, Said
from tests.unit.world.kube.targets import target_of


def told(target: Target) -> str:
    """The key of what a person is told when the first request fails."""
    try:
        open_client(target).pages("/api/v1/nodes", dict)
    except (ApiUnreachable, ApiRefused) as error:
        ending = no_access(error, target)
    else:
        pytest.fail("it was let in")
    for language in Language:
        frame = words(language)
        message = frame.say(
            f"error.{ending.key}.message", **{"program": "calicovet", **ending.details}
        )
        assert target.server in message
        assert frame.say(f"error.{ending.key}.hint", program="calicovet")
    return ending.key


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def trusting(authority: Authority, **more: object) -> Tls:
    return Tls(authorities=authority.file.read_bytes(), **more)  # type: ignore[arg-type]


@contextmanager
def says(text: bytes) -> Iterator[int]:
    """A port whose owner says one thing to everybody and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def talk() -> None:
            while True:
                try:
                    caller, _ = listening.accept()
                except OSError:
                    return
                with caller:
                    caller.recv(1 << 16)
                    caller.sendall(text)

        Thread(target=talk, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


def test_connection_refused() -> None:
    assert told(target_of(f"https://127.0.0.1:{free_port()}")) == "api-refused"


def test_a_name_that_is_not_known() -> None:
    # Too long a label is refused without a DNS query.
    assert told(target_of(f"https://{'a' * 70}.recorded.test")) == "api-name"


def test_a_name_that_the_resolver_does_not_find() -> None:
    connection = HTTPConnection("api.recorded.test")
    inner = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    failed = NameResolutionError("api.recorded.test", connection, inner)
    failed.__cause__ = inner
    found = unreachable(failed)
    assert (found.why, found.detail) == (Why.NAME, "Name or service not known")


def test_an_authority_that_did_not_sign_it(authority: Authority, tmp_path: Path) -> None:
    other = Authority(tmp_path, "another-ca")
    with RecordingServer(authority.server) as server:
        assert told(target_of(server.url, tls=trusting(other))) == "api-tls-untrusted"


def test_the_systems_authorities_did_not_sign_it(authority: Authority) -> None:
    with RecordingServer(authority.server) as server:
        assert told(target_of(server.url)) == "api-tls-untrusted"


def test_a_server_certificate_out_of_date(authority: Authority) -> None:
    with RecordingServer(authority.expired_server) as server:
        assert told(target_of(server.url, tls=trusting(authority))) == "api-tls-expired"


def test_a_certificate_for_other_names(authority: Authority) -> None:
    with RecordingServer(authority.server) as server:
        tls = trusting(authority, server_name="elsewhere.recorded.test")
        assert told(target_of(server.url, tls=tls)) == "api-tls-name"


def test_a_certificate_of_ours_that_is_refused(authority: Authority, tmp_path: Path) -> None:
    stranger = Authority(tmp_path, "another-ca").user
    shown = Certificate(stranger.read_bytes(), key_of(stranger).read_bytes())
    with RecordingServer(authority.server, authority.file) as server:
        assert server.context is not None
        # From 1.3 on the handshake ends before the no comes, which may then get lost.
        server.context.maximum_version = TLSVersion.TLSv1_2
        credentials = Fixed(Grant("", shown))
        target = target_of(server.url, tls=trusting(authority), credentials=credentials)
        assert told(target) == "api-tls-own"


def test_a_401_with_a_certificate_that_has_expired(authority: Authority) -> None:
    mine = authority.expired_user
    shown = Certificate(mine.read_bytes(), key_of(mine).read_bytes())
    with RecordingServer(authority.server) as server:
        server.answer = lambda _: Said(b"Unauthorized", 401)
        credentials = Fixed(Grant("", shown))
        target = target_of(server.url, tls=trusting(authority), credentials=credentials)
        assert told(target) == "api-own-expired"


def test_a_401_with_a_token(server: RecordingServer) -> None:
    server.answer = lambda _: Said(b"Unauthorized", 401)
    assert told(target_of(server.url)) == "api-unauthorized"


def test_a_403(server: RecordingServer) -> None:
    server.answer = lambda _: Said(b"no", 403)
    assert told(target_of(server.url)) == "api-forbidden"


def test_a_server_that_is_ill(server: RecordingServer) -> None:
    server.answer = lambda _: Said(b"no etcd", 501)
    assert told(target_of(server.url)) == "api-failing"


def test_a_server_without_tls(server: RecordingServer) -> None:
    assert told(target_of(f"https://127.0.0.1:{server.port}")) == "api-not-kubernetes"


@pytest.mark.parametrize(
    "said",
    [
        Said(b"<html>Please log in</html>", headers={"Content-Type": "text/html"}),
        Said(b"", 302, {"Location": "https://login.example/"}),
        Said(b"Not Found", 404),
    ],
)
def test_something_else_answers(server: RecordingServer, said: Said) -> None:
    server.answer = lambda _: said
    assert told(target_of(server.url)) == "api-not-kubernetes"


@pytest.mark.parametrize("text", [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"\0\1\2"])
def test_something_that_speaks_no_http(text: bytes) -> None:
    with says(text) as port:
        assert told(target_of(f"http://127.0.0.1:{port}")) == "api-reset"


def test_a_time_that_is_up(server: RecordingServer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        target = target_of(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.2)
        assert told(target) == "api-timed-out"


def test_a_proxy_that_is_not_there() -> None:
    target = target_of("https://127.0.0.1:1", proxy=f"http://127.0.0.1:{free_port()}")
    assert told(target) == "api-proxy"


@pytest.mark.parametrize("status", [403, 407, 502])
def test_a_proxy_that_says_no(status: int) -> None:
    with RecordingProxy(1) as proxy:
        proxy.refuses = status
        target = target_of("https://127.0.0.1:1", proxy=f"http://me:pw@127.0.0.1:{proxy.port}")
        assert told(target) == "api-proxy"


def test_no_password_of_a_proxy_is_told() -> None:
    target = target_of("https://127.0.0.1:1", proxy="http://me:s3cret@127.0.0.1:1")
    ending = no_access(ApiUnreachable(Why.PROXY, "no"), target)
    assert ending.details["proxy"] == "http://127.0.0.1:1"


@pytest.mark.parametrize("why", Why)
def test_there_are_words_for_every_reason(why: Why) -> None:
    ending = no_access(ApiUnreachable(why, "no"), target_of("https://127.0.0.1:1"))
    assert ending.exit_code == 4
    assert all(f"error.{ending.key}.message" in words(language) for language in Language)
