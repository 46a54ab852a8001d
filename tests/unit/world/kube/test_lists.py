"""Lists: tables, pages, metadata."""

import gzip
import json
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec import Raw, Struct

from calicovet.world.kube.errors import ApiRefused, ApiUnreachable, Why
from tests.support.recording_server import RecordingServer, Said, Seen
from tests.unit.world.kube.targets import client_of

NAMES = [f"node-{number}" for number in range(1200)]
GONE = {"kind": "Status", "reason": "Expired", "code": 410, "message": "too old"}


class Meta(Struct):
    name: str


class Thing(Struct):
    metadata: Meta


def json_of(value: object) -> bytes:
    return json.dumps(value).encode()


def asked(seen: Seen) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(seen.path).query).items()}


def page(seen: Seen) -> tuple[list[str], str]:
    """The names that were asked for, and where the next page begins."""
    query = asked(seen)
    size = int(query.get("limit", len(NAMES)))
    start = int(query.get("continue", 0))
    rest = start + size < len(NAMES)
    return NAMES[start : start + size], str(start + size) if rest else ""


def as_list(seen: Seen) -> Said:
    names, place = page(seen)
    items = [{"metadata": {"name": name, "uid": "u"}, "spec": {}} for name in names]
    return Said(json_of({"kind": "NodeList", "metadata": {"continue": place}, "items": items}))


def as_table(seen: Seen) -> Said:
    names, place = page(seen)
    columns = [{"name": "Name", "type": "string"}, {"name": "Age", "type": "string"}]
    rows = [{"cells": [name, "3d"], "object": None} for name in names]
    table = {"kind": "Table", "metadata": {"continue": place}, "rows": rows}
    return Said(
        json_of({**table, "columnDefinitions": None if asked(seen).get("continue") else columns})
    )


def test_a_list_is_read_page_by_page(server: RecordingServer) -> None:
    server.answer = as_list
    found = client_of(server.url).pages("/api/v1/nodes", Thing)
    assert [thing.metadata.name for thing in found] == NAMES
    assert [asked(seen).get("continue") for seen in server.seen] == [None, "500", "1000"]
    assert {asked(seen)["limit"] for seen in server.seen} == {"500"}


def test_raw_items_are_their_bytes(server: RecordingServer) -> None:
    server.answer = as_list
    found = client_of(server.url).pages("/api/v1/nodes", Raw, limit=1000)
    assert json.loads(bytes(found[-1]))["metadata"]["name"] == NAMES[-1]


def test_a_list_begins_again_when_its_place_was_forgotten(server: RecordingServer) -> None:
    forgotten = False

    def answer(seen: Seen) -> Said:
        nonlocal forgotten
        if asked(seen).get("continue") == "1000" and not forgotten:
            forgotten = True
            return Said(json_of(GONE), 410)
        return as_list(seen)

    server.answer = answer
    found = client_of(server.url).pages("/api/v1/nodes", Thing)
    assert [thing.metadata.name for thing in found] == NAMES


def test_a_list_that_is_always_forgotten_is_asked_for_at_once(server: RecordingServer) -> None:
    def answer(seen: Seen) -> Said:
        return Said(json_of(GONE), 410) if "continue" in asked(seen) else as_list(seen)

    server.answer = answer
    found = client_of(server.url).pages("/api/v1/nodes", Thing)
    assert [thing.metadata.name for thing in found] == NAMES
    assert "limit" not in asked(server.seen[-1])


def test_an_object_that_is_gone_for_another_reason_is_told(server: RecordingServer) -> None:
    server.answer = lambda _: Said(json_of(GONE), 410)
    with pytest.raises(ApiRefused):
        client_of(server.url).pages("/api/v1/nodes", Thing)


def test_an_empty_list_may_have_null_for_items(server: RecordingServer) -> None:
    server.answer = lambda _: Said(json_of({"kind": "PodList", "metadata": {}, "items": None}))
    assert client_of(server.url).pages("/api/v1/pods", Thing) == []


def test_a_table_is_columns_by_name_and_cells(server: RecordingServer) -> None:
    server.answer = as_table
    table = client_of(server.url).table("/api/v1/nodes")
    assert table is not None
    assert table.columns == ("Name", "Age")
    assert table.cells("Name") == tuple(NAMES)
    assert table.cells("Roles") is None
    assert "as=Table" in server.seen[0].header("accept")
    assert asked(server.seen[0]) == {"includeObject": "None", "limit": "500"}


def test_a_table_may_come_packed_and_counts_as_it_came(server: RecordingServer) -> None:
    packed = b""

    def answer(seen: Seen) -> Said:
        nonlocal packed
        packed = gzip.compress(as_table(seen).body)
        return Said(packed, headers={"Content-Encoding": seen.header("accept-encoding")})

    server.answer = answer
    client = client_of(server.url)
    table = client.table("/api/v1/nodes", cached=True)
    assert table is not None
    assert table.cells("Name") == tuple(NAMES)
    assert client.bytes == len(packed)


def test_a_kubeconfig_may_forbid_packing(server: RecordingServer) -> None:
    server.answer = as_table
    client_of(server.url, compression=False).table("/api/v1/nodes")
    assert {seen.header("accept-encoding") for seen in server.seen} == {"identity"}


def test_a_table_from_the_servers_memory_comes_in_one_answer(server: RecordingServer) -> None:
    server.answer = as_table
    table = client_of(server.url).table("/api/v1/nodes", cached=True)
    assert table is not None
    assert len(table.rows) == len(NAMES)
    assert asked(server.seen[0]) == {"includeObject": "None", "resourceVersion": "0"}
    assert len(server.seen) == 1


def test_a_server_that_makes_no_tables_is_told_from_an_empty_table(
    server: RecordingServer,
) -> None:
    server.answer = as_list
    assert client_of(server.url).table("/apis/x/y") is None
    empty: object = {
        "kind": "Table",
        "metadata": {},
        "columnDefinitions": [{"name": "Name"}],
        "rows": None,
    }
    server.answer = lambda _: Said(json_of(empty))
    table = client_of(server.url).table("/apis/x/y")
    assert table is not None
    assert table.cells("Name") == ()


def test_rows_may_bring_the_objects_metadata(server: RecordingServer) -> None:
    row = {"cells": ["a"], "object": {"metadata": {"name": "a", "namespace": "n"}}}
    table = {"kind": "Table", "columnDefinitions": [{"name": "Name"}], "rows": [row]}
    server.answer = lambda _: Said(json_of(table))
    found = client_of(server.url).table("/api/v1/pods", metadata=True)
    assert found is not None
    assert json.loads(bytes(found.rows[0].object))["metadata"]["namespace"] == "n"
    assert asked(server.seen[0])["includeObject"] == "Metadata"


def test_metadata_is_asked_for_alone(server: RecordingServer) -> None:
    server.answer = as_list
    found = client_of(server.url).metadata("/api/v1/nodes", Thing, cached=True)
    assert len(found) == len(NAMES)
    assert "as=PartialObjectMetadataList" in server.seen[0].header("accept")


@pytest.mark.parametrize("body", [b"<html>Log in</html>", b"", b"[]", b'{"kind":"Pod"}', b"\xff"])
def test_what_no_api_server_says_is_no_list(server: RecordingServer, body: bytes) -> None:
    server.answer = lambda _: Said(body)
    with pytest.raises(ApiUnreachable) as found:
        client_of(server.url).pages("/api/v1/nodes", Thing)
    assert found.value.why is Why.NOT_KUBERNETES


def test_an_item_of_another_shape_is_told(server: RecordingServer) -> None:
    server.answer = lambda _: Said(json_of({"kind": "NodeList", "items": [{"metadata": 3}]}))
    with pytest.raises(ApiUnreachable):
        client_of(server.url).pages("/api/v1/nodes", Thing)
