from typing import Any

import pytest

from calicovet.model.remediation.change import ObjectRef, Value
from calicovet.model.remediation.plan import (
    CalicoKind,
    DropFelixValue,
    EditObject,
    EditPods,
    Field,
    GrantRule,
    SetSetting,
    Setting,
    SetVariables,
    Step,
)
from calicovet.remedy import object_refs
from calicovet.remedy.field_locations import FieldLocation, field_locations_of, objects_of
from calicovet.remedy.ownership import Owner
from calicovet.remedy.patches.field_edits import edited
from tests.unit.remedy.objects import (
    MANIFEST,
    NODENAME,
    OPERATOR,
    Object,
    container_of,
    daemonset,
    env_of,
    installation,
    made,
)

_DAEMONSET = object_refs.daemonset(MANIFEST)
_INFORMATION = object_refs.calicos(CalicoKind.CLUSTER_INFORMATION, "default", MANIFEST)
_FELIX = object_refs.calicos(CalicoKind.FELIX_CONFIGURATION, "default", MANIFEST)
_FELIX_OF_B = object_refs.calicos(CalicoKind.FELIX_CONFIGURATION, "node.b", MANIFEST)
_ACCOUNT = "system:serviceaccount:kube-system:calico-node"


def _homes(step: Step, owner: Owner, read: dict[ObjectRef, Value]) -> tuple[FieldLocation, ...]:
    return field_locations_of(step, owner, "b", read)


def _home(step: Step, owner: Owner, read: dict[ObjectRef, Value]) -> FieldLocation:
    found = _homes(step, owner, read)
    assert len(found) == 1
    return found[0]


def _daemonset_after(step: Step) -> Object:
    old = daemonset()
    home = _home(step, MANIFEST, {_DAEMONSET: old})
    assert home.ref == _DAEMONSET
    found: Object = edited(old, home.puts)
    return found


def _installation_after(step: Step) -> Object:
    old = installation()
    home = _home(step, OPERATOR, {object_refs.INSTALLATION: old})
    assert home.ref == object_refs.INSTALLATION
    found: Object = edited(old, home.puts)
    return found


class TestInAManifest:
    """The DaemonSet decides."""

    @pytest.mark.parametrize(
        ("setting", "name"),
        [
            (Setting.ADDRESS_AUTODETECTION_V4, "IP_AUTODETECTION_METHOD"),
            (Setting.ADDRESS_AUTODETECTION_V6, "IP6_AUTODETECTION_METHOD"),
            (Setting.IP, "IP"),
            (Setting.IP6, "IP6"),
            (Setting.IPV4_POOL_CIDR, "CALICO_IPV4POOL_CIDR"),
        ],
    )
    def test_a_setting_is_a_variable(self, setting: Setting, name: str) -> None:
        env = env_of(_daemonset_after(SetSetting(setting, "x")))
        assert env[name] == {"name": name, "value": "x"}
        assert env["NODENAME"]["valueFrom"] == NODENAME

    def test_a_name_by_reference_replaces_one_by_value(self) -> None:
        old = daemonset()
        env_of(old)["NODENAME"].clear()
        container_of(old)["env"][0] = {"name": "NODENAME", "value": "Worker"}
        step = SetSetting(Setting.NODE_NAME, "spec.nodeName")
        home = _home(step, MANIFEST, {_DAEMONSET: old})
        assert env_of(edited(old, home.puts))["NODENAME"] == {
            "name": "NODENAME",
            "valueFrom": NODENAME,
        }

    def test_a_probe_keeps_what_is_not_spoken_of(self) -> None:
        step = SetSetting(Setting.LIVENESS_PROBE, "timeoutSeconds=10,failureThreshold=6")
        probe = container_of(_daemonset_after(step))["livenessProbe"]
        assert (probe["timeoutSeconds"], probe["failureThreshold"]) == (10, 6)
        assert probe["exec"]

    def test_a_limit_is_set_and_taken_away(self) -> None:
        step = SetSetting(Setting.MEMORY_LIMIT, "2048Mi")
        resources = container_of(_daemonset_after(step))["resources"]
        assert resources == {"requests": {"cpu": "250m"}, "limits": {"memory": "2Gi"}}
        old = daemonset()
        container_of(old)["resources"] = {"limits": {"cpu": "100m"}}
        home = _home(SetSetting(Setting.CPU_LIMIT, "0"), MANIFEST, {_DAEMONSET: old})
        assert container_of(edited(old, home.puts))["resources"] == {}

    def test_variables_come_and_go(self) -> None:
        step = SetVariables(key="x", variables=(("IP", None), ("FELIX_HEALTHHOST", "127.0.0.1")))
        env = env_of(_daemonset_after(step))
        assert list(env) == ["NODENAME", "FELIX_HEALTHHOST"]

    def test_pods_lose_a_selector_and_keep_the_stock_one(self) -> None:
        old = daemonset()
        pods = old["spec"]["template"]["spec"]
        pods["nodeSelector"]["network"] = "calico"
        step = EditPods(key="x", fields=(Field(("nodeSelector", "network")),))
        home = _home(step, MANIFEST, {_DAEMONSET: old})
        after = edited(old, home.puts)["spec"]["template"]["spec"]
        assert after["nodeSelector"] == {"kubernetes.io/os": "linux"}

    def test_a_containers_probe_asks_for_something_else(self) -> None:
        command = Field(("livenessProbe", "exec", "command"), ("/bin/calico-node", "-felix-live"))
        step = EditPods(key="x", container="calico-node", fields=(command,))
        probe = container_of(_daemonset_after(step))["livenessProbe"]
        assert probe["exec"]["command"] == ["/bin/calico-node", "-felix-live"]
        assert probe["timeoutSeconds"] == 1

    def test_an_endpoint_is_made_where_there_is_none_and_the_pods_are_rolled(self) -> None:
        step = SetSetting(Setting.API_ENDPOINT, "192.0.2.1:6443")
        (ref,) = objects_of(step, MANIFEST, "b")
        told, rolled = _homes(step, MANIFEST, {ref: None, _DAEMONSET: daemonset()})
        assert told.made["data"] == {
            "KUBERNETES_SERVICE_HOST": "192.0.2.1",
            "KUBERNETES_SERVICE_PORT": "6443",
        }
        assert (ref.namespace, rolled.ref) == ("kube-system", _DAEMONSET)
        again, _ = _homes(step, MANIFEST, {ref: made(ref, data={}), _DAEMONSET: daemonset()})
        assert again.made is None


class TestUnderTheOperator:
    """The Installation decides."""

    def test_first_found_is_replaced_and_never_merged(self) -> None:
        step = SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip")
        network = _installation_after(step)["spec"]["calicoNetwork"]
        assert network["nodeAddressAutodetectionV4"] == {"kubernetes": "NodeInternalIP"}
        assert network["ipPools"]

    def test_only_the_range_of_the_first_pool_changes(self) -> None:
        step = SetSetting(Setting.IPV4_POOL_CIDR, "10.244.0.0/16")
        assert _installation_after(step)["spec"]["calicoNetwork"]["ipPools"] == [
            {"cidr": "10.244.0.0/16", "encapsulation": "VXLAN"}
        ]

    def test_a_limit_stands_in_the_overrides(self) -> None:
        spec = _installation_after(SetSetting(Setting.CPU_LIMIT, "2"))["spec"]
        template = spec["calicoNodeDaemonSet"]["spec"]["template"]
        assert template["spec"]["containers"] == [
            {"name": "calico-node", "resources": {"limits": {"cpu": "2"}}}
        ]

    def test_so_do_selectors_and_tolerations(self) -> None:
        step = EditPods(key="x", fields=(Field(("tolerations",), ({"operator": "Exists"},)),))
        spec = _installation_after(step)["spec"]["calicoNodeDaemonSet"]["spec"]["template"]["spec"]
        assert spec == {"tolerations": [{"operator": "Exists"}]}

    @pytest.mark.parametrize(
        "step",
        [
            SetSetting(Setting.IP, "autodetect"),
            SetSetting(Setting.NODE_NAME, "spec.nodeName"),
            SetSetting(Setting.LIVENESS_PROBE, "timeoutSeconds=10"),
            SetVariables(key="x", variables=(("FELIX_HEALTHHOST", "127.0.0.1"),)),
            EditPods(key="x", fields=(Field(("hostNetwork",), True),)),
            EditPods(key="x", container="calico-node", fields=(Field(("livenessProbe",), {}),)),
        ],
    )
    def test_what_has_no_field_has_no_home(self, step: Step) -> None:
        assert _homes(step, OPERATOR, {object_refs.INSTALLATION: installation()}) == ()

    def test_its_endpoint_lives_beside_the_operator_which_rolls_the_pods(self) -> None:
        step = SetSetting(Setting.API_ENDPOINT, "[2001:db8::1]:6443")
        (ref,) = objects_of(step, OPERATOR, "b")
        home = _home(step, OPERATOR, {ref: None})
        assert ref.namespace == "tigera-operator"
        assert home.made["data"]["KUBERNETES_SERVICE_HOST"] == "2001:db8::1"


def test_what_a_human_has_to_fill_in_has_no_home() -> None:
    step = SetSetting(Setting.IPV4_POOL_CIDR, "<CIDR>")
    assert _homes(step, MANIFEST, {_DAEMONSET: daemonset()}) == ()


def test_a_locked_datastore_is_opened_and_never_locked() -> None:
    read: dict[ObjectRef, Value] = {_INFORMATION: made(_INFORMATION, spec={})}
    home = _home(SetSetting(Setting.DATASTORE_READY, "true"), MANIFEST, read)
    assert edited({"spec": {"datastoreReady": False}}, home.puts)["spec"]["datastoreReady"] is True
    assert _homes(SetSetting(Setting.DATASTORE_READY, "false"), MANIFEST, read) == ()


class TestCalicosObjects:
    @pytest.mark.parametrize("kind", [*CalicoKind], ids=str)
    def test_fields_of_every_kind_are_set(self, kind: CalicoKind) -> None:
        step = EditObject(key="x", kind=kind, fields=(Field(("spec", "a"), 1),))
        ref = object_refs.calicos(kind, "default", MANIFEST)
        home = _home(step, MANIFEST, {ref: made(ref, spec={"b": 2})})
        assert (home.ref, edited({"spec": {"b": 2}}, home.puts)) == (
            ref,
            {"spec": {"b": 2, "a": 1}},
        )

    def test_a_configuration_that_is_not_there_is_made_and_others_are_not(self) -> None:
        def made_of(kind: CalicoKind, value: Any) -> Value:
            ref = object_refs.calicos(kind, "default", MANIFEST)
            step = EditObject(key="x", kind=kind, fields=(Field(("spec", "a"), value),))
            return _home(step, MANIFEST, {ref: None}).made

        assert made_of(CalicoKind.FELIX_CONFIGURATION, 1)["spec"] == {"a": 1}
        assert made_of(CalicoKind.FELIX_CONFIGURATION, None) is None
        assert made_of(CalicoKind.CLUSTER_INFORMATION, 1) is None


class TestAValueThatFelixRefuses:
    _STEP = DropFelixValue(key="x", parameter="InterfacePrefix")

    def test_a_variable_wins_over_the_objects(self) -> None:
        old = daemonset()
        container_of(old)["env"].append({"name": "FELIX_INTERFACEPREFIX", "value": "cali/"})
        felix = made(_FELIX, spec={"interfacePrefix": "cali"})
        home = _home(self._STEP, MANIFEST, {_DAEMONSET: old, _FELIX: felix})
        assert "FELIX_INTERFACEPREFIX" not in env_of(edited(old, home.puts))

    def test_the_nodes_object_wins_over_the_default_one(self) -> None:
        own = made(_FELIX_OF_B, spec={"interfacePrefix": "cali/eth", "a": 1})
        felix = made(_FELIX, spec={"interfacePrefix": "cali"})
        read = {_DAEMONSET: daemonset(), _FELIX_OF_B: own, _FELIX: felix}
        home = _home(self._STEP, MANIFEST, read)
        assert (home.ref, edited(own, home.puts)["spec"]) == (_FELIX_OF_B, {"a": 1})
        assert _home(self._STEP, MANIFEST, {**read, _FELIX_OF_B: None}).ref == _FELIX

    def test_a_field_that_no_object_has_has_no_home(self) -> None:
        read = {_DAEMONSET: daemonset(), _FELIX: made(_FELIX, spec={"interface": "x"})}
        assert _homes(self._STEP, MANIFEST, read) == ()


class TestPermissions:
    _STEP = GrantRule(
        key="x",
        account=_ACCOUNT,
        verb="list",
        resource="ippools",
        group="crd.projectcalico.org",
    )
    _ROLE, _BINDING = object_refs.role("calico-node"), object_refs.binding("calico-node")
    _BOUND = made(
        _BINDING,
        subjects=[{"kind": "ServiceAccount", "name": "calico-node", "namespace": "kube-system"}],
    )

    def _rule(self, *verbs: str) -> Object:
        groups, resources = ["crd.projectcalico.org"], ["ippools", "ipreservations"]
        return {"apiGroups": groups, "resources": resources, "verbs": list(verbs)}

    def _role(self, *rules: Object) -> Object:
        return made(self._ROLE, rules=list(rules))

    def test_all_verbs_that_the_account_uses_come_back_at_once(self) -> None:
        role = self._role(self._rule("get"))
        home = _home(self._STEP, MANIFEST, {self._ROLE: role, self._BINDING: self._BOUND})
        assert edited(role, home.puts)["rules"] == [
            self._rule("get"),
            {
                "apiGroups": ["crd.projectcalico.org"],
                "resources": ["ippools"],
                "verbs": ["list", "watch", "create", "update"],
            },
        ]

    def test_a_role_that_allows_it_is_left_alone_and_bound_again(self) -> None:
        rules = self._rule("get", "list", "watch", "create", "update")
        home = _home(self._STEP, MANIFEST, {self._ROLE: self._role(rules), self._BINDING: None})
        assert home.made["roleRef"]["name"] == "calico-node"
        assert home.made["subjects"] == self._BOUND["subjects"]

    def test_a_binding_of_others_gets_one_subject_more(self) -> None:
        other = {"kind": "ServiceAccount", "name": "calico-node", "namespace": "calico-system"}
        binding = made(self._BINDING, subjects=[other])
        read = {self._ROLE: self._role(self._rule("*")), self._BINDING: binding}
        home = _home(self._STEP, MANIFEST, read)
        assert edited(binding, home.puts)["subjects"] == [other, *self._BOUND["subjects"]]

    def test_a_rule_for_one_object_is_not_one_for_another(self) -> None:
        step = GrantRule(
            key="x",
            account=_ACCOUNT,
            verb="create",
            resource="serviceaccounts/token",
            name="calico-cni-plugin",
        )

        def rule(name: str) -> Object:
            resources, verbs = ["serviceaccounts/token"], ["create"]
            return {
                "apiGroups": [""],
                "resources": resources,
                "resourceNames": [name],
                "verbs": verbs,
            }

        role = self._role(rule("calico-node"))
        home = _home(step, MANIFEST, {self._ROLE: role, self._BINDING: self._BOUND})
        assert edited(role, home.puts)["rules"][1] == rule("calico-cni-plugin")
        right = {self._ROLE: self._role(rule("calico-cni-plugin")), self._BINDING: self._BOUND}
        assert _homes(step, MANIFEST, right) == ()

    def test_without_the_role_only_a_human_can_help(self) -> None:
        assert _homes(self._STEP, MANIFEST, {self._ROLE: None, self._BINDING: None}) == ()
        assert _homes(self._STEP, MANIFEST, {}) == ()


def test_every_setting_has_a_home_without_the_operator() -> None:
    values = {
        Setting.LIVENESS_PROBE: "timeoutSeconds=10",
        Setting.READINESS_PROBE: "timeoutSeconds=10",
        Setting.API_ENDPOINT: "192.0.2.1:6443",
        Setting.DATASTORE_READY: "true",
    }
    for setting in Setting:
        step = SetSetting(setting, values.get(setting, "1"))
        assert _homes(step, MANIFEST, {_DAEMONSET: daemonset()}), setting
