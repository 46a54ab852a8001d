import pytest
import yaml

from calicovet.model.facts import OwnerKind
from calicovet.model.remediation.change import Elsewhere
from calicovet.model.remediation.plan import (
    EditPods,
    Field,
    SetSetting,
    Setting,
    SetVariables,
    Step,
)
from calicovet.remedy.field_locations import field_locations_of
from calicovet.remedy.gitops.owner_chain import Keeper
from calicovet.remedy.gitops.owner_source import render
from calicovet.remedy.ownership import Owner
from tests.unit.remedy.objects import MANIFEST, OPERATOR

_INTERNAL = SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip")


def _render(kind: OwnerKind, step: Step, owner: Owner, name: str = "") -> Elsewhere:
    keeper = Keeper(kind=kind, name=name, namespace="tigera-operator", shown_by="x")
    return render(keeper, step, field_locations_of(step, owner, "b", {}))


def test_the_charts_values_hold_the_installation() -> None:
    made = _render(OwnerKind.HELM, _INTERNAL, OPERATOR, "calico")
    assert (made.form, made.where) == ("values", "Helm (calico in tigera-operator)")
    # The operator has written firstFound into the object; who only adds has two methods.
    assert made.text == (
        "installation:\n"
        "  calicoNetwork:\n"
        "    nodeAddressAutodetectionV4:\n"
        "      firstFound: false\n"
        "      kubernetes: NodeInternalIP\n"
    )


def test_a_distribution_takes_them_in_a_chart_config() -> None:
    made = _render(OwnerKind.HELM_CHART_CONFIG, _INTERNAL, OPERATOR, "rke2-calico")
    found = yaml.safe_load(made.text)
    assert made.form == "helm-chart-config"
    assert (found["kind"], found["metadata"]["name"]) == ("HelmChartConfig", "rke2-calico")
    values = yaml.safe_load(found["spec"]["valuesContent"])
    assert values["installation"]["calicoNetwork"]["nodeAddressAutodetectionV4"]["kubernetes"]


def test_the_chart_of_canal_has_a_separate_value_for_the_method() -> None:
    made = _render(OwnerKind.HELM_CHART_CONFIG, _INTERNAL, MANIFEST, "rke2-canal")
    values = yaml.safe_load(yaml.safe_load(made.text)["spec"]["valuesContent"])
    assert values == {"calico": {"ipAutoDetectionMethod": "kubernetes-internal-ip"}}
    probe = SetSetting(Setting.LIVENESS_PROBE, "timeoutSeconds=10")
    assert _render(OwnerKind.HELM_CHART_CONFIG, probe, MANIFEST, "rke2-canal").form == "manifest"


def test_flux_gets_values_where_it_runs_helm() -> None:
    keeper = Keeper(
        kind=OwnerKind.FLUX, name="calico", namespace="flux", through="HelmRelease", shown_by="x"
    )
    made = render(keeper, _INTERNAL, field_locations_of(_INTERNAL, OPERATOR, "b", {}))
    found = yaml.safe_load(made.text)
    assert (made.form, found["kind"], found["metadata"]) == (
        "helm-release",
        "HelmRelease",
        {"name": "calico", "namespace": "flux"},
    )
    network = found["spec"]["values"]["installation"]["calicoNetwork"]
    assert network["nodeAddressAutodetectionV4"]["kubernetes"] == "NodeInternalIP"


@pytest.mark.parametrize("kind", [OwnerKind.ARGO_CD, OwnerKind.FLUX])
def test_who_applies_manifests_gets_the_object(kind: OwnerKind) -> None:
    made = _render(kind, _INTERNAL, MANIFEST)
    found = yaml.safe_load(made.text)
    assert (made.form, found["kind"], found["metadata"]["namespace"]) == (
        "manifest",
        "DaemonSet",
        "kube-system",
    )
    (container,) = found["spec"]["template"]["spec"]["containers"]
    assert container["env"] == [
        {"name": "IP_AUTODETECTION_METHOD", "value": "kubernetes-internal-ip"}
    ]


def test_a_chart_without_an_installation_gets_the_object_as_well() -> None:
    assert _render(OwnerKind.HELM, _INTERNAL, MANIFEST, "own").form == "manifest"
    assert _render(OwnerKind.HELM_CHART_CONFIG, _INTERNAL, MANIFEST).form == "manifest"


@pytest.mark.parametrize(
    ("step", "variables"),
    [
        (_INTERNAL, {"calico_ip_auto_method": "kubernetes-internal-ip"}),
        (SetSetting(Setting.MEMORY_LIMIT, "1Gi"), {"calico_node_memory_limit": "1Gi"}),
        (
            SetSetting(Setting.LIVENESS_PROBE, "timeoutSeconds=10"),
            {"calico_node_livenessprobe_timeout": 10},
        ),
        (
            SetVariables(key="x", variables=(("FELIX_HEALTHHOST", "127.0.0.1"),)),
            {"calico_node_extra_envs": {"FELIX_HEALTHHOST": "127.0.0.1"}},
        ),
    ],
)
def test_kubespray_has_separate_variables(step: Step, variables: dict[str, object]) -> None:
    made = _render(OwnerKind.KUBESPRAY, step, MANIFEST)
    assert (made.form, yaml.safe_load(made.text)) == ("inventory", variables)
    assert made.where.endswith("k8s-net-calico.yml")


@pytest.mark.parametrize(
    "step",
    [
        SetSetting(Setting.LIVENESS_PROBE, "timeoutSeconds=10,failureThreshold=6"),
        SetSetting(Setting.CPU_LIMIT, "0"),
        SetVariables(key="x", variables=(("AS", None),)),
        EditPods(key="x", fields=(Field(("nodeSelector", "network")),)),
    ],
)
def test_what_kubespray_has_no_variable_for_is_shown_as_an_object(step: Step) -> None:
    assert _render(OwnerKind.KUBESPRAY, step, MANIFEST).form == "manifest"
