"""Containers as the runtime sees them, its answers, and units."""

from datetime import timedelta

import pytest

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import Fact, RuntimeAnswered, RuntimeContainer, UnitState
from calicovet.model.subject import Subject
from tests.unit.parse.host.pieces import facts

LIST = EvidenceKind.CONTAINER_LIST
UNITS = EvidenceKind.UNITS
HOUR = timedelta(hours=1)


def only(found: list[object]) -> RuntimeContainer:
    (container,) = found
    assert isinstance(container, RuntimeContainer)
    return container


def test_a_row_of_crictl_without_its_header() -> None:
    row = only(
        list(
            facts(
                LIST,
                "e9b69c3f1449e       4945b742b8e66       About an hour ago   Running             "
                "upgrade-ipam                 0                   6540c5e206617",
                "crictl ps -a | grep upgrade-ipam",
                about=Subject(node="test-node1"),
            )
        )
    )
    assert row == RuntimeContainer(
        id="e9b69c3f1449e", name="upgrade-ipam", state="Running", age=HOUR
    )
    assert row.about == Subject(node="test-node1", container="upgrade-ipam")


def test_newer_crictl_shows_pod_and_namespace() -> None:
    found = facts(
        LIST,
        "CONTAINER  IMAGE  CREATED  STATE  NAME  ATTEMPT  POD ID  POD  NAMESPACE\n"
        "e9b69c3f1449e  docker.io/calico/node@sha256:1  2 minutes ago  Exited  calico-node  5  6540c5e206617  "
        "calico-node-x7k2p  kube-system\n",
    )
    assert only(list(found)).state == "Exited"
    assert only(list(found)).about == Subject(
        namespace="kube-system", pod="calico-node-x7k2p", container="calico-node"
    )


def test_a_row_of_docker() -> None:
    row = only(
        list(
            facts(
                LIST,
                'e9b69c3f1449   4945b742b8e6           "/opt/cni/bin/calico…"   About an hour ago   Up About an hour'
                "             k8s_upgrade-ipam_calico-node-jwhzz_kube-system_fbdc6ea3-48a9-464c-8158-5a54a73d62eb_0",
            )
        )
    )
    assert row == RuntimeContainer(
        id="e9b69c3f1449", name="upgrade-ipam", state="Running", age=HOUR, lister="docker"
    )
    assert row.about == Subject(
        namespace="kube-system", pod="calico-node-jwhzz", container="upgrade-ipam"
    )


def test_docker_containers_without_a_pod() -> None:
    row = only(
        list(
            facts(
                LIST,
                '0123456789ab  nginx  "nginx -g"  3 days ago  Exited (1) 2 days ago  80/tcp  web',
            )
        )
    )
    assert (row.name, row.state, row.about) == ("web", "Exited", Subject())
    cut = only(list(facts(LIST, '0123456789ab  nginx  "nginx"  3 days ago  Created')))
    assert (cut.name, cut.state) == ("", "Created")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("k8s://kube-system/calico-node-a/calico-node", "calico-node"),
        ("k8s://kube-system/calico-node-a", "POD"),
    ],
)
def test_nerdctl(label: str, name: str) -> None:
    row = only(
        list(facts(LIST, f'0123456789ab  calico/node  "start_runit"  3 days ago  Up  {label}'))
    )
    assert (row.name, row.lister) == (name, "nerdctl")
    assert row.about == Subject(
        namespace="kube-system", pod="calico-node-a", container="" if name == "POD" else name
    )


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("real\t0m0.031s\nuser\t0m0.010s\nsys\t0m0.008s", 0.031),
        ("real 2m1,500s", 121.5),
        ("crictl ps  0.01s user 0.01s system 60% cpu 0.031 total", 0.031),
        ("crictl ps  0.01s user 0.01s system 60% cpu 1:02.50 total", 62.5),
    ],
)
def test_how_long_the_runtime_took(text: str, seconds: float) -> None:
    assert facts(LIST, text, "time crictl ps") == [RuntimeAnswered(seconds=seconds)]


@pytest.mark.parametrize(
    "text",
    [
        "FATA[0010] listing containers: rpc error: code = DeadlineExceeded desc = context deadline exceeded\nreal 0m10.0s",
        "timeout",
        "^C",
        "^C\nreal 1m0.1s\nuser 0m0.0s",
    ],
)
def test_a_runtime_that_does_not_answer(text: str) -> None:
    assert facts(LIST, text, "time crictl ps") == [RuntimeAnswered(seconds=None)]


@pytest.mark.parametrize(
    "text",
    [
        "ERRO[0002] connect endpoint 'unix:///var/run/dockershim.sock', make sure you are running as root and "
        "the endpoint has been started: context deadline exceeded",
        "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
        "CONTAINER  IMAGE  CREATED  STATE  NAME\n^C",
        "",
    ],
)
def test_a_missing_socket_is_no_hang(text: str) -> None:
    assert facts(LIST, text, "crictl ps") == []


def test_rows_are_an_answer_whatever_crictl_grumbles() -> None:
    found = facts(
        LIST,
        "WARN[0002] timed out\ne9b69c3f1449e 4945b742b8e66 2 hours ago Running upgrade-ipam 0 6540c5e206617",
    )
    assert [type(fact) for fact in found] == [RuntimeContainer]


STATUS = """\
● kubelet.service - kubelet: The Kubernetes Node Agent
     Loaded: loaded (/lib/systemd/system/kubelet.service; enabled; vendor preset: enabled)
     Active: active (running) since Mon 2024-11-11 02:54:08 UTC; 2h 3min ago
   Main PID: 1234 (kubelet)
Nov 11 02:54:08 node13 kubelet[1234]: Active: failed
"""


def test_systemctl_status() -> None:
    assert facts(UNITS, STATUS, "systemctl status kubelet") == [
        UnitState(unit="kubelet", active="active", since="Mon 2024-11-11 02:54:08 UTC")
    ]


@pytest.mark.parametrize(
    ("text", "command", "expected"),
    [
        (
            "   Active: failed (Result: exit-code)",
            "systemctl status docker | grep Active",
            {"docker": "failed"},
        ),
        (
            "active\ninactive",
            "systemctl is-active containerd docker",
            {"containerd": "active", "docker": "inactive"},
        ),
        (
            "active\nfailed",
            "systemctl is-active kubelet; systemctl is-active docker.service",
            {"kubelet": "active", "docker": "failed"},
        ),
        (
            "ActiveState=activating",
            "systemctl show kubelet -p ActiveState",
            {"kubelet": "activating"},
        ),
        (
            "Unit docker.service could not be found.",
            "systemctl status docker",
            {"docker": "not-found"},
        ),
        (
            "× crio.service - x\n  Active: activating (auto-restart) (Result: exit-code)",
            "",
            {"crio": "activating"},
        ),
        (
            "  kubelet.service   loaded active running kubelet\n● a.service not-found inactive dead",
            "systemctl",
            {"kubelet": "active", "a": "inactive"},
        ),
    ],
)
def test_units(text: str, command: str, expected: dict[str, str]) -> None:
    found = facts(UNITS, text, command)
    assert {fact.unit: fact.active for fact in found if isinstance(fact, UnitState)} == expected


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Active: active (running)", ""),
        ("active", "systemctl is-active"),
        ("enabled", "systemctl is-enabled kubelet"),
        ("ActiveState=active", ""),
    ],
)
def test_states_without_a_unit(text: str, command: str) -> None:
    assert facts(UNITS, text, command) == []


def test_facts_cite_their_line() -> None:
    assert [fact.cited[0].line for fact in facts(UNITS, STATUS) if isinstance(fact, Fact)] == [3]
