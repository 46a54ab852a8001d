"""A bundle's path and what it says of its piece are two sides of one thing."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calicovet.model.evidence import EvidenceKind
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.world.bundles.layout import GAPS, INDEX, Place, path_of, place_of

_calmly = settings(deadline=None, derandomize=True)

names = st.one_of(
    st.just(""),
    st.sampled_from(
        [
            "node-4",
            "worker.example.com",
            "..",
            ".",
            ".git",
            "%",
            "%2E",
            "a/b",
            "nul\0",
            "~",
            "x.log",
        ]
    ),
    st.text(max_size=20),
)
subjects = st.builds(Subject, names, names, names, names, st.booleans())
kinds = st.sampled_from(EvidenceKind)


@_calmly
@given(kinds, subjects, names)
def test_a_path_gives_back_the_kind_and_the_subject_it_was_made_of(
    kind: EvidenceKind, about: Subject, label: str
) -> None:
    assert place_of(path_of(kind, about, label)) == Place(kind, about)


@_calmly
@given(kinds, subjects, names)
def test_a_path_stays_inside_its_bundle_on_every_system(
    kind: EvidenceKind, about: Subject, label: str
) -> None:
    path = path_of(kind, about, label)
    assert path not in (INDEX, GAPS)
    for part in path.split("/"):
        assert re.fullmatch(r"[\w.%~-]+", part, re.ASCII) and not part.startswith(".")


@_calmly
@given(st.text(max_size=60))
def test_any_path_can_be_asked(path: str) -> None:
    place = place_of(path)
    if place is not None:
        assert place_of(path_of(place.kind, place.about)) == place


@pytest.mark.parametrize(
    ("path", "kind", "about"),
    [
        ("cluster/nodes.json", EvidenceKind.OBJECTS, NO_SUBJECT),
        ("cluster/pod-table.txt", EvidenceKind.POD_TABLE, NO_SUBJECT),
        ("nodes/node-4/kubelet/configz.json", EvidenceKind.OBJECTS, Subject("node-4")),
        ("nodes/node-4/host/ip-addr.txt", EvidenceKind.IP_ADDR, Subject("node-4")),
        (
            "nodes/node-4/logs/install-cni.previous.log",
            EvidenceKind.CALICO_LOG,
            Subject("node-4", container="install-cni", previous=True),
        ),
        (
            "nodes/node-4/pods/kube-system/calico-node-x7k2p/pod.json",
            EvidenceKind.OBJECTS,
            Subject("node-4", "kube-system", "calico-node-x7k2p"),
        ),
        ("paste.txt", EvidenceKind.PASTE, NO_SUBJECT),
    ],
)
def test_paths_that_people_meet(path: str, kind: EvidenceKind, about: Subject) -> None:
    assert place_of(path) == Place(kind, about)


@pytest.mark.parametrize("path", [INDEX, GAPS, "", "nodes", "nodes/a", "nodes/a/b/c/d", "x.md"])
def test_other_paths_say_nothing(path: str) -> None:
    assert place_of(path) is None
