"""Files of hosts belong to the host of the folder or archive that they came in."""

import lzma
from collections.abc import Mapping
from pathlib import Path

import pytest

from calicovet.model.evidence import EvidenceKind, Snapshot
from tests.support.foreign_bundles import FORMS, tarred, zipped
from tests.support.snapshots import read_back

LOADS = {"zeta": "83.10", "alpha": "0.10"}


def uptime(load: str) -> bytes:
    return f" 10:00:00 up 3 days,  1 user,  load average: {load}, 70.00, 60.00\n".encode()


def sosreport(host: str, folder: str = "") -> dict[str, bytes]:
    top = folder or f"sosreport-{host}-2024-05-06-abcdefg"
    return {
        f"{top}/sos_commands/host/hostname": f"{host}\n".encode(),
        f"{top}/sos_commands/host/uptime": uptime(LOADS[host]),
    }


def loads(snapshot: Snapshot) -> dict[str, str]:
    """The load of each host, as the pieces say whose they are."""
    return {
        piece.about.node: piece.content.split("average: ")[1].split(",")[0]
        for piece in snapshot.evidence
        if piece.kind is EvidenceKind.LOAD
    }


BOTH = {**sosreport("zeta"), **sosreport("alpha")}
WITHOUT_NAMES = {**sosreport("zeta", "1"), **sosreport("alpha", "2")}
NAMED_WRONGLY = {
    **sosreport("zeta", "sosreport-old-name-2024-05-06-abcdefg"),
    **sosreport("alpha", "x"),
}
PACKED = {
    f"sosreport-{host}-2024-05-06-abcdefg.tar.xz": lzma.compress(tarred(sosreport(host)), preset=0)
    for host in LOADS
}


@pytest.mark.parametrize(
    "files",
    [BOTH, dict(reversed(BOTH.items())), WITHOUT_NAMES, NAMED_WRONGLY, PACKED],
    ids=["folders", "the other order", "folders without names", "other names", "archives"],
)
@pytest.mark.parametrize("form", FORMS)
def test_two_sosreports_are_two_hosts(
    tmp_path: Path, files: Mapping[str, bytes], form: str
) -> None:
    assert loads(read_back(FORMS[form](files, tmp_path))) == LOADS


def test_two_sosreports_given_one_by_one_are_the_same_two_hosts(tmp_path: Path) -> None:
    FORMS["folder"]({**BOTH, **PACKED}, tmp_path)
    for ending in ("", ".tar.xz"):
        paths = [tmp_path / "in" / f"sosreport-{host}-2024-05-06-abcdefg{ending}" for host in LOADS]
        assert loads(read_back(*paths)) == loads(read_back(*reversed(paths))) == LOADS


def test_the_hostname_that_was_read_outweighs_the_name_of_the_folder(tmp_path: Path) -> None:
    folder = "sosreport-zeta-webshop-01234567-2024-05-06-abcdefg"
    FORMS["folder"](sosreport("zeta", folder), tmp_path)
    assert loads(read_back(tmp_path / "in" / folder)) == {"zeta": "83.10"}


def test_a_host_that_nothing_names_is_not_the_one_beside_it(tmp_path: Path) -> None:
    files = {**sosreport("zeta"), "other/sos_commands/host/uptime": uptime("0.10")}
    assert loads(read_back(FORMS["zip"](files, tmp_path))) == {"zeta": "83.10", "": "0.10"}


def test_the_files_of_a_node_in_a_support_bundle_are_that_nodes(tmp_path: Path) -> None:
    def node(name: str, line: str) -> bytes:
        return zipped(
            {
                f"{name}/hostinfos/hostinfo": f"hostname : \n \t{name}\n".encode(),
                f"{name}/logs/dmesg.log": f"[Mon May  6 07:08:09 2024] {line}\n".encode(),
            }
        )

    files = {
        "supportbundle_1/yamls/cluster/v1/nodes.yaml": b"kind: List\n",
        "supportbundle_1/nodes/worker-2.zip": node("worker-2", "one"),
        "supportbundle_1/nodes/worker-1.zip": node("worker-1", "two"),
    }
    for form in FORMS:
        snapshot = read_back(FORMS[form](files, tmp_path / form.replace(" ", "-")))
        logs = {
            piece.about.node: piece.content[-3:]
            for piece in snapshot.evidence
            if piece.kind is EvidenceKind.KERNEL_LOG
        }
        assert logs == {"worker-1": "two", "worker-2": "one"}, form


def test_a_hostname_beside_files_of_any_name_is_their_host(tmp_path: Path) -> None:
    from calicovet.api import diagnose_paths
    from calicovet.model.facts import LoadAverage

    files = {
        "a/hostname": b"zeta\n",
        "a/load.txt": uptime("83.10"),
        "b/info/hostname": b"alpha\n",
        "b/outputs/load.txt": uptime("0.10"),
    }
    diagnosis = diagnose_paths(FORMS["folder"](files, tmp_path))
    found = {
        fact.about.node: fact.one for fact, _ in diagnosis.facts if isinstance(fact, LoadAverage)
    }
    assert found == {"zeta": 83.1, "alpha": 0.1}


@pytest.mark.parametrize("name", ["localhost", "localhost.localdomain", "(none)", ";", ""])
def test_what_is_no_name_of_a_host_names_none(tmp_path: Path, name: str) -> None:
    files = {
        "x/sos_commands/host/hostname": name.encode(),
        "x/sos_commands/host/uptime": uptime("1.00"),
    }
    assert set(loads(read_back(FORMS["zip"](files, tmp_path)))) == {""}
