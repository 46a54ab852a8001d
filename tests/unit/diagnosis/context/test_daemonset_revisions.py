"""From one revision of the DaemonSet to the next."""

from datetime import UTC, datetime, timedelta

import pytest

from calicovet.diagnosis.context.daemonset_revisions import rollouts
from calicovet.model.facts import DaemonSetRevision
from calicovet.model.subject import Subject

NINE = datetime(2026, 11, 16, 9, tzinfo=UTC)
DAY = timedelta(days=1)


def revision(
    number: int,
    template: dict[str, str],
    created: datetime | None = NINE,
    rewritten: datetime | None = None,
    name: str = "calico-node",
) -> DaemonSetRevision:
    return DaemonSetRevision(
        about=Subject(namespace="calico-system"),
        name=name,
        number=number,
        created=created,
        rewritten=rewritten,
        template=tuple(template.items()),
    )


def difference(old: dict[str, str], new: dict[str, str]) -> tuple[str, ...]:
    return rollouts((revision(2, new), revision(1, old, NINE - DAY)))[0].parts


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ({"env IP": "autodetect"}, {"env IP": "none"}, "env IP: autodetect -> none"),
        ({"x": "1"}, {"x": "1", "env FELIX_X": "true"}, "+ env FELIX_X=true"),
        ({"x": "1", "env FELIX_X": "true"}, {"x": "1"}, "- env FELIX_X"),
        ({"x": "1"}, {"x": "1", "toleration *": ""}, "+ toleration *"),
        ({"env IP": ""}, {"env IP": "none"}, 'env IP: "" -> none'),
        (
            {"image": "reg:5000/calico/node:v3.26.1"},
            {"image": "reg:5000/calico/node:v3.27.0"},
            "image reg:5000/calico/node: v3.26.1 -> v3.27.0",
        ),
        (
            {"image": "calico/node:v3.26.1"},
            {"image": "quay.io/calico/node:v3.26.1"},
            "image: calico/node:v3.26.1 -> quay.io/calico/node:v3.26.1",
        ),
        ({"command": "a" * 90}, {"command": "a" * 90 + "b"}, "command"),
    ],
)
def test_a_difference_reads_at_a_glance(
    old: dict[str, str], new: dict[str, str], told: str
) -> None:
    assert difference(old, new) == (told,)


def test_what_decides_most_comes_first_and_calico_node_before_the_others() -> None:
    names = (
        "label x",
        "annotation x",
        "hostNetwork",
        "volume x",
        "livenessProbe.timeoutSeconds",
        "install-cni env A",
        "env A",
        "limits.cpu",
        "install-cni image",
        "image",
    )
    parts = difference(dict.fromkeys(names, "1"), dict.fromkeys(names, "2"))
    assert [part.partition(":")[0] for part in parts] == [
        "image",
        "install-cni image",
        "env A",
        "install-cni env A",
        "limits.cpu",
        "livenessProbe.timeoutSeconds",
        "volume x",
        "hostNetwork",
        "label x",
        "annotation x",
    ]


def test_the_last_revision_comes_first_whatever_the_order_of_the_list() -> None:
    found = rollouts([revision(10, {"a": "3"}, NINE + DAY), revision(9, {"a": "2"})])
    assert [(one.revision.number, one.at) for one in found] == [(10, NINE + DAY), (9, NINE)]


def test_the_first_of_all_is_told_from_one_whose_forerunner_was_not_shown() -> None:
    assert [one.first for one in rollouts([revision(1, {"a": "1"})])] == [True]
    (later,) = rollouts([revision(7, {"a": "1"})])
    assert (later.first, later.parts) == (False, ())


def test_a_rollback_is_as_young_as_its_last_write_and_not_as_its_birth() -> None:
    # Revision 1 was taken up again, and became revision 3.
    back = revision(3, {"a": "1"}, NINE - DAY, rewritten=NINE + DAY)
    last = rollouts([back, revision(2, {"a": "2"})])[0]
    assert (last.at, last.parts) == (NINE + DAY, ("a: 2 -> 1",))


@pytest.mark.parametrize("rewritten", [None, NINE - DAY])
def test_a_rollback_without_a_time_is_left_out(rewritten: datetime | None) -> None:
    back = revision(3, {"a": "1"}, NINE - DAY, rewritten)
    found = rollouts([back, revision(2, {"a": "2"})])
    assert [one.revision.number for one in found] == [2]


def test_two_daemonsets_are_not_compared_with_each_other() -> None:
    found = rollouts([revision(2, {"a": "1"}), revision(3, {"a": "2"}, name="canal")])
    assert [one.parts for one in found] == [(), ()]


def test_a_revision_that_was_read_twice_is_one() -> None:
    assert len(rollouts([revision(2, {"a": "1"}), revision(2, {"a": "1"})])) == 1
