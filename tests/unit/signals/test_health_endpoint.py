"""The name that a probe of Felix asked for, and the address that it dialled."""

import pytest

from calicovet.model.case import NodeView
from calicovet.model.facts import Fact, KilledByProbe, Probe, ProbeFailed
from calicovet.model.subject import Subject
from calicovet.signals.health_endpoint import dials, lasts


def _failed(text: str, count: int = 1, container: str = "") -> ProbeFailed:
    return ProbeFailed(
        about=Subject(container=container), probe=Probe.LIVENESS, text=text, count=count
    )


def _view(*facts: Fact) -> NodeView:
    return NodeView("n", facts)


@pytest.mark.parametrize(
    ("text", "asked", "address"),
    [
        (
            'Get "http://localhost:9099/liveness": dial tcp [::1]:9099: connect: connection refused',
            "localhost",
            "::1",
        ),
        (
            "Get http://127.0.0.1:9099/liveness: dial tcp 192.0.2.7:9099: getsockopt: refused",
            "127.0.0.1",
            "192.0.2.7",
        ),
        (
            'calico/node is not ready: felix is not ready: Get \\"http://localhost:9099/readiness\\": '
            "dial tcp 127.0.0.1:9099: connect: connection refused",
            "localhost",
            "127.0.0.1",
        ),
    ],
)
def test_a_probe_shows_the_name_it_asked_and_the_address_it_dialled(
    text: str, asked: str, address: str
) -> None:
    (dial,) = dials(_view(_failed(text)))
    assert (dial.asked, str(dial.address)) == (asked, address)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "HTTP probe failed with statuscode: 503",
        'Get "http://localhost:9099/liveness": dial tcp: lookup localhost: no such host',
        'Get "http://localhost:9099/liveness": dial tcp 1.2.3.4.5:9099: connect: refused',
        'Get "http://localhost:8080/healthz": dial tcp [::1]:8080: connect: connection refused',
    ],
)
def test_a_probe_that_dialled_no_address_of_felix_gives_no_dial(text: str) -> None:
    assert dials(_view(_failed(text))) == ()


def test_the_probe_of_another_container_is_not_felix_own() -> None:
    text = 'Get "http://localhost:9099/x": dial tcp [::1]:9099: connect: connection refused'
    assert dials(_view(_failed(text, container="sidecar"))) == ()


def test_six_failures_or_a_kill_last_longer_than_any_start() -> None:
    text = 'Get "http://localhost:9099/x": dial tcp [::1]:9099: connect: connection refused'
    few, many = _view(_failed(text, 5)), _view(_failed(text, 4), _failed(text, 2))
    killed = _view(_failed(text), KilledByProbe(probe=Probe.LIVENESS))
    assert not lasts(few, dials(few))
    assert lasts(many, dials(many))
    assert lasts(killed, dials(killed))
    assert not lasts(killed, ())


def test_a_kill_for_something_else_does_not_make_one_failure_last() -> None:
    refused = 'Get "http://localhost:9099/x": dial tcp [::1]:9099: connect: connection refused'
    not_live = "calico/node is not ready: bird/confd is not live: exit status 1"
    killed = KilledByProbe(probe=Probe.LIVENESS)
    view = _view(killed, _failed(refused), _failed(not_live, 7))
    assert not lasts(view, dials(view))
