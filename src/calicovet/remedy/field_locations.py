"""Which field of which object a setting is in: DaemonSet or Installation."""

from collections.abc import Callable, Iterable, Mapping

from calicovet.model.record import record
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
from calicovet.remedy import calico_roles, object_refs
from calicovet.remedy.ownership import Owner
from calicovet.remedy.patches.field_edits import GONE, Named, Place, Put, fragment, looked_up
from calicovet.remedy.patches.quantities import canonical

VARIABLES: Mapping[Setting, str] = {
    Setting.ADDRESS_AUTODETECTION_V4: "IP_AUTODETECTION_METHOD",
    Setting.ADDRESS_AUTODETECTION_V6: "IP6_AUTODETECTION_METHOD",
    Setting.IP: "IP",
    Setting.IP6: "IP6",
    Setting.IPV4_POOL_CIDR: "CALICO_IPV4POOL_CIDR",
}
METHODS: Mapping[Setting, str] = {
    Setting.ADDRESS_AUTODETECTION_V4: "nodeAddressAutodetectionV4",
    Setting.ADDRESS_AUTODETECTION_V6: "nodeAddressAutodetectionV6",
}
PROBES: Mapping[Setting, str] = {
    Setting.LIVENESS_PROBE: "livenessProbe",
    Setting.READINESS_PROBE: "readinessProbe",
}
LIMITS: Mapping[Setting, str] = {Setting.CPU_LIMIT: "cpu", Setting.MEMORY_LIMIT: "memory"}
ENDPOINT = "kubernetes-services-endpoint"
ROLLED_FOR = "calicovet/rolled-for"
"""An annotation of the pods: they are recreated when it changes."""

_POD: Place = ("spec", "template", "spec")
_CALICO_NODE = Named("calico-node")
_CONTAINER: Place = (*_POD, "containers", _CALICO_NODE)
_OVERRIDES: Place = ("spec", "calicoNodeDaemonSet", "spec", "template", "spec")
_OVERRIDDEN = ("nodeSelector", "affinity", "tolerations")
"""What the Installation lets people set for the pods."""
_MADE = (CalicoKind.FELIX_CONFIGURATION, CalicoKind.BGP_CONFIGURATION)
"""Objects that need not exist as long as the defaults are used."""
_FIELD_REFERENCE = "v1"
"""The server writes it in by itself; a patch that is to be found again has it from the start."""


@record(kw_only=True)
class FieldLocation:
    """An object, and what becomes different in it."""

    ref: ObjectRef
    puts: tuple[Put, ...]
    made: Value = None
    """The whole object, where there is none yet and one may be made."""


Read = Mapping[ObjectRef, Value]
"""Objects by where they are; None: looked, and there is none."""


def objects_of(step: Step, owner: Owner, node: str | None) -> tuple[ObjectRef, ...]:
    """What has to be read to know what the step changes."""
    match step:
        case SetSetting(setting=Setting.DATASTORE_READY):
            return (object_refs.calicos(CalicoKind.CLUSTER_INFORMATION, "default", owner),)
        case SetSetting(setting=Setting.API_ENDPOINT):
            return (_endpoint(owner),)
        case EditObject(kind=kind, name=name):
            return (object_refs.calicos(kind, name, owner),)
        case DropFelixValue():
            return _felix_objects(owner, node)
        case GrantRule(account=account):
            name = calico_roles.role_of(account)
            return object_refs.role(name), object_refs.binding(name)
    return ()


def field_locations_of(
    step: Step, owner: Owner, node: str | None, read: Read
) -> tuple[FieldLocation, ...]:
    """Where the change is made; empty where no object has a place for it."""
    match step:
        case SetSetting(setting=setting, value=value) if not _is_open(value):
            return _homes_of_setting(setting, value, owner, read)
        case EditObject():
            return (_home(step, owner, read),)
        case EditPods(container=container, fields=fields):
            return _homes_in_pods(container, fields, owner)
        case SetVariables(variables=variables) if not owner.under_operator:
            puts = tuple(_variable(name, value) for name, value in variables)
            return (FieldLocation(ref=object_refs.daemonset(owner), puts=puts),)
        case DropFelixValue(parameter=parameter):
            return _homes_of_felix_value(parameter, owner, node, read)
        case GrantRule():
            return _homes_of_rule(step, read)
    return ()


def installation_method(method: str) -> dict[str, Value]:
    """A method of autodetection in the Installation's own field."""
    name, _, value = method.partition("=")
    if name == "cidr":
        return {"cidrs": [cidr.strip() for cidr in value.split(",")]}
    if name.startswith("kubernetes-internal-ip"):
        return {"kubernetes": "NodeInternalIP"}
    field = {"interface": "interface", "skip-interface": "skipInterface", "can-reach": "canReach"}
    return {field[name]: value} if name in field else {"firstFound": True}


def puts_of(fields: Iterable[Field], at: Place = ()) -> tuple[Put, ...]:
    return tuple(
        Put(place=(*at, *field.path), value=GONE if field.value is None else _json(field.value))
        for field in fields
    )


def _homes_of_setting(
    setting: Setting, value: str, owner: Owner, read: Read
) -> tuple[FieldLocation, ...]:
    if setting is Setting.DATASTORE_READY:
        return _datastore_ready(value, owner)
    if setting is Setting.API_ENDPOINT:
        return _homes_of_endpoint(value, owner, read)
    if owner.under_operator:
        make = _IN_INSTALLATION.get(setting)
        puts = make(setting, value, read.get(object_refs.INSTALLATION)) if make else ()
        return (FieldLocation(ref=object_refs.INSTALLATION, puts=puts),) if puts else ()
    return (FieldLocation(ref=object_refs.daemonset(owner), puts=_in_pods(setting, value)),)


def _in_pods(setting: Setting, value: str) -> tuple[Put, ...]:
    if setting in VARIABLES:
        return (_variable(VARIABLES[setting], value),)
    if setting in PROBES:
        return tuple(
            Put(place=(*_CONTAINER, PROBES[setting], name), value=number)
            for name, number in probe_of(value).items()
        )
    if setting in LIMITS:
        return (_limit(LIMITS[setting], value, _CONTAINER),)
    reference = {"apiVersion": _FIELD_REFERENCE, "fieldPath": value}
    place = (*_CONTAINER, "env", Named("NODENAME"))
    return (Put(place=place, value={"valueFrom": {"fieldRef": reference}}),)


def probe_of(value: str) -> dict[str, int]:
    """`timeoutSeconds=10,failureThreshold=6` as the probe's own fields."""
    pairs = (pair.partition("=") for pair in value.split(","))
    return {name.strip(): int(number) for name, _, number in pairs}


def _variable(name: str, value: str | None) -> Put:
    # The whole variable is replaced: one with a reference may not hold a value, too.
    place = (*_CONTAINER, "env", Named(name))
    return Put(place=place, value=GONE if value is None else {"value": value})


def _limit(resource: str, value: str, at: Place) -> Put:
    amount = GONE if value == "0" else canonical(value)
    return Put(place=(*at, "resources", "limits", resource), value=amount)


def _method_put(setting: Setting, value: str, installation: Value) -> tuple[Put, ...]:
    # The operator writes firstFound by itself and refuses two methods at once: the field is
    # replaced as a whole. The patch must set firstFound to null, or the merge keeps it.
    method = installation_method(value)
    place = ("spec", "calicoNetwork", METHODS[setting])
    return (Put(place=place, value=method, told={"firstFound": False, **method}),)


def _limit_put(setting: Setting, value: str, installation: Value) -> tuple[Put, ...]:
    return (_limit(LIMITS[setting], value, (*_OVERRIDES, "containers", _CALICO_NODE)),)


def _pool_put(setting: Setting, value: str, installation: Value) -> tuple[Put, ...]:
    place: Place = ("spec", "calicoNetwork", "ipPools")
    pools = looked_up(installation, place)
    first, *others = pools if isinstance(pools, list) and pools else [{}]
    changed = [{**first, "cidr": value}, *others]
    return (Put(place=place, value=changed),)


_IN_INSTALLATION: Mapping[Setting, Callable[[Setting, str, Value], tuple[Put, ...]]] = {
    Setting.ADDRESS_AUTODETECTION_V4: _method_put,
    Setting.ADDRESS_AUTODETECTION_V6: _method_put,
    Setting.IPV4_POOL_CIDR: _pool_put,
    Setting.CPU_LIMIT: _limit_put,
    Setting.MEMORY_LIMIT: _limit_put,
}
"""What is not here the operator sets by itself, without a field for it."""


def _datastore_ready(value: str, owner: Owner) -> tuple[FieldLocation, ...]:
    # A lock has an owner: it may be removed when the owner is gone, and is never set by us.
    if value != "true":
        return ()
    information = object_refs.calicos(CalicoKind.CLUSTER_INFORMATION, "default", owner)
    return (
        FieldLocation(ref=information, puts=(Put(place=("spec", "datastoreReady"), value=True),)),
    )


def _endpoint(owner: Owner) -> ObjectRef:
    return object_refs.config_map(
        "tigera-operator" if owner.under_operator else owner.namespace, ENDPOINT
    )


def _homes_of_endpoint(value: str, owner: Owner, read: Read) -> tuple[FieldLocation, ...]:
    host, _, port = value.rpartition(":")
    data = {"KUBERNETES_SERVICE_HOST": host.strip("[]"), "KUBERNETES_SERVICE_PORT": port}
    ref = _endpoint(owner)
    told = FieldLocation(
        ref=ref,
        puts=tuple(Put(place=("data", name), value=each) for name, each in data.items()),
        made=_made(ref, {"data": data}, read),
    )
    if owner.under_operator:
        # Its own watch rolls the DaemonSet.
        return (told,)
    annotation = ("spec", "template", "metadata", "annotations", ROLLED_FOR)
    return told, FieldLocation(
        ref=object_refs.daemonset(owner), puts=(Put(place=annotation, value=value),)
    )


def _homes_in_pods(
    container: str, fields: tuple[Field, ...], owner: Owner
) -> tuple[FieldLocation, ...]:
    at: Place = ("containers", Named(container)) if container else ()
    if not owner.under_operator:
        return (
            FieldLocation(ref=object_refs.daemonset(owner), puts=puts_of(fields, (*_POD, *at))),
        )
    allowed = ("resources",) if container else _OVERRIDDEN
    if any(field.path[0] not in allowed for field in fields):
        return ()
    return (FieldLocation(ref=object_refs.INSTALLATION, puts=puts_of(fields, (*_OVERRIDES, *at))),)


def _home(step: EditObject, owner: Owner, read: Read) -> FieldLocation:
    ref, puts = object_refs.calicos(step.kind, step.name, owner), puts_of(step.fields)
    may_be_made = step.kind in _MADE and all(put.value is not GONE for put in puts)
    return FieldLocation(
        ref=ref, puts=puts, made=_made(ref, fragment(puts), read) if may_be_made else None
    )


def _made(ref: ObjectRef, body: Mapping[str, Value], read: Read) -> Value:
    """The object to create; None where it exists already, or was not looked for."""
    if ref not in read or read[ref] is not None:
        return None
    place = {"namespace": ref.namespace} if ref.namespace else {}
    return {
        "apiVersion": ref.api_version,
        "kind": ref.kind,
        "metadata": {"name": ref.name, **place},
        **body,
    }


def _felix_objects(owner: Owner, node: str | None) -> tuple[ObjectRef, ...]:
    """The node's own one wins over the default one."""
    names = (f"node.{node}", "default") if node else ("default",)
    return tuple(object_refs.calicos(CalicoKind.FELIX_CONFIGURATION, name, owner) for name in names)


def _homes_of_felix_value(
    parameter: str, owner: Owner, node: str | None, read: Read
) -> tuple[FieldLocation, ...]:
    variable = Named(f"FELIX_{parameter.upper()}")
    daemonset = object_refs.daemonset(owner)
    place = (*_CONTAINER, "env", variable)
    if looked_up(read.get(daemonset), place) is not GONE:
        # A variable wins over every object; under the operator none can have been set.
        puts = (Put(place=place, value=GONE),)
        return () if owner.under_operator else (FieldLocation(ref=daemonset, puts=puts),)
    for ref in _felix_objects(owner, node):
        spec = looked_up(read.get(ref), ("spec",))
        names = spec if isinstance(spec, Mapping) else ()
        for name in names:
            if name.lower() == parameter.lower():
                return (FieldLocation(ref=ref, puts=(Put(place=("spec", name), value=GONE),)),)
    return ()


def _homes_of_rule(step: GrantRule, read: Read) -> tuple[FieldLocation, ...]:
    name = calico_roles.role_of(step.account)
    role, binding = read.get(object_refs.role(name)), read.get(object_refs.binding(name))
    if not isinstance(role, Mapping) or object_refs.binding(name) not in read:
        return ()
    return (*_bound(step.account, name, binding, read), *_allowed(step, role))


def _bound(account: str, name: str, binding: Value, read: Read) -> tuple[FieldLocation, ...]:
    ref, subject = object_refs.binding(name), calico_roles.subject(account)
    if isinstance(binding, Mapping):
        if calico_roles.binds(binding, account):
            return ()
        subjects = [*(binding.get("subjects") or ()), subject]
        return (FieldLocation(ref=ref, puts=(Put(place=("subjects",), value=subjects),)),)
    group = "rbac.authorization.k8s.io"
    to = {"apiGroup": group, "kind": "ClusterRole", "name": name}
    return (
        FieldLocation(
            ref=ref, puts=(), made=_made(ref, {"roleRef": to, "subjects": [subject]}, read)
        ),
    )


def _allowed(step: GrantRule, role: Mapping[str, Value]) -> tuple[FieldLocation, ...]:
    lacking = calico_roles.missing(step, role)
    if not lacking:
        return ()
    rules = [*(role.get("rules") or ()), calico_roles.rule_for(step, lacking)]
    ref = object_refs.role(calico_roles.role_of(step.account))
    return (FieldLocation(ref=ref, puts=(Put(place=("rules",), value=rules),)),)


def _is_open(value: str) -> bool:
    """Whether a human has to put something in: `<CIDR>`."""
    return "<" in value


def _json(value: Value) -> Value:
    """Tuples, which records hold, are lists in JSON."""
    if isinstance(value, tuple | list):
        return [_json(each) for each in value]
    if isinstance(value, Mapping):
        return {key: _json(each) for key, each in value.items()}
    return value
