"""Redaction takes secrets out wherever they stand, keeps lines lines, and is done after one time."""

import json
import string
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calicovet.world.redaction.redact import redact_object, redact_text, redacted

_calmly = settings(deadline=None, derandomize=True)

_SECRET = "Planted" + "Abc123xyz" * 4
"""No word of any other text."""

_around = st.text(
    st.sampled_from(string.ascii_letters + string.digits + " :=,;{}[]()<>'\"/.-_\n\t节点"),
    max_size=40,
)
_FORMS = (
    "Authorization: Bearer {}",
    "password: {}",
    'password="{}"',
    '{{"client_secret": "{}"}}',
    "--token={}",
    "--password {}",
    "x token={} y",
    "cloud/token: {} y",
    "- --password\n- {}",
    '  "--password",\n  "{}",',
    '["--password", "{}"]',
    "PGPASSWORD={} y",
    "K_PASS={} y",
    "AccountKey={};y",
    '{{"secret_id": "{}"}}',
    "https://x/y?sig={}&z=1",
    "ghp_{}",
    "https://bob:{}@registry.example.com/v2",
    "      DB_PASSWORD:                        {}",
    "    client-key-data: {}",
    "- name: API_TOKEN\n  value: {}",
    '    "name": "API_TOKEN",\n    "value": "{}"',
    "-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----",
    "apiVersion: v1\ndata:\n  x: {}\nkind: Secret\nmetadata:\n  name: y",
    "- apiVersion: v1\n  data:\n    x: |-\n      {}\n  kind: Secret",
    '  "data": {{\n    "x": "{}"\n  }},\n  "kind": "Secret",',
    'x {{"data":{{"x":"{}"}},"kind":"Secret"}} y',
    "    kubectl.kubernetes.io/last-applied-configuration: |\n      {}",
)


@pytest.mark.parametrize("form", _FORMS)
@_calmly
@given(before=_around, after=_around)
def test_a_secret_goes_whatever_stands_around_it(form: str, before: str, after: str) -> None:
    text = f"{before}\n{form.format(_SECRET)}\n{after}"
    assert _SECRET not in redact_text(text)


_lines = st.lists(
    st.one_of(_around, st.sampled_from(_FORMS).map(lambda form: form.format(_SECRET))), max_size=8
)


@_calmly
@given(_lines.map("\n".join))
def test_lines_stay_lines_and_the_second_time_changes_nothing(text: str) -> None:
    once = redact_text(text)
    assert once.count("\n") == text.count("\n")
    assert redact_text(once) == once


_leaves = st.one_of(st.none(), st.booleans(), st.integers(-(2**53), 2**53), _around)
_keys = st.sampled_from(
    ["kind", "data", "stringData", "metadata", "managedFields", "env", "name", "value", "password"]
)
_objects = st.recursive(
    _leaves,
    lambda below: st.one_of(
        st.lists(below, max_size=3), st.dictionaries(st.one_of(_keys, _around), below, max_size=4)
    ),
    max_leaves=15,
)


@_calmly
@given(_objects)
def test_any_object_is_redacted_once_and_for_all(found: Any) -> None:
    once = redacted(found)
    assert redacted(once) == once
    assert redact_object(json.dumps(found).encode()) == redact_object(json.dumps(once).encode())


@_calmly
@given(st.binary(max_size=200))
def test_bytes_that_are_no_object_do_no_harm(raw: bytes) -> None:
    once = redact_object(raw)
    assert redact_object(once) == once
