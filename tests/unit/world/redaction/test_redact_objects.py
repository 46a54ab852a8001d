"""What is taken out of API objects, and what diagnosis still needs."""

import json
from typing import Any

import pytest

from calicovet.world.redaction.redact import redact_object, redact_text
from calicovet.world.redaction.secret_names import names_a_secret
from calicovet.world.redaction.secret_values import HIDDEN
from tests.support.growth import is_linear

LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


def left(found: Any) -> Any:
    return json.loads(redact_object(json.dumps(found).encode()))


def test_a_secret_loses_its_data_alone_and_in_a_list() -> None:
    secret = {"kind": "Secret", "data": {"x": "eA=="}, "stringData": {"y": "y"}, "type": "Opaque"}
    assert left(secret) == {"kind": "Secret", "type": "Opaque"}
    config = {"kind": "ConfigMap", "data": {"veth_mtu": "1440"}}
    both = {"kind": "List", "items": [secret, config]}
    assert left(both)["items"] == [{"kind": "Secret", "type": "Opaque"}, config]


def test_that_something_was_applied_stays_and_what_it_was_goes() -> None:
    annotations = {
        LAST_APPLIED: '{"spec":{"x":"secret"}}',
        "projectcalico.org/IPv4Address": "10.0.0.4/24",
    }
    assert left({"metadata": {"annotations": annotations}}) == {
        "metadata": {"annotations": {**annotations, LAST_APPLIED: HIDDEN}}
    }


def test_of_managers_stays_who_did_what_and_when() -> None:
    kept = {
        "manager": "kubectl-edit",
        "operation": "Update",
        "time": "2024-05-06T07:08:09Z",
        "subresource": "status",
    }
    managed = {**kept, "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {}}}
    assert left({"metadata": {"managedFields": [managed]}}) == {
        "metadata": {"managedFields": [kept]}
    }


@pytest.mark.parametrize(
    "name",
    [
        "DB_PASSWORD",
        "API_TOKEN",
        "AWS_SECRET_ACCESS_KEY",
        "apiKey_KEY",
        "ETCD_PASSWORD",
        "K_PASS",
        "REGISTRY_AUTH",
        "storageAccountKey",
        "X-Api-Key",
        "Authorization",
    ],
)
def test_variables_with_secret_names_are_hidden(name: str) -> None:
    assert names_a_secret(name)
    env = [{"name": name, "value": "x"}, {"name": "PLAIN", "value": "x"}]
    assert left({"env": env}) == {"env": [{"name": name, "value": HIDDEN}, env[1]]}


@pytest.mark.parametrize(
    "name",
    [
        "IP_AUTODETECTION_METHOD",
        "CALICO_NETWORKING_BACKEND",
        "CALICO_IPV4POOL_CIDR",
        "FELIX_TYPHAKEYFILE",
        "FELIX_WIREGUARDPUBLICKEY",
        "ETCD_KEY_FILE",
        "TYPHA_SERVERKEYFILE",
        "CNI_CONF_NAME",
        "KUBERNETES_SERVICE_HOST",
        "NO_PROXY",
        "MONKEY",
        "PWD",
        "ISTIO_BYPASS",
        "AUTH_MODE",
        "K8S_PASSTHROUGH",
    ],
)
def test_settings_that_diagnosis_needs_stay(name: str) -> None:
    assert not names_a_secret(name)


def test_references_to_secrets_are_no_secrets() -> None:
    found = {
        "env": [
            {"name": "X_TOKEN", "valueFrom": {"secretKeyRef": {"name": "s", "key": "token"}}},
            {"name": "EMPTY_TOKEN", "value": ""},
        ],
        "volumes": [{"secret": {"secretName": "calico-node-token-p2kj5"}}],
        "serviceAccountName": "calico-node",
        "automountServiceAccountToken": True,
    }
    assert left(found) == found


def test_arguments_and_whole_files_within_an_object_are_looked_at() -> None:
    kubeconfig = "users:\n- user:\n    client-key-data: LS0tLS1CRUdJTiBSU0E=\n    password: hunter2"
    found = left({"args": ["--token=abc123", "--v=2"], "data": {"config": kubeconfig}})
    assert found["args"] == [f"--token={HIDDEN}", "--v=2"]
    assert found["data"]["config"].count(HIDDEN) == 2
    assert left({"users": [{"user": {"token": "opaque", "client-key-data": "abc"}}]}) == {
        "users": [{"user": {"token": HIDDEN, "client-key-data": HIDDEN}}]
    }


def test_an_argument_after_its_name_goes() -> None:
    args = ["--password", "hunter2", "--v", "2", "--token", "--x", "-api-key", "k"]
    assert left({"args": args})["args"] == [
        *("--password", HIDDEN, "--v", "2"),
        *("--token", "--x", "-api-key", HIDDEN),
    ]


@pytest.mark.parametrize(
    "name",
    [
        "my/api-token",
        "x-token",
        "cloud/token",
        "deploy/password",
        "registry/auth",
        "providerPassword",
        "clientToken",
        "certificateKey",
        "secret_id",
    ],
)
def test_an_annotation_or_field_with_a_secret_name_is_hidden(name: str) -> None:
    assert left({name: "opaque"}) == {name: HIDDEN}


@pytest.mark.parametrize(
    "name",
    [
        "secretName",
        "tokenFile",
        "key",
        "publicKey",
        "topologyKey",
        "author",
        "projectcalico.org/IPv4Address",
        "bypass",
        "password-policy",
    ],
)
def test_other_annotations_and_fields_stay(name: str) -> None:
    assert left({name: "opaque"}) == {name: "opaque"}


def test_of_a_projected_token_everything_stays() -> None:
    source = {"serviceAccountToken": {"path": "token", "expirationSeconds": 3607}}
    assert left({"sources": [source]}) == {"sources": [source]}


def test_what_is_no_json_is_redacted_as_text() -> None:
    assert redact_object(b"password: hunter2\nkind: Pod") == b"password: <redacted>\nkind: Pod"
    assert redact_object(b"\xff{") == "\ufffd{".encode()


def test_a_secret_printed_as_yaml_keeps_its_form() -> None:
    text = """\
apiVersion: v1
items:
- apiVersion: v1
  data:
    ca.crt: LS0tLQ==
    note: |
      first

      second
  kind: Secret
  metadata:
    name: a
- apiVersion: v1
  data:
    veth_mtu: "1440"
  kind: ConfigMap
"""
    assert redact_text(text) == (
        text.replace("LS0tLQ==", HIDDEN).replace("first", HIDDEN).replace("second", HIDDEN)
    )


def test_a_secret_printed_as_json_is_json_still() -> None:
    text = json.dumps({"data": {"a": "YQ==", "b": "Yg=="}, "kind": "Secret", "x": "y"}, indent=4)
    assert json.loads(redact_text(text)) == {
        "data": {"a": HIDDEN, "b": HIDDEN},
        "kind": "Secret",
        "x": "y",
    }
    text = json.dumps(
        {"metadata": {"annotations": {LAST_APPLIED: '{"x": "y"}\n', "z": "1"}}}, indent=2
    )
    assert json.loads(redact_text(text))["metadata"]["annotations"] == {
        LAST_APPLIED: HIDDEN,
        "z": "1",
    }
    text = '{"data":{"a":"YQ=="},"kind":"Secret","x":"y"}'
    assert "YQ==" not in redact_text(text)


def test_a_key_that_was_cut_off_does_not_take_the_rest_along() -> None:
    text = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpA\nroot@node-4:~# uptime\n load average: 83"
    assert redact_text(text) == text.replace("MIIEpA", HIDDEN)


def pods(count: int) -> bytes:
    """A list of so many pods with ten containers of twenty variables each."""
    env = [{"name": f"FELIX_SETTING{number}", "value": "info"} for number in range(20)]
    pod = {"kind": "Pod", "metadata": {"name": "x"}, "spec": {"containers": [{"env": env}] * 10}}
    return json.dumps({"kind": "List", "items": [pod] * count}).encode()


def test_a_megabyte_without_secrets_stays_as_it_is_in_linear_time() -> None:
    raw = pods(120)
    assert len(raw) > 1_000_000
    assert json.loads(redact_object(raw)) == json.loads(raw)
    assert is_linear(lambda count: redact_object(pods(count)), 10)


@pytest.mark.parametrize(
    ("before", "run", "end"),
    [
        ("", "token=", ""),
        ("", "token=a", ":"),
        ("token: a-", "a-", ""),
        ("token: ", "aB1", "("),
        ("", "bearer ", ""),
        ("", "A_", ""),
        ("", "pass", ""),
        ("", "--", ""),
        ("- --password\n- a", " ", "b"),
        ("- ", " ", "-"),
        ("", " ", "x-"),
        ("", 'password "', ""),
    ],
)
def test_a_long_line_is_redacted_in_linear_time(before: str, run: str, end: str) -> None:
    def redacted(times: int) -> str:
        return redact_text(f"{before}{run * times}{end} KEY password bearer _auth mysql curl ")

    assert is_linear(redacted, 100_000 // len(run))
