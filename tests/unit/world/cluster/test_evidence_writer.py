"""Pieces without secrets, numbered by their weight."""

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.subject import Subject
from calicovet.world.cluster.evidence_writer import EvidenceWriter


def piece(kind: EvidenceKind, content: str = "x", previous: bool = False) -> Evidence:
    about = Subject("a", "ns", "pod", "calico-node", previous)
    return EvidenceWriter().piece(kind, content, source="s", taken_by="kubectl", about=about)


def test_secrets_do_not_reach_a_piece() -> None:
    found = piece(EvidenceKind.CALICO_LOG, "Authorization: Bearer abcdefghijklmnop\nplain")
    assert "abcdefghijklmnop" not in found.content
    assert found.content.endswith("\nplain")


def test_a_list_counts_as_newer_than_an_object_and_that_than_a_log() -> None:
    kinds = (EvidenceKind.POD_TABLE, EvidenceKind.OBJECTS, EvidenceKind.CALICO_LOG)
    orders = [found.order for found in EvidenceWriter().numbered(map(piece, kinds))]
    assert orders == sorted(orders, reverse=True)


def test_the_run_before_is_older() -> None:
    kind = EvidenceKind.CALICO_LOG
    now, before = EvidenceWriter().numbered([piece(kind), piece(kind, previous=True)])
    assert before.order < now.order


def test_every_piece_has_a_unique_name() -> None:
    writer = EvidenceWriter()
    first = writer.numbered([piece(EvidenceKind.OBJECTS), piece(EvidenceKind.OBJECTS)])
    second = writer.numbered([piece(EvidenceKind.OBJECTS)])
    assert len({found.id for found in (*first, *second)}) == 3


def test_only_a_log_has_no_time_of_the_look() -> None:
    log, listed = EvidenceWriter().numbered(
        [piece(EvidenceKind.CALICO_LOG), piece(EvidenceKind.POD_TABLE)]
    )
    assert log.taken_at is None
    assert listed.taken_at is not None
