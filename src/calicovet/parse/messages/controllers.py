"""Message table: Typha, kube-controllers, the operator."""

import re
from functools import partial

from calicovet.model.facts.base import Fact
from calicovet.model.facts.said import ControllersSaid, KubeletSaid
from calicovet.parse.messages.message import Message, Spoken, details_of, said

_SAID = ControllersSaid
_OF_POD = r"(pods \W{0,4}(?P<pod>[\w.-]{1,100})\W{0,4} is forbidden: )?"
"""Which pod the API server refuses, where the line was not cut before it."""
_CALL = r"(?P<error>deadline exceeded|no route to host|i/o timeout|connection refused|network is unreachable)"
_CALICOS_FILE = re.compile(r"calico|canal|tigera|typha", re.IGNORECASE)
_ANOTHER_FILE = re.compile(
    r"\b(unable to recognize|from) \W{0,4}(?!STDIN\b)\w[^\s\"']{0,200}", re.IGNORECASE
)


def _no_such_kind(key: str, match: re.Match[str], spoken: Spoken) -> Fact | None:
    """Everybody's manifests ask for kinds that are gone; the line must tell that it is Calico's."""
    of_calico = _CALICOS_FILE.search(f"{spoken.about.pod} {spoken.process} {spoken.text}")
    if not of_calico and _ANOTHER_FILE.search(spoken.text):
        return None
    return ControllersSaid(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        key=key if of_calico else f"{key}:whose",
        details=details_of(match),
    )


MESSAGES = (
    said(
        "pool-none-for-node:operator",
        r"\bwaiting for enabled IP ?pools to be created\b",
        _SAID,
    ),
    said(
        "kc-crash-is-consequence", r"\bFailed to initialize Calico datastore\b", _SAID, fatal=True
    ),
    said(
        "kc-crash-is-consequence:information",
        rf"Error getting cluster information config\b.{{0,300}}?{_CALL}",
        _SAID,
    ),
    said(
        "kc-crash-is-consequence:status",
        r"Error (verifying datastore|reaching apiserver): (?P<error>.{1,200})",
        _SAID,
        words=("verifying", "reaching"),
    ),
    said(
        "kc-crash-is-consequence:readiness",
        r"\bFailed to read status file \S{0,40}status\.json",
        _SAID,
    ),
    said("typha-unschedulable", r"didn.t have free ports for the requested pod ports", _SAID),
    said(
        "typha-unschedulable:listen",
        r"Failed to open listen socket\b.{0,160}?address already in use",
        _SAID,
        fatal=True,
    ),
    said(
        "typha-unschedulable:nodes",
        r"not enough linux nodes to schedule typha pods on\W+require (?P<wanted>\d+) and have (?P<have>\d+)",
        _SAID,
    ),
    said(
        "typha-tls-mismatch:server",
        r"\bTLS handshake error\b.{0,200}?(?P<error>bad certificate|unknown certificate|unknown authority|expired)",
        _SAID,
    ),
    said(
        "typha-tier-create-forbidden",
        r"Failed to initialize datastore\b.{0,160}?tiers\.crd\.projectcalico\.org\W.{0,20}?forbidden",
        _SAID,
        fatal=True,
    ),
    said("op-installation-missing", r"\bInstallation config not found\b", _SAID),
    said(
        "op-pool-outside-platform-cidr",
        r"IPPool (?P<pool>\S+) is not within the platform.{1,2}s configured pod network CIDR(\(s\))?\W{0,3}(?P<cidr>[\da-f.:/]{7,60})?",
        _SAID,
    ),
    said(
        "op-kubeadm-podsubnet-missing",
        r"kubeadm configuration is missing required podSubnet field",
        _SAID,
    ),
    said(
        "op-two-installations",
        r"Existing Calico installation can not be managed by Tigera Operator",
        _SAID,
    ),
    said(
        "op-provider-or-cni-mismatch",
        r"kubernetesProvider \W{0,4}(?P<provider>\w*)\W{0,4} does not match auto-detected value( [\"'`]{0,4}(?P<detected>\w+))?",
        _SAID,
    ),
    said(
        "op-provider-or-cni-mismatch:cni",
        r"kubernetesProvider \W{0,4}(?P<provider>\w+)\W{0,4} is not compatible with spec\.cni\.type( [\"'`]{0,4}(?P<cni>\w+))?",
        _SAID,
    ),
    said(
        "op-provider-or-cni-mismatch:invalid",
        r"\bInvalid Installation provided\b(: |.{0,240}?\berror\W{1,4})?(?P<error>\w[^\"\n]{3,300})?",
        _SAID,
        yields_to=("op-provider-or-cni-mismatch", "ip-method-invalid", "op-nonprivileged-broken"),
    ),
    said(
        "op-terminating-finalizers",
        r"Discovery failed for some groups\b.{0,400}?projectcalico\.org/v3",
        _SAID,
    ),
    said(
        "op-terminating-finalizers:namespace",
        r"unable to create new content in namespace (?P<namespace>\S+) because it is being terminated",
        _SAID,
    ),
    said(
        "op-crd-apply-failed",
        r"(CustomResourceDefinition \W{0,4}(?P<crd>[\w.-]{1,120})\W{0,4} is invalid: )?metadata\.annotations: Too long: (must have at most|may not be (more|longer) than) 262144\b",
        _SAID,
    ),
    said(
        "op-crd-apply-failed:kind",
        r"no matches for kind \W{0,4}Installation\W{0,4} in version \W{0,4}operator\.tigera\.io/v1",
        _SAID,
    ),
    # All programs that elect a leader say this; the name of the lock shows which program it is.
    said(
        "op-unreachable-api",
        r"\bresource lock:? tigera-operator/operator-lock\b.{0,400}?(?P<error>i/o timeout|no route to host|connection refused|network is unreachable|deadline exceeded)",
        _SAID,
    ),
    said(
        "op-nonprivileged-broken",
        r"DaemonSet\.apps \W{0,4}calico-node\W{0,4} is invalid: .{0,400}?volumeMounts\[\d+\]\.name: Not found: \W{0,4}var-run-calico",
        _SAID,
    ),
    said(
        "op-nonprivileged-broken:deprecated",
        r"non-privileged Calico is deprecated and cannot be Enabled",
        _SAID,
    ),
    said(
        "op-migration-stalled",
        r"the kube-system node DaemonSet is not ready with the updated nodeSelector",
        _SAID,
    ),
    said(
        "op-migration-stalled:replicas",
        r"waiting for kube-system/calico-node to have (?P<wanted>\d+) replicas\W+currently at (?P<have>\d+)",
        _SAID,
    ),
    said("sched-migration-label-stuck", r"error migrating resources to calico-system", _SAID),
    Message(
        key="skew-calico-too-old",
        pattern=r"no matches for kind \W{0,4}(?P<kind>PodDisruptionBudget|CustomResourceDefinition|DaemonSet|Deployment|PodSecurityPolicy|ClusterRole|ClusterRoleBinding)\W{0,4} in version \W{0,4}(?P<version>(policy|apiextensions\.k8s\.io|extensions|apps|rbac\.authorization\.k8s\.io)/v1beta\d)",
        make=partial(_no_such_kind, "skew-calico-too-old"),
    ),
    # Kubernetes 1.25 removed the kind itself, so it does not matter that the version was cut off.
    Message(
        key="skew-calico-too-old:cut",
        pattern=r"no matches for kind \W{0,4}(?P<kind>PodSecurityPolicy)\b",
        make=partial(_no_such_kind, "skew-calico-too-old"),
        yields_to=("skew-calico-too-old",),
    ),
    Message(
        key="skew-calico-too-new",
        pattern=r"no matches for kind \W{0,4}(?P<kind>PodDisruptionBudget|EndpointSlice|(Validating|Mutating)AdmissionPolicy(Binding)?)\W{0,4} in version \W{0,4}(?P<version>(policy|discovery\.k8s\.io|admissionregistration\.k8s\.io)/v1)(\W|$)",
        make=partial(_no_such_kind, "skew-calico-too-new"),
    ),
    said(
        "skew-mixed-images",
        r"We require SyncerType (?P<type>\S+) but Typha server doesn.t support it",
        _SAID,
        anyone=True,
    ),
    said(
        "policy-host-endpoint-lockout",
        r"\b(?P<setting>(FELIX_)?failsafe(Inbound|Outbound)HostPorts)\W{1,4}(value: \W?)?"
        # Felix prints its settings as Go does, where a list begins with [] and its type.
        r"(?P<value>\[\](config\.ProtoPort\{\}|(?!\w))|none\b)",
        _SAID,
        words=("failsafeinboundhostports", "failsafeoutboundhostports"),
    ),
    said(
        "policy-host-endpoint-lockout:endpoint",
        # Felix logs its host's endpoints.
        r"(\bautoHostEndpoints\W{1,4}Enabled\b|\bLocal endpoint updated\W{1,4}id\W{1,3}HostEndpoint\()",
        _SAID,
        words=("autohostendpoints", "hostendpoint"),
    ),
    said(
        "crd-schema-mismatch",
        r"crd\.projectcalico\.org \W{0,4}(?P<name>[\w.-]{1,80})\W{0,4} is invalid: .{0,10}?(?P<field>spec\.\S{1,120}): (Required|Unsupported|Invalid) value",
        _SAID,
        anyone=True,
    ),
    said(
        "crd-schema-mismatch:list",
        r"crd\.projectcalico\.org \W{0,4}(?P<name>[\w.-]{1,80})\W{0,4} is invalid: .{0,4000}?validation failure list: (?P<field>spec\.[\w.]{1,120}) in body (is required|should be|must be)",
        _SAID,
        anyone=True,
        yields_to=("crd-schema-mismatch",),
    ),
    # Refusals that only the API server words: they show as events of the DaemonSet.
    said(
        "sched-critical-priority-quota",
        rf"{_OF_POD}insufficient quota to match these scopes: .{{0,10}}?PriorityClass In .{{0,3}}?(?P<class>system-(node|cluster)-critical)",
        KubeletSaid,
    ),
    said(
        "sched-quota-exceeded",
        rf"{_OF_POD}exceeded quota: (?P<quota>[\w.-]{{1,253}}), (?P<reason>requested: \S{{1,400}}, used: \S{{1,400}}, limited: (?P<limited>[\w./=,-]{{1,400}}))",
        KubeletSaid,
    ),
    said(
        "sched-quota-exceeded:unspecified",
        rf"{_OF_POD}failed quota: (?P<quota>[\w.-]{{1,253}}): (?P<reason>must specify (?P<missing>[\w.][\w./,:; -]{{1,400}}))",
        KubeletSaid,
    ),
    said(
        "sched-psp-denied",
        rf"{_OF_POD}(PodSecurityPolicy: unable to admit pod|unable to validate against any pod security policy)(: \W{{0,2}}(?P<reason>[^\]]{{1,200}}))?",
        KubeletSaid,
        words=("podsecuritypolicy", "policy"),
    ),
    said(
        "sched-podsecurity-denied",
        rf"{_OF_POD}violates PodSecurity \W{{0,4}}(?P<level>baseline|restricted):[\w.]++\W{{0,6}}.{{0,400}}?(host namespaces|hostPath volumes|hostPorts|privileged)",
        KubeletSaid,
    ),
    said(
        "sched-admission-webhook-failing",
        r"(?P<creating>error (when )?creating\W.{0,200}?)?failed calling webhook \W{0,4}(?P<webhook>[^\s\"']{1,120}).{0,300}?(?P<error>context deadline exceeded|no endpoints available|connection refused|no route to host|i/o timeout"
        r"|service \"?[\w.-]{1,63}\"? not found|no such host|network is unreachable|TLS handshake timeout|x509: [^\"]{0,120})",
        KubeletSaid,
    ),
    said(
        "sched-taint-not-tolerated",
        r"had untolerated taint(s|\(s\))?( \{(?P<taint>[^}]{1,120})\})?",
        KubeletSaid,
        words=("taint", "taints"),
    ),
    said(
        "sched-taint-not-tolerated:old",
        r"had taints?( \{(?P<taint>[^}]{1,120})\})?\W{1,3}that the pod didn.t tolerate",
        KubeletSaid,
    ),
    said("sched-taint-not-tolerated:oldest", r"\bPodToleratesNodeTaints \(\d+\)", KubeletSaid),
    said(
        "sched-node-selector-or-affinity",
        r"\b0/(?P<nodes>\d{1,6}) nodes are available: (?P<unmatched>\d{1,6}) node\(s\) didn.t match (Pod.s )?node (affinity/selector|affinity|selector)",
        KubeletSaid,
        words=("affinity", "selector"),
    ),
    said(
        "sched-node-selector-or-affinity:old",
        r"\bNo nodes are available that match all of the (following )?predicates.{0,20}?: MatchNodeSelector \((?P<unmatched>\d{1,6})\)\.?$",
        KubeletSaid,
    ),
    said(
        "sched-insufficient-resources",
        r"\b(?P<what>Insufficient (cpu|memory|ephemeral-storage)|Too many pods)\b",
        KubeletSaid,
        words=("insufficient", "many"),
    ),
    said(
        "sched-insufficient-resources:out",
        r"(^|\W)OutOf(?P<what>cpu|memory|pods|ephemeral-storage)\b",
        KubeletSaid,
        words=("outofcpu", "outofmemory", "outofpods", "outofephemeral"),
    ),
    said(
        "sched-insufficient-resources:kubelet",
        r"\bNode didn.t have enough (resource|capacity): (?P<what>[\w-]{1,40})",
        KubeletSaid,
    ),
    said(
        "sched-serviceaccount-missing",
        r"error looking up service account (?P<account>\S{1,80}): serviceaccounts? \W{0,4}(calico-node|canal)\W{0,4} not found",
        KubeletSaid,
    ),
    said(
        "sched-scc-denied",
        r"pods \W{0,4}(?P<pod>calico-node|calico-typha|canal|tigera-operator)-\S{0,16} is forbidden: unable to validate against any security context constraint",
        KubeletSaid,
    ),
    said(
        "sched-privileged-disallowed",
        r"DaemonSet\S{0,6} \W{0,4}(calico-node|canal)\W{0,4} is invalid: .{0,400}?privileged: Forbidden: disallowed by cluster policy",
        KubeletSaid,
        # kubectl prints each complaint on a separate line.
        words=("daemonset", "daemonsets"),
    ),
    said(
        "sched-privileged-disallowed:line",
        r"^\W{0,4}spec\.template\.spec\.(initC|c)ontainers\[\d+\]\.securityContext\.privileged: Forbidden: disallowed by cluster policy",
        KubeletSaid,
        yields_to=("sched-privileged-disallowed",),
    ),
    said(
        "op-manual-edit-reverted",
        # `configured` and `created` are the words of a plain apply.
        r"\bdaemonsets?(\.apps|\.extensions)?/(?P<name>calico-node|canal) (?P<what>edited|patched|(env|image|resource requirements) updated)\b",
        _SAID,
        words=("daemonset", "daemonsets"),
    ),
)
