"""The edit at the source of an owner that calicovet does not write."""

from collections.abc import Callable, Mapping, Sequence

from calicovet.model.facts.settings import OwnerKind
from calicovet.model.remediation.change import Elsewhere, Value
from calicovet.model.remediation.plan import SetSetting, Setting, SetVariables, Step
from calicovet.remedy import object_refs
from calicovet.remedy.field_locations import LIMITS, FieldLocation, probe_of
from calicovet.remedy.gitops.owner_chain import HELM_RELEASE, Keeper
from calicovet.remedy.patches.field_edits import fragment
from calicovet.remedy.patches.yaml_text import yaml_of

VALUES, MANIFEST, INVENTORY = "values", "manifest", "inventory"
CHART_CONFIG, RELEASE = "helm-chart-config", "helm-release"

_CANAL = "rke2-canal"
_CANAL_VALUES: Mapping[Setting, str] = {
    Setting.ADDRESS_AUTODETECTION_V4: "ipAutoDetectionMethod",
    Setting.ADDRESS_AUTODETECTION_V6: "ip6AutoDetectionMethod",
}
"""Under `calico` in the values of RKE2's own chart of canal."""

_GROUP_VARS = "inventory/…/group_vars/k8s_cluster/k8s-net-calico.yml"
_VARIABLES: Mapping[Setting, str] = {
    Setting.ADDRESS_AUTODETECTION_V4: "calico_ip_auto_method",
    Setting.ADDRESS_AUTODETECTION_V6: "calico_ip6_auto_method",
    Setting.IPV4_POOL_CIDR: "calico_pool_cidr",
    Setting.CPU_LIMIT: "calico_node_cpu_limit",
    Setting.MEMORY_LIMIT: "calico_node_memory_limit",
}
_PROBE_TIMEOUTS: Mapping[Setting, str] = {
    Setting.LIVENESS_PROBE: "calico_node_livenessprobe_timeout",
    Setting.READINESS_PROBE: "calico_node_readinessprobe_timeout",
}


def render(keeper: Keeper, step: Step, homes: Sequence[FieldLocation]) -> Elsewhere:
    """What to put into the owner's own source; the plain object where that source has no word for it."""
    form, text = _FORMS[keeper.kind](keeper, step, homes)
    return Elsewhere(owner=keeper.kind, form=form, where=_where(keeper, form), text=text)


def _where(keeper: Keeper, form: str) -> str:
    return _GROUP_VARS if form == INVENTORY else keeper.title


_Form = Callable[[Keeper, Step, Sequence[FieldLocation]], tuple[str, str]]


def _manifest(keeper: Keeper, step: Step, homes: Sequence[FieldLocation]) -> tuple[str, str]:
    return MANIFEST, "---\n".join(yaml_of(_declared(home)) for home in homes)


def _values(keeper: Keeper, step: Step, homes: Sequence[FieldLocation]) -> tuple[str, str]:
    found = _chart_values(homes)
    return (VALUES, yaml_of(found)) if found else _manifest(keeper, step, homes)


def _flux(keeper: Keeper, step: Step, homes: Sequence[FieldLocation]) -> tuple[str, str]:
    found = _chart_values(homes)
    if keeper.through != HELM_RELEASE or not found:
        return _manifest(keeper, step, homes)
    place = {"namespace": keeper.namespace} if keeper.namespace else {}
    release = {
        "apiVersion": "helm.toolkit.fluxcd.io/v2",
        "kind": HELM_RELEASE,
        "metadata": {"name": keeper.name or "calico", **place},
        "spec": {"values": found},
    }
    return RELEASE, yaml_of(release)


def _chart_config(keeper: Keeper, step: Step, homes: Sequence[FieldLocation]) -> tuple[str, str]:
    found = _chart_values(homes) or _canal_values(keeper, step)
    if not found:
        return _manifest(keeper, step, homes)
    config = {
        "apiVersion": "helm.cattle.io/v1",
        "kind": "HelmChartConfig",
        "metadata": {"name": keeper.name or "rke2-calico", "namespace": "kube-system"},
        "spec": {"valuesContent": yaml_of(found)},
    }
    return CHART_CONFIG, yaml_of(config)


def _inventory(keeper: Keeper, step: Step, homes: Sequence[FieldLocation]) -> tuple[str, str]:
    variables = _kubespray(step)
    return (INVENTORY, yaml_of(variables)) if variables else _manifest(keeper, step, homes)


_FORMS: Mapping[OwnerKind, _Form] = {
    OwnerKind.HELM: _values,
    OwnerKind.HELM_CHART_CONFIG: _chart_config,
    OwnerKind.ARGO_CD: _manifest,
    OwnerKind.FLUX: _flux,
    OwnerKind.KUBESPRAY: _inventory,
}


def _chart_values(homes: Sequence[FieldLocation]) -> Value:
    """Values of the chart tigera-operator, which writes them into the Installation as they are."""
    if [home.ref for home in homes] != [object_refs.INSTALLATION]:
        return None
    return {"installation": fragment(homes[0].puts)["spec"]}


def _canal_values(keeper: Keeper, step: Step) -> Value:
    """Values of a chart that makes the DaemonSet itself; None where it has none for this."""
    if keeper.name != _CANAL or not isinstance(step, SetSetting):
        return None
    name = _CANAL_VALUES.get(step.setting)
    return {"calico": {name: step.value}} if name else None


def _declared(home: FieldLocation) -> Value:
    if home.made is not None:
        return home.made
    place = {"namespace": home.ref.namespace} if home.ref.namespace else {}
    return {
        "apiVersion": home.ref.api_version,
        "kind": home.ref.kind,
        "metadata": {"name": home.ref.name, **place},
        **fragment(home.puts),
    }


def _kubespray(step: Step) -> dict[str, Value]:
    """Its own variables; empty where it has none."""
    if isinstance(step, SetVariables):
        # It can give calico-node variables, and take none away.
        given = all(value is not None for _, value in step.variables)
        return {"calico_node_extra_envs": dict(step.variables)} if given else {}
    if not isinstance(step, SetSetting):
        return {}
    if step.setting in _PROBE_TIMEOUTS and set(probe := probe_of(step.value)) == {"timeoutSeconds"}:
        return {_PROBE_TIMEOUTS[step.setting]: probe["timeoutSeconds"]}
    if step.setting in _VARIABLES and (step.setting not in LIMITS or step.value != "0"):
        return {_VARIABLES[step.setting]: step.value}
    return {}
