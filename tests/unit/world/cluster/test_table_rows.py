"""Cells to rows, by the names of the columns; and rows out of whole objects."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from calicovet.model.overview import PodRow
from calicovet.world.cluster.rows_from_objects import WholeNode, WholePod, age, node_row, pod_row
from calicovet.world.cluster.table_rows import namespaces_of, node_rows, pod_rows
from calicovet.world.kube.table import Row, Table

PODS = ("Name", "Ready", "Status", "Restarts", "Age", "IP", "Node")
CELLS: list[object] = [
    "calico-node-x7k2p",
    "0/1",
    "Running",
    "5 (3m12s ago)",
    "2d",
    "10.0.0.1",
    "a",
]
NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)


def table(columns: tuple[str, ...], *rows: list[object]) -> Table:
    return Table(columns, tuple(Row(cells) for cells in rows))


def first_pod(found: Table, namespaces: list[str]) -> PodRow:
    rows = pod_rows(found, namespaces)
    assert rows is not None
    return next(rows)


def test_a_pod_s_row() -> None:
    pod = first_pod(table(PODS, CELLS), ["kube-system"])
    assert (pod.ready, pod.total, pod.restarts, pod.restarted_ago) == (0, 1, 5, "3m12s")
    assert (pod.node, pod.ip, pod.place) == ("a", "10.0.0.1", "a")


def test_columns_may_stand_in_any_order() -> None:
    turned = table(PODS[::-1], CELLS[::-1])
    assert [*(pod_rows(turned, ["x"]) or ())] == [*(pod_rows(table(PODS, CELLS), ["x"]) or ())]


@pytest.mark.parametrize(("cell", "restarts"), [(7, 7), ("7", 7), (None, 0), ("many", 0)])
def test_older_servers_write_restarts_as_a_number(cell: object, restarts: int) -> None:
    pod = first_pod(table(PODS, [*CELLS[:3], cell, *CELLS[4:]]), ["x"])
    assert (pod.restarts, pod.restarted_ago) == (restarts, "")


def test_what_is_not_there_is_empty() -> None:
    pod = first_pod(table(PODS, [*CELLS[:5], "<none>", "<none>"]), ["kube-system"])
    assert (pod.ip, pod.node, pod.place) == ("", "", "kube-system/calico-node-x7k2p")
    short = PODS[:5]
    pod = first_pod(table(short, CELLS[:5]), ["kube-system"])
    assert (pod.ip, pod.node) == ("", "")


def test_without_a_needed_column_there_are_no_rows() -> None:
    assert pod_rows(table(PODS[1:], CELLS[1:]), ["x"]) is None
    assert node_rows(table(("Status",), ["Ready"])) is None


def test_a_node_needs_no_more_than_name_and_status() -> None:
    (node,) = list(node_rows(table(("Name", "Status"), ["a", "NotReady"])) or [])
    assert (node.name, node.status, node.internal, node.roles) == ("a", "NotReady", "", "")


def test_namespaces_stand_in_the_metadata() -> None:
    raw = msgspec.Raw(b'{"metadata":{"namespace":"net"}}')
    assert namespaces_of(Table(PODS, (Row(CELLS, raw),))) == ["net"]
    assert namespaces_of(Table(PODS, ())) == []


@pytest.mark.parametrize("raw", [b"", b"null", b'"text"'])
def test_without_metadata_no_namespace_is_known(raw: bytes) -> None:
    assert namespaces_of(Table(PODS, (Row(CELLS, msgspec.Raw(raw)),))) is None


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (timedelta(seconds=-5), "0s"),
        (timedelta(seconds=119), "119s"),
        (timedelta(minutes=2), "2m"),
        (timedelta(minutes=5, seconds=12), "5m12s"),
        (timedelta(minutes=179), "179m"),
        (timedelta(hours=3), "3h"),
        (timedelta(hours=7, minutes=5), "7h5m"),
        (timedelta(hours=47), "47h"),
        (timedelta(days=2, hours=3), "2d3h"),
        (timedelta(days=700), "700d"),
        (timedelta(days=3 * 365 + 2), "3y2d"),
        (timedelta(days=9 * 365 + 2), "9y"),
    ],
)
def test_ages_are_those_of_the_server(span: timedelta, said: str) -> None:
    assert age((NOW - span).isoformat(), NOW) == said


@pytest.mark.parametrize("moment", [None, "", "yesterday"])
def test_an_age_that_is_not_known_is_empty(moment: str | None) -> None:
    assert age(moment, NOW) == ""


def whole(spec: str, status: str) -> WholePod:
    raw = f'{{"metadata":{{"name":"x"}},"spec":{spec},"status":{status}}}'
    return msgspec.json.decode(raw, type=WholePod)


def test_a_helper_that_stays_counts_as_a_container() -> None:
    spec = '{"containers":[{}],"initContainers":[{"restartPolicy":"Always"},{}]}'
    helper = '{"ready":true,"started":true,"restartCount":2,"state":{"running":{}}}'
    waits = '{"state":{"waiting":{"reason":"PodInitializing"}}}'
    main = '{"ready":true,"state":{"running":{}}}'
    past = '{"state":{"terminated":{"exitCode":0}}}'
    stuck = pod_row(whole(spec, f'{{"initContainerStatuses":[{helper},{waits}]}}'), NOW)
    assert (stuck.status, stuck.ready, stuck.total) == ("Init:1/2", 1, 2)
    runs = pod_row(
        whole(
            spec,
            f'{{"phase":"Running","initContainerStatuses":[{helper},{past}],'
            f'"containerStatuses":[{main}]}}',
        ),
        NOW,
    )
    assert (runs.status, runs.ready, runs.total, runs.restarts) == ("Running", 2, 2, 2)


def test_one_of_two_that_is_completed() -> None:
    spec = '{"containers":[{},{}]}'
    both = (
        '"containerStatuses":[{"state":{"terminated":{"exitCode":0,"reason":"Completed"}}},'
        '{"ready":true,"state":{"running":{}}}]'
    )
    ready = '"conditions":[{"type":"Ready","status":"True"}]'
    assert pod_row(whole(spec, f"{{{both}}}"), NOW).status == "NotReady"
    assert pod_row(whole(spec, f"{{{both},{ready}}}"), NOW).status == "Running"


def test_a_pod_on_a_lost_node_is_not_known() -> None:
    raw = '{"metadata":{"deletionTimestamp":"2026-01-01T00:00:00Z"},"status":{"reason":"NodeLost"}}'
    assert pod_row(msgspec.json.decode(raw, type=WholePod), NOW).status == "Unknown"


@pytest.mark.parametrize(
    ("raw", "status", "roles"),
    [
        ("{}", "Unknown", ""),
        ('{"metadata":{"labels":{"kubernetes.io/role":"master"}}}', "Unknown", "master"),
        (
            '{"spec":{"unschedulable":true},"status":{"conditions":[{"type":"Ready",'
            '"status":"True"}],"addresses":null}}',
            "Ready,SchedulingDisabled",
            "",
        ),
    ],
)
def test_a_node_that_shows_little(raw: str, status: str, roles: str) -> None:
    row = node_row(msgspec.json.decode(raw, type=WholeNode), NOW)
    assert (row.status, row.roles) == (status, roles)
