"""A snapshot that was saved comes back as it was, and holds no secret."""

import gzip
import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from calicovet.model.errors import BadInput, BadUsage, CannotGoOn
from calicovet.model.evidence import (
    Evidence,
    EvidenceKind,
    Gap,
    GapReason,
    Request,
    Snapshot,
    evidence_id,
)
from calicovet.model.subject import Subject
from calicovet.world.bundles.snapshot_file import save_bundle
from tests.support.snapshots import TAKEN_AT, read_back, snapshots

POD = Subject("node-4", "kube-system", "calico-node-x7k2p")


def piece(content: str, kind: EvidenceKind = EvidenceKind.PASTE, order: int = 0) -> Evidence:
    return Evidence(
        id=evidence_id("paste", order, content),
        kind=kind,
        content=content,
        about=POD,
        source="/api/v1/namespaces/kube-system/pods/calico-node-x7k2p",
        taken_by="kubectl -n kube-system get pod calico-node-x7k2p -o json",
        taken_at=TAKEN_AT,
        whole=True,
        order=order,
    )


SMALL = Snapshot(
    (
        piece('{\n  "kind": "Pod"\n}', EvidenceKind.OBJECTS),
        replace(
            piece("one\ntwo\nthree", EvidenceKind.CALICO_LOG, 1),
            about=replace(POD, container="calico-node", previous=True),
            numbers=(1, 2, 900),
        ),
    ),
    (
        Gap(
            Request(EvidenceKind.KUBELET_CONFIG, POD),
            GapReason.FORBIDDEN,
            "no",
            "grant nodes/proxy",
        ),
    ),
)


def saved(folder: Path, snapshot: Snapshot = SMALL, name: str = "b.tar.gz") -> Path:
    path = folder / name
    save_bundle(snapshot, path, taken_at=TAKEN_AT, context="prod", server="https://u:p@api:6443/x")
    return path


def contents(path: Path) -> Mapping[str, bytes]:
    with tarfile.open(path) as archive:
        return {
            member.name: found.read()
            for member in archive
            if (found := archive.extractfile(member)) is not None
        }


@settings(
    suppress_health_check=[HealthCheck.too_slow], max_examples=60, deadline=None, derandomize=True
)
@given(snapshots())
def test_any_snapshot_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, snapshot: Snapshot
) -> None:
    path = tmp_path_factory.mktemp("b") / "b.tar.gz"
    save_bundle(snapshot, path, taken_at=TAKEN_AT)
    assert read_back(path) == snapshot


def test_paths_in_it_say_what_it_is(tmp_path: Path) -> None:
    files = contents(saved(tmp_path))
    assert list(files) == [
        "index.json",
        "gaps.json",
        "nodes/node-4/pods/kube-system/calico-node-x7k2p/logs/calico-node.previous.log",
        "nodes/node-4/pods/kube-system/calico-node-x7k2p/pods.json",
    ]
    index = json.loads(files["index.json"])
    assert (index["schema"], index["context"]) == ("calicovet-bundle/v1", "prod")
    assert index["server"] == "https://api:6443/x"
    assert json.loads(files["gaps.json"])[0]["how_to_close"] == "grant nodes/proxy"


def test_equal_snapshots_give_equal_files_that_only_their_owner_reads(tmp_path: Path) -> None:
    first, second = saved(tmp_path, name="a.tgz"), saved(tmp_path, name="b.tgz")
    assert first.read_bytes() == second.read_bytes()
    assert first.stat().st_mode & 0o777 == 0o600
    with tarfile.open(first) as archive:
        assert {(each.mode, each.uid, each.uname) for each in archive} == {(0o600, 0, "")}


def test_a_file_that_is_there_stays_unless_it_is_forced(tmp_path: Path) -> None:
    path = tmp_path / "b.tar.gz"
    path.write_text("mine")
    with pytest.raises(BadUsage) as caught:
        save_bundle(SMALL, path, taken_at=TAKEN_AT)
    assert (caught.value.key, path.read_text()) == ("bundle-exists", "mine")
    save_bundle(SMALL, path, taken_at=TAKEN_AT, force=True)
    assert read_back(path) == SMALL
    assert [each.name for each in tmp_path.iterdir()] == ["b.tar.gz"]


def test_where_nothing_can_be_written_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(CannotGoOn) as caught:
        save_bundle(SMALL, tmp_path / "no" / "b.tar.gz", taken_at=TAKEN_AT)
    assert caught.value.key == "not-written"
    assert list(tmp_path.iterdir()) == []


def test_two_pieces_of_one_place_get_two_files(tmp_path: Path) -> None:
    log = SMALL.evidence[1]
    twice = Snapshot((log, replace(log, id="other", content="else", numbers=(), order=2)))
    assert read_back(saved(tmp_path, twice)) == twice


def test_an_unpacked_bundle_is_the_same_and_so_is_one_packed_again(tmp_path: Path) -> None:
    folder = tmp_path / "from a colleague"
    with tarfile.open(saved(tmp_path)) as archive:
        archive.extractall(folder, filter="data")
    assert read_back(folder) == SMALL
    assert (
        read_back(Path(shutil.make_archive(str(tmp_path / "z"), "zip", tmp_path, folder.name)))
        == SMALL
    )
    subprocess.run(["tar", "cJf", tmp_path / "x.tar.xz", "-C", tmp_path, folder.name], check=True)
    assert read_back(tmp_path / "x.tar.xz") == SMALL


def test_a_text_beside_a_bundle_is_newer(tmp_path: Path) -> None:
    (tmp_path / "more.txt").write_text("more")
    both = read_back(saved(tmp_path), tmp_path / "more.txt")
    assert both.evidence[:2] == SMALL.evidence
    assert both.evidence[2].order > max(each.order for each in SMALL.evidence)


def test_what_a_cut_bundle_has_lost_is_a_gap_and_what_ends_early_is_not_whole(
    tmp_path: Path,
) -> None:
    noise = [piece(os.urandom(200_000).hex(), EvidenceKind.TEXT, order) for order in (1, 2)]
    path = saved(tmp_path, Snapshot((SMALL.evidence[0], *noise)))
    path.write_bytes(path.read_bytes()[:-300_000])
    found = read_back(path)
    first, second = found.evidence
    assert first == SMALL.evidence[0]
    [original] = [each for each in noise if each.id == second.id]
    assert not second.whole and original.content.startswith(second.content)
    details = [gap.detail for gap in found.gaps]
    assert any("missing in the bundle" in detail for detail in details)
    assert any("was cut off" in detail for detail in details)


def test_a_bundle_of_a_later_release_is_read_as_far_as_it_is_known(tmp_path: Path) -> None:
    files = dict(contents(saved(tmp_path)))
    index = json.loads(files["index.json"])
    index["new"] = 1
    index["files"][0] |= {"kind": "hologram", "smell": "burnt"}
    files["index.json"] = json.dumps(index).encode()
    assert packed(tmp_path, files).evidence[0].kind is EvidenceKind.TEXT


def test_a_bundle_whose_index_is_broken_is_refused_in_plain_words(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        packed(tmp_path, {"index.json": b'{"schema": "calicovet-bundle/v1", "files": 3}'})
    assert caught.value.key == "broken-bundle"


def test_an_index_that_asks_for_too_many_numbers_gets_as_many_as_there_are_lines(
    tmp_path: Path,
) -> None:
    files = dict(contents(saved(tmp_path)))
    index = json.loads(files["index.json"])
    index["files"][1]["numbers"] = [[1, 10**12]]
    files["index.json"] = json.dumps(index).encode()
    assert packed(tmp_path, files).evidence[1].numbers == (1, 2, 3)


def packed(folder: Path, files: Mapping[str, bytes]) -> Snapshot:
    for name, content in files.items():
        path = folder / "made" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return read_back(folder / "made")


JWT = "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJrdWJlcm5ldGVzIn0.c2lnbmF0dXJlLW9mLWl0"
PLANTED = f"""\
Authorization: Bearer Abc123Abc123Abc123Abc123
Authorization: Basic Ym9iOmh1bnRlcjItYmFzaWM=
token: {JWT}
-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIPlantedKeyBodyPlantedKeyBody
-----END EC PRIVATE KEY-----
"key": "-----BEGIN PRIVATE KEY-----\\nMIIEvPlantedOneLine\\n-----END PRIVATE KEY-----"
apiVersion: v1
data:
  anything: cGxhbnRlZC1kYXRh
  block: |
    planted-block
kind: Secret
metadata:
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {{"stringData":{{"x":"planted-applied"}}}}
---
{{"kind":"Secret","data":{{"x":"cGxhbnRlZC1jb21wYWN0"}}}}
    client-key-data: LS0tLS1CRUdJTlBsYW50ZWRLZXk=
https://bob:planted-url@registry.example.com/v2/
aws_access_key_id = AKIAPLANTEDPLANTED12
aws_secret_access_key = planted/aws+secret
{{"auths":{{"r.example.com":{{"auth":"cGxhbnRlZC1hdXRo"}}}}}}
kubeadm join 10.0.0.1:6443 --token plant1.plantedplanted12
plant2.plantedplanted34   23h   authentication,signing   system:bootstrappers:kubeadm:default-node-token
- name: DB_PASSWORD
  value: planted-env
      ETCD_PASSWORD:                      planted-describe
"""


def test_no_planted_secret_is_in_a_saved_bundle(tmp_path: Path) -> None:
    secrets = (
        "Abc123Abc123", "Ym9iOmh1bnRlcjI", JWT[:30], "PlantedKeyBody", "PlantedOneLine", "cGxhbnRlZ",
        "planted-block", "planted-applied", "LS0tLS1CRUdJTlBsYW50", "planted-url", "AKIAPLANTED",
        "planted/aws", "plant1.planted", "plant2.planted", "planted-env", "planted-describe",
    )  # fmt: skip
    assert all(secret in PLANTED for secret in secrets)
    # As if every collector had forgotten to redact.
    snapshot = Snapshot(
        (
            *(piece(PLANTED, kind, order) for order, kind in enumerate(EvidenceKind)),
            replace(piece("x", order=99), taken_by=f"curl -H 'Authorization: Bearer {JWT}'"),
            replace(piece("y", order=99), source="https://bob:planted-url@api/x"),
        ),
        (Gap(Request(EvidenceKind.PASTE), GapReason.ABSENT, PLANTED, PLANTED),),
    )
    raw = gzip.decompress(saved(tmp_path, snapshot).read_bytes()).decode()
    assert [secret for secret in secrets if secret in raw] == []
    assert raw.count("client-key-data") == len(EvidenceKind) + 2
