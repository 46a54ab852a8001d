"""Names of pods whose ending the author hid."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import PodListed
from calicovet.parse.calico_names import is_calico_node, is_masked
from calicovet.parse.pods import read_pod_table
from calicovet.parse.text.attribution import Names, gather
from calicovet.parse.text.line_kinds import line_looks
from calicovet.parse.text.transcript import read_transcript
from tests.support.reading import read_command

MASKS = ["calico-node-XXXX", "calico-node-xxxxx", "calico-node-**", "calico-node-***"]


@pytest.mark.parametrize("name", MASKS)
def test_a_row_is_read(name: str) -> None:
    row = f"kube-system  {name}  0/1  Running  5  2d"
    looks = line_looks(row)
    assert looks is not None
    assert looks.kind is EvidenceKind.POD_TABLE
    evidence = Evidence(id="e", kind=EvidenceKind.POD_TABLE, content=row)
    (listed,) = (fact for fact in read_pod_table(evidence) if isinstance(fact, PodListed))
    assert (listed.about.pod, listed.about.namespace) == (name.lower(), "kube-system")
    assert is_calico_node(listed.about.pod)


def test_a_name_of_two_parts_may_be_masked_twice() -> None:
    row = "calico-kube-controllers-XXXXXXXXXX-XXXXX  1/1  Running  0  2d"
    looks = line_looks(row)
    assert looks is not None
    assert looks.kind is EvidenceKind.POD_TABLE


@pytest.mark.parametrize("name", MASKS)
def test_a_command_names_it(name: str) -> None:
    for verb in ("logs", "describe pod", "get pod", "exec"):
        assert read_command(f"kubectl -n kube-system {verb} {name}").pod == name.lower()


@pytest.mark.parametrize("name", ["$POD", "<pod>", "CALICO-NODE", "**", "XXXX"])
def test_what_is_no_name_stays_none(name: str) -> None:
    assert read_command(f"kubectl logs {name}").pod == ""


@pytest.mark.parametrize(
    "text",
    [
        "calico-node-XXXX is not ready: 0/1 Running since 2 days",
        "某个节点的calico-node-**出现READY 0/1",
        "** calico-node ** 0/1 pods",
    ],
)
def test_prose_stays_prose(text: str) -> None:
    looks = line_looks(text)
    assert looks is None or looks.kind is not EvidenceKind.POD_TABLE


def test_real_endings_are_no_masks() -> None:
    assert not any(
        map(is_masked, ["calico-node-x7k2p", "calico-node", "xxl-job", "calico-node-abxxx"])
    )


def home(*rows: str) -> dict[str, str]:
    names = Names()
    gather(names, ("NAME  READY  STATUS  RESTARTS  AGE  IP  NODE", *rows))
    return names.pods


def test_one_masked_row_shows_where_its_pod_runs() -> None:
    row = "calico-node-XXXX  0/1  Running  3  2d  10.0.0.1  n1"
    assert home(row) == {"calico-node-xxxx": "n1"}
    assert home(row, row) == {"calico-node-xxxx": "n1"}
    assert home(row, row.replace("n1", "n2")) == {}, "it means another one in each row"


def test_the_log_of_the_only_masked_pod_is_its_nodes() -> None:
    paste = (
        "kubectl get pods -o wide\n"
        "NAME  READY  STATUS  RESTARTS  AGE  IP  NODE\n"
        "calico-node-XXXX  0/1  Running  3  2d  10.0.0.1  n1\n\n"
        "kubectl logs calico-node-XXXX\n"
        "2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 425: Early log level set to info\n"
    )
    pieces = read_transcript(Evidence(id="P", kind=EvidenceKind.PASTE, content=paste)).pieces
    assert pieces[-1].kind is EvidenceKind.CALICO_LOG
    assert pieces[-1].about.node == "n1"
