"""What a person's own try to reach the API server came to."""

import pytest

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import CurlAnswered
from tests.unit.parse.host.pieces import facts, lines_of

CURL = EvidenceKind.API_CURL
VERSION = '{\n  "major": "1",\n  "minor": "27",\n  "gitVersion": "v1.27.4"\n}'
FORBIDDEN = (
    '{\n  "kind": "Status",\n  "status": "Failure",\n  "reason": "Forbidden",\n  "code": 403\n}'
)
SERVICE = "curl -km3 https://10.96.0.1:443/version"
BOTH = f"{SERVICE}; curl -km3 https://192.168.2.10:6443/version"


def said(text: str, command: str = SERVICE) -> list[tuple[str, bool, str]]:
    return [
        (fact.target, fact.ok, fact.error)
        for fact in facts(CURL, text, command)
        if isinstance(fact, CurlAnswered)
    ]


@pytest.mark.parametrize(
    "text",
    [
        VERSION,
        FORBIDDEN,
        "ok",
        "Client sent an HTTP request to an HTTPS server.",
        "*   Trying 10.96.0.1:443...\n* Connected to 10.96.0.1 (10.96.0.1) port 443 (#0)\n< HTTP/2 200\n"
        + VERSION,
        "Connection to 10.96.0.1 443 port [tcp/https] succeeded!",
        "Ncat: Version 7.50\nNcat: Connected to 10.96.0.1:443.\nNcat: 0 bytes sent.",
        "Trying 10.96.0.1...\nConnected to 10.96.0.1.\nEscape character is '^]'.",
        "10.96.0.1 (10.96.0.1:443) open",
        "(UNKNOWN) [10.96.0.1] 443 (https) open",
        "CONNECTED(00000003)",
    ],
)
def test_an_answer(text: str) -> None:
    assert said(text) == [("10.96.0.1:443", True, "")]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("curl: (7) Failed to connect to 10.96.0.1 port 443: Connection refused", "refused"),
        ("curl: (7) Failed connect to 10.96.0.1:443; No route to host", "no-route"),
        (
            "curl: (28) Failed to connect to 10.96.0.1 port 443 after 133345 ms: Could not connect to server",
            "timeout",
        ),
        ("curl: (28) Connection timed out after 3001 milliseconds", "timeout"),
        (
            "curl: (35) OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to 10.96.0.1:443",
            "tls-other",
        ),
        ("nc: connect to 10.96.0.1 port 443 (tcp) failed: Connection timed out", "timeout"),
        ("Ncat: Connection refused.", "refused"),
        (
            "Trying 10.96.0.1...\ntelnet: Unable to connect to remote host: Connection refused",
            "refused",
        ),
        ("telnet: connect to address 10.96.0.1: Network is unreachable", "unreachable"),
        (
            "bash: connect: Connection refused\nbash: /dev/tcp/10.96.0.1/443: Connection refused",
            "refused",
        ),
        ("Connecting to 10.96.0.1:443... failed: Connection timed out.", "timeout"),
        ("wget: can't connect to remote host (10.96.0.1): Connection refused", "refused"),
        ("connect:errno=111", "refused"),
        ("(UNKNOWN) [10.96.0.1] 443 (https) : Connection refused", "refused"),
        (
            "* Connected to 10.96.0.1 (10.96.0.1) port 443 (#0)\ncurl: (56) Recv failure: Connection reset by peer",
            "reset",
        ),
        (
            "*   Trying 10.96.0.1:443...\n* connect to 10.96.0.1 port 443 failed: Connection refused\n"
            "curl: (7) Failed to connect to 10.96.0.1 port 443 after 0 ms: Couldn't connect to server",
            "refused",
        ),
    ],
)
def test_a_failure(text: str, error: str) -> None:
    assert said(text) == [("10.96.0.1:443", False, error)]


def test_an_unknown_failure_keeps_its_words() -> None:
    line = (
        "curl: (7) Failed to connect to 10.96.0.1 port 443 after 0 ms: Couldn't connect to server"
    )
    assert said(line, "") == [("10.96.0.1:443", False, line)]


def test_a_server_that_curl_does_not_trust_was_reached() -> None:
    text = "curl: (60) SSL certificate problem: unable to get local issuer certificate\nMore details here"
    assert said(text) == [("10.96.0.1:443", True, "tls-unknown-ca")]


def test_several_tries_in_the_order_of_the_commands() -> None:
    found = facts(CURL, "curl: (28) Connection timed out after 3001 milliseconds\n" + VERSION, BOTH)
    assert found == [
        CurlAnswered(target="10.96.0.1:443", ok=False, error="timeout"),
        CurlAnswered(target="192.168.2.10:6443", ok=True),
    ]
    assert lines_of(found) == [1, 3]
    assert said(VERSION + "\n" + FORBIDDEN, BOTH) == [
        ("10.96.0.1:443", True, ""),
        ("192.168.2.10:6443", True, ""),
    ]
    assert [ok for _, ok, _ in said("ok\nok", BOTH)] == [True, True]


def test_two_connections_that_name_their_target() -> None:
    text = "Connection to 10.96.0.1 443 port [tcp/https] succeeded!\nConnection to 10.0.0.1 6443 port [tcp/*] succeeded!"
    assert [target for target, _, _ in said(text, "")] == ["10.96.0.1:443", "10.0.0.1:6443"]


def test_which_of_two_is_not_guessed() -> None:
    assert said("curl: (28) Connection timed out after 3001 milliseconds", BOTH) == []
    assert said("ok", "") == []


@pytest.mark.parametrize(
    "text", ["", "  % Total    % Received % Xferd", "*   Trying 10.96.0.1:443...", "404 page"]
)
def test_no_outcome_yet(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(("code", "ok"), [("403", True), ("000", False)])
def test_a_bare_code(code: str, ok: bool) -> None:
    command = "curl -k -o /dev/null -w '%{http_code}' https://10.96.0.1/version"
    assert said(code, command) == [("10.96.0.1:443", ok, "")]
    assert said(code) == []


@pytest.mark.parametrize(
    ("command", "target"),
    [
        ("curl -k https://[fd00::1]:6443/version", "[fd00::1]:6443"),
        ("curl http://k8s.example.com/healthz", "k8s.example.com:80"),
        ("nc -zv -w 3 10.96.0.1 443", "10.96.0.1:443"),
        ("telnet 10.96.0.1 443", "10.96.0.1:443"),
        ("timeout 3 bash -c '</dev/tcp/10.96.0.1/443' && echo ok", "10.96.0.1:443"),
        ("openssl s_client -connect 10.96.0.1:443", "10.96.0.1:443"),
        ("curl -k 10.96.0.1:443", "10.96.0.1:443"),
    ],
)
def test_targets_of_commands(command: str, target: str) -> None:
    assert said("ok", command) == [(target, True, "")]


def test_a_host_without_port_is_told_as_such() -> None:
    assert said("curl: (6) Could not resolve host: api.example.com", "") == [
        ("api.example.com", False, "lookup")
    ]


def test_an_address_that_curl_does_not_understand_was_never_tried() -> None:
    text = "curl: (3) bad range in URL position 10:\nhttps://[10.96.0.1]:443/version"
    assert said(text, "curl -skSm3 https://[10.96.0.1]:443/version") == []
