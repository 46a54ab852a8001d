"""The same evidence gives the same diagnosis, in whatever layout and form it comes."""

import gzip
import json
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from calicovet.api import diagnose_paths
from calicovet.api.diagnosing import diagnose_snapshot, read_paths
from calicovet.model.diagnosis import Diagnosis, NodeState, SummaryVerdict
from calicovet.model.facts import LoadAverage
from calicovet.model.finding import Verdict
from calicovet.model.stage import Shape
from tests.support import foreign_bundles as bundles

Node = tuple[str, NodeState, Shape | None]
Answer = tuple[SummaryVerdict, tuple[tuple[str, Verdict, tuple[str, ...]], ...], tuple[Node, ...]]
SICK = pytest.mark.parametrize("sick", [(), (2,)], ids=["healthy", "sick"])


def answer(diagnosis: Diagnosis) -> Answer:
    """What a person goes by: the verdict, the causes and where they are, each node and its state."""
    causes = tuple((cause.name, cause.verdict, cause.nodes) for cause in diagnosis.summary.causes)
    nodes = sorted((each.node or "", each.state, each.stages.shape) for each in diagnosis.nodes)
    return diagnosis.summary.verdict, causes, tuple(nodes)


@cache
def evidence(*sick: int) -> bundles.Evidence:
    return bundles.incident(*sick)


@cache
def as_printed(*sick: int) -> Answer:
    content = BytesIO(bundles.dump_as_printed(evidence(*sick)))
    return answer(diagnose_snapshot(read_paths("-", stdin=content)))


def test_what_all_are_held_to_is_right() -> None:
    verdict, causes, nodes = as_printed()
    assert (verdict, causes) == (SummaryVerdict.HEALTHY, ())
    verdict, causes, nodes = as_printed(2)
    assert causes == (("ip-wrong-bridge", Verdict.LIKELY, ("node-2",)),)
    assert [str(state) for _, state, _ in nodes] == ["healthy", "healthy", "sick"]


@SICK
@pytest.mark.parametrize("form", bundles.FORMS)
@pytest.mark.parametrize("layout", bundles.LAYOUTS)
def test_every_layout_in_every_form_gives_the_same_diagnosis(
    tmp_path: Path, layout: str, form: str, sick: tuple[int, ...]
) -> None:
    files = bundles.LAYOUTS[layout](evidence(*sick))
    assert answer(diagnose_paths(bundles.FORMS[form](files, tmp_path))) == as_printed(*sick)


def _yaml(value: object, depth: int = 0) -> str:
    """As kubectl prints it: keys in order, items at the margin of their list."""
    margin = "  " * depth
    if isinstance(value, dict):
        lines = []
        for key, each in sorted(value.items()):
            if isinstance(each, dict) and each:
                lines.append(f"{margin}{key}:\n{_yaml(each, depth + 1)}")
            elif isinstance(each, list) and each:
                items = "".join(
                    f"{margin}- {_yaml(item, depth + 1).lstrip()}"
                    if isinstance(item, dict)
                    else f"{margin}- {json.dumps(item)}\n"
                    for item in each
                )
                lines.append(f"{margin}{key}:\n{items}")
            else:
                lines.append(f"{margin}{key}: {json.dumps(each)}\n")
        return "".join(lines)
    return f"{margin}{json.dumps(value)}\n"


def _dump_as_yaml(content: bytes) -> bytes:
    lists, _, logs = content.partition(b"==== START")
    documents = [json.loads(each) for each in lists.replace(b"\n}\n", b"\n}\0").split(b"\0")[:-1]]
    return "---\n".join(map(_yaml, documents)).encode() + b"==== START" + logs


def _with_prompt(content: bytes) -> bytes:
    return b"$ kubectl cluster-info dump\n" + content


@SICK
@pytest.mark.parametrize("change", [_dump_as_yaml, _with_prompt], ids=["yaml", "behind a prompt"])
@pytest.mark.parametrize("where", ["file", "gz", "folder", "zip"])
def test_a_dump_that_was_printed_is_read_as_its_folder(
    tmp_path: Path, where: str, change: Callable[[bytes], bytes], sick: tuple[int, ...]
) -> None:
    content = change(bundles.dump_as_printed(evidence(*sick)))
    if where in ("file", "gz"):
        path = tmp_path / "dump.txt"
        path.write_bytes(gzip.compress(content) if where == "gz" else content)
    else:
        path = bundles.FORMS[where]({"x/dump.txt": content}, tmp_path)
    assert answer(diagnose_paths(path)) == as_printed(*sick)


def test_objects_that_are_no_dump_stay_one_text(tmp_path: Path) -> None:
    path = tmp_path / "nodes.json"
    nodes = {"apiVersion": "v1", "items": list(evidence(2).nodes), "kind": "List"}
    path.write_text(json.dumps(nodes, indent=4))
    [piece] = read_paths(path).evidence
    assert (piece.kind, piece.source) == ("paste", "nodes.json")


def test_a_sosreport_alone_names_the_cause_from_the_logs_of_the_hosts_pods(tmp_path: Path) -> None:
    log = evidence(2).logs["kube-system", "calico-node-p0002", "calico-node"]
    in_cri_form = "".join(f"2024-05-06T07:08:09.1Z stdout F {line}\n" for line in log.splitlines())
    top = "sosreport-node-2-2024-05-06-abcdefg"
    pod = "kube-system_calico-node-p0002_0b9c0e3e-1111-2222-3333-444455556666"
    files = {
        f"{top}/sos_commands/host/hostname": b"node-2\n",
        f"{top}/var/log/pods/{pod}/calico-node/0.log": in_cri_form.encode(),
        f"{top}/var/log/pods/default_shop-x7k2p_0b9c0e3e-2222/web/0.log": b"error\n",
    }
    for form, write in bundles.FORMS.items():
        diagnosis = diagnose_paths(write(files, tmp_path / form.replace(" ", "-")))
        [node] = diagnosis.nodes
        assert (node.node, node.pod) == ("node-2", "kube-system/calico-node-p0002")
        assert [cause.name for cause in diagnosis.summary.causes] == ["ip-wrong-bridge"], form


def test_a_host_that_kubernetes_knows_by_another_name_is_the_node_of_its_pods(
    tmp_path: Path,
) -> None:
    files = dict(bundles.troubleshoot(evidence(2)))
    log = evidence(2).logs["kube-system", "calico-node-p0002", "calico-node"]
    top = "sosreport-ip-10-0-0-9-2024-05-06-abcdefg"
    pod = "kube-system_calico-node-p0002_0b9c0e3e-1111-2222-3333-444455556666"
    files[f"{top}/sos_commands/host/hostname"] = b"ip-10-0-0-9\n"
    files[f"{top}/sos_commands/host/uptime"] = (
        b" 10:00:00 up 3 days, load average: 83.10, 7.00, 6.00\n"
    )
    files[f"{top}/var/log/pods/{pod}/calico-node/0.log"] = log.encode()
    diagnosis = diagnose_paths(bundles.FORMS["zip"](files, tmp_path))
    assert answer(diagnosis) == as_printed(2)
    assert {fact.about.node for fact, _ in diagnosis.facts if isinstance(fact, LoadAverage)} == {
        "node-2"
    }


_LINKS = b"""1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default
    inet 172.31.1.3/24 brd 172.31.1.255 scope global eth0
3: nerdctl0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP group default
    inet 10.4.0.1/24 brd 10.4.0.255 scope global nerdctl0
"""


@pytest.mark.parametrize("form", bundles.FORMS)
def test_what_lies_in_a_folder_named_after_a_node_proves_it_there(
    tmp_path: Path, form: str
) -> None:
    files = {**bundles.by_hand(evidence(2)), "case-4711/node-2/links.txt": _LINKS}
    diagnosis = diagnose_paths(bundles.FORMS[form](files, tmp_path))
    [cause] = diagnosis.summary.causes
    assert (cause.name, cause.verdict, cause.nodes) == (
        "ip-wrong-bridge",
        Verdict.PROVEN,
        ("node-2",),
    )
