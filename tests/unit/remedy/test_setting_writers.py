import json
import shlex
from typing import Any

import pytest

from calicovet.model.remediation.plan import Setting
from calicovet.remedy.field_locations import installation_method
from calicovet.remedy.ownership import Owner
from calicovet.remedy.setting_writers import write

_OPERATOR = Owner(kind=None, under_operator=True, namespace="calico-system")
_MANIFEST = Owner(kind=None, under_operator=False, namespace="kube-system")
_UNKNOWN = Owner(kind=None, under_operator=None, namespace="kube-system")


def _patch(line: str) -> Any:
    words = shlex.split(line)
    return json.loads(words[words.index("-p") + 1])


def _method(line: str, family: int = 4) -> Any:
    return _patch(line)["spec"]["calicoNetwork"][f"nodeAddressAutodetectionV{family}"]


@pytest.mark.parametrize(
    ("method", "field"),
    [
        ("first-found", {"firstFound": True}),
        ("", {"firstFound": True}),
        ("interface=ens.*,eth.*", {"interface": "ens.*,eth.*"}),
        ("skip-interface=nerdctl.*", {"skipInterface": "nerdctl.*"}),
        ("can-reach=192.0.2.1", {"canReach": "192.0.2.1"}),
        ("cidr=10.51.0.0/24, 10.52.0.0/24", {"cidrs": ["10.51.0.0/24", "10.52.0.0/24"]}),
        ("kubernetes-internal-ip", {"kubernetes": "NodeInternalIP"}),
    ],
)
def test_every_method_has_its_field_in_the_installation(
    method: str, field: dict[str, object]
) -> None:
    assert installation_method(method) == field


def test_under_the_operator_one_patch_replaces_the_method() -> None:
    written = write(
        Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip", "first-found", _OPERATOR
    )
    assert written.owner == "Installation/default"
    assert written.commands == (
        "kubectl patch installation default --type merge -p "
        '\'{"spec":{"calicoNetwork":{"nodeAddressAutodetectionV4":'
        '{"firstFound":null,"kubernetes":"NodeInternalIP"}}}}\'',
    )
    assert _method(written.undo[0]) == {"firstFound": True, "kubernetes": None}


def test_an_old_method_other_than_first_found_is_taken_away_too() -> None:
    written = write(
        Setting.ADDRESS_AUTODETECTION_V4, "cidr=10.0.0.0/8", "can-reach=8.8.8.8", _OPERATOR
    )
    assert _method(written.commands[0]) == {
        "firstFound": None,
        "canReach": None,
        "cidrs": ["10.0.0.0/8"],
    }
    assert _method(written.undo[0]) == {"firstFound": None, "cidrs": None, "canReach": "8.8.8.8"}


def test_in_a_manifest_the_variable_is_set_and_the_rollout_undone() -> None:
    written = write(Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip", None, _MANIFEST)
    assert written.owner == "DaemonSet/calico-node in kube-system"
    assert written.commands == (
        "kubectl -n kube-system set env daemonset/calico-node "
        "IP_AUTODETECTION_METHOD=kubernetes-internal-ip -c calico-node",
    )
    assert written.undo == ("kubectl -n kube-system rollout undo daemonset/calico-node",)


def test_a_value_that_the_shell_would_read_is_quoted() -> None:
    written = write(Setting.ADDRESS_AUTODETECTION_V4, "interface=ens.*", None, _MANIFEST)
    assert "IP_AUTODETECTION_METHOD=interface=ens.*" in shlex.split(written.commands[0])
    assert "'" in written.commands[0]


def test_where_the_owner_is_not_known_both_ways_are_told() -> None:
    written = write(Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip", None, _UNKNOWN)
    assert written.owner == "Installation/default | DaemonSet/calico-node in kube-system"
    assert len(written.commands) == len(written.undo) == 2


def test_what_has_one_home_only_is_told_once() -> None:
    written = write(Setting.DATASTORE_READY, "true", None, _UNKNOWN)
    assert written.owner == "ClusterInformation/default"
    assert len(written.commands) == 1
    assert _patch(written.commands[0]) == {"spec": {"datastoreReady": True}}
    assert _patch(written.undo[0]) == {"spec": {"datastoreReady": False}}


@pytest.mark.parametrize("setting", Setting)
@pytest.mark.parametrize("owner", [_OPERATOR, _MANIFEST, _UNKNOWN])
def test_every_setting_has_a_home_with_everybody(setting: Setting, owner: Owner) -> None:
    value = "timeoutSeconds=10" if "probe" in setting else "10.0.0.1:6443"
    assert write(setting, value, None, owner).owner


@pytest.mark.parametrize(
    "setting", [Setting.IP, Setting.IP6, Setting.NODE_NAME, Setting.LIVENESS_PROBE]
)
def test_where_the_operator_has_no_field_nothing_is_typed(setting: Setting) -> None:
    assert write(setting, "spec.nodeName", None, _OPERATOR).commands == ()


def test_a_probe_is_patched_field_by_field() -> None:
    written = write(
        Setting.LIVENESS_PROBE, "timeoutSeconds=10, failureThreshold=6", None, _MANIFEST
    )
    container = _patch(written.commands[0])["spec"]["template"]["spec"]["containers"][0]
    assert container == {
        "name": "calico-node",
        "livenessProbe": {"timeoutSeconds": 10, "failureThreshold": 6},
    }


def test_the_name_comes_from_the_node_that_the_pod_is_bound_to() -> None:
    written = write(Setting.NODE_NAME, "spec.nodeName", None, _MANIFEST)
    container = _patch(written.commands[0])["spec"]["template"]["spec"]["containers"][0]
    assert container["env"][0]["valueFrom"] == {"fieldRef": {"fieldPath": "spec.nodeName"}}


def test_a_limit_is_raised_or_taken_away() -> None:
    assert '"cpu":null' in write(Setting.CPU_LIMIT, "0", None, _MANIFEST).commands[0]
    assert '"cpu":"2"' in write(Setting.CPU_LIMIT, "2", None, _MANIFEST).commands[0]
    raised = write(Setting.MEMORY_LIMIT, "1Gi", "128Mi", _OPERATOR)
    gone = write(Setting.MEMORY_LIMIT, "0", None, _OPERATOR)
    # What else the list of containers holds stays, and another container's limit is not touched.
    limit = "/spec/calicoNodeDaemonSet/spec/template/spec/containers/0/resources/limits/memory"
    assert _patch(raised.commands[-1])[1] == {"op": "replace", "value": "1Gi", "path": limit}
    assert _patch(gone.commands[-1])[1] == {"op": "remove", "path": limit}
    assert _patch(gone.commands[-1])[0]["op"] == "test"
    assert raised.undo == ("kubectl replace -f installation-before.yaml",)


def test_only_the_range_of_the_first_pool_is_replaced_under_the_operator() -> None:
    written = write(Setting.IPV4_POOL_CIDR, "10.48.0.0/16", "10.49.0.0/16", _OPERATOR)
    assert _patch(written.commands[0])[0]["value"] == "10.48.0.0/16"
    assert _patch(written.undo[0])[0]["value"] == "10.49.0.0/16"
    assert write(Setting.IPV4_POOL_CIDR, "10.48.0.0/16", None, _OPERATOR).undo == ()


def test_an_api_server_is_named_in_the_config_map_that_each_owner_reads() -> None:
    operator = write(Setting.API_ENDPOINT, "10.0.0.1:6443", None, _OPERATOR)
    manifest = write(Setting.API_ENDPOINT, "[2001:db8::1]:6443", None, _MANIFEST)
    assert operator.owner.endswith("in tigera-operator")
    assert len(operator.commands) == 1
    assert "KUBERNETES_SERVICE_HOST=2001:db8::1 " in manifest.commands[0]
    assert "KUBERNETES_SERVICE_PORT=6443 " in manifest.commands[0]
    assert "rollout restart" in manifest.commands[1]


@pytest.mark.parametrize("owner", [_OPERATOR, _MANIFEST, _UNKNOWN])
def test_host_and_port_of_an_api_server_are_two_variables(owner: Owner) -> None:
    written = write(Setting.API_ENDPOINT, "172.31.0.1:6443", None, owner)
    assert written.place == "KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT"
    assert written.value == "172.31.0.1, 6443"
