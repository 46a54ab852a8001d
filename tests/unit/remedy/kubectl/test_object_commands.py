import json
import shlex
from typing import Any

from calicovet.model.remediation.plan import SetSetting, Setting, SetVariables, Step
from calicovet.remedy.field_locations import field_locations_of
from calicovet.remedy.kubectl.object_commands import Typed, typed
from calicovet.remedy.ownership import Owner
from calicovet.remedy.patches.field_edits import edited
from tests.unit.remedy.objects import MANIFEST, OPERATOR, Object, daemonset, installation

_INTERNAL = SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip")


def _typed(step: Step, owner: Owner, found: Object) -> Typed:
    (home,) = field_locations_of(step, owner, "b", {})
    return typed(home, found, edited(found, home.puts), owner)


def _patch(line: str) -> Any:
    return json.loads(shlex.split(line)[-1])


def test_a_variable_that_was_not_there_is_taken_away_again() -> None:
    lines = _typed(_INTERNAL, MANIFEST, daemonset())
    set_env = "kubectl -n kube-system set env daemonset/calico-node IP_AUTODETECTION_METHOD"
    assert lines.commands == (f"{set_env}=kubernetes-internal-ip -c calico-node",)
    assert lines.undo == (f"{set_env}- -c calico-node",)


def test_a_variable_that_was_there_gets_its_old_value_again() -> None:
    lines = _typed(SetSetting(Setting.IP, "none"), MANIFEST, daemonset())
    assert lines.undo[0].endswith(" IP=autodetect -c calico-node")


def test_a_variable_that_referred_to_a_field_is_given_back_by_a_patch_that_tests() -> None:
    lines = _typed(SetVariables(key="x", variables=(("NODENAME", "b"),)), MANIFEST, daemonset())
    assert " --type json " in lines.undo[0]
    operations = _patch(lines.undo[0])
    assert {each["op"] for each in operations} == {"test", "remove", "add"}
    assert any("fieldRef" in str(each.get("value")) for each in operations)


def test_a_variable_that_is_taken_away_comes_back_to_its_place() -> None:
    step = SetVariables(key="x", variables=(("IP", None),))
    lines = _typed(step, MANIFEST, daemonset())
    assert lines.commands[0].endswith(" IP- -c calico-node")
    assert " --type json " in lines.undo[0]


def test_a_probe_is_changed_within_its_container_and_given_back() -> None:
    step = SetSetting(Setting.LIVENESS_PROBE, "timeoutSeconds=10,failureThreshold=6")
    lines = _typed(step, MANIFEST, daemonset())
    (container,) = _patch(lines.commands[0])["spec"]["template"]["spec"]["containers"]
    assert container == {
        "name": "calico-node",
        "livenessProbe": {"timeoutSeconds": 10, "failureThreshold": 6},
    }
    assert {each["op"] for each in _patch(lines.undo[0])} == {"test", "replace", "remove"}


def test_whatever_method_the_installation_has_is_replaced_and_given_back() -> None:
    found = installation()
    network = found["spec"]["calicoNetwork"]
    network["nodeAddressAutodetectionV4"] = {"canReach": "8.8.8.8"}
    lines = _typed(_INTERNAL, OPERATOR, found)
    there, back = _patch(lines.commands[0]), _patch(lines.undo[0])
    field = "nodeAddressAutodetectionV4"
    assert there["spec"]["calicoNetwork"][field] == {
        "canReach": None,
        "kubernetes": "NodeInternalIP",
    }
    assert back["spec"]["calicoNetwork"][field] == {"kubernetes": None, "canReach": "8.8.8.8"}
