"""Message table: the kubelet, in its journal, in events, in node conditions."""

import re
from dataclasses import replace

from calicovet.model.facts.base import Fact
from calicovet.model.facts.probes import KilledByProbe, Probe, ProbeFailed
from calicovet.model.facts.said import KubeletSaid
from calicovet.parse.messages.message import Message, Spoken, said

_SAID = KubeletSaid
_OURS = re.compile(r"calico|canal|felix|bird|:9099", re.IGNORECASE)
_TIMED_OUT = re.compile(r"DeadlineExceeded|timed out|deadline exceeded", re.IGNORECASE)
_CONTAINERS = ("", "calico-node", "canal")
_PULLING = r"\b(Failed to pull( and unpack)? image|PullImage)"
_PULL = rf"{_PULLING} \W{{0,4}}(?P<image>[^\s\"']++)"
_PULL_OF_CALICO = rf"{_PULLING} \W{{0,4}}(?P<image>[^\s\"']*?(calico|tigera)[^\s\"']*+)"
_PULLED_AND_BROKEN = r"(extract layer|content digest|commit digest)"
_NOT_PULLED = (
    r"dial tcp[^\"']{0,120}|i/o timeout|no such host|x509:[^\"']{0,160}|unauthorized|not found"
    r"|manifest unknown|connection refused|connection reset by peer|network is unreachable"
    r"|no route to host|TLS handshake timeout|request canceled|proxyconnect tcp|unexpected EOF"
    r"|server gave HTTP response to HTTPS client|pull access denied|insufficient_scope"
    r"|no basic auth credentials|403 Forbidden|50[234] (Bad Gateway|Service Unavailable|Gateway Time-?out)"
)
_OF_POD = r"\W{0,8}(UniqueName: .{0,400}? : )?"
"""What the kubelet's journal logs about a volume before it says what is wrong with it."""
_OF_ANOTHER = re.compile(
    r"\b(not|no|never|nor|without|but|while|and|if)\b|n't\b|没有?|不是|并非|未|但|而|[,，;；。]",
    re.IGNORECASE,
)


def _probe_failed(match: re.Match[str], spoken: Spoken) -> Fact | None:
    groups = match.groupdict()
    container = groups.get("container") or ""
    text = (groups.get("output") or "").strip(" \"'\\")
    if container not in _CONTAINERS or not (container or _OURS.search(text)):
        return None
    about = replace(
        spoken.about,
        namespace=groups.get("namespace") or spoken.about.namespace,
        pod=groups.get("pod") or spoken.about.pod,
        container=container or spoken.about.container,
    )
    trouble = groups.get("error") or text
    return ProbeFailed(
        about=about,
        cited=spoken.cited,
        at=spoken.at,
        probe=Probe(match["probe"].lower()),
        text=text,
        timed_out=bool(_TIMED_OUT.search(trouble)),
    )


def _killed(match: re.Match[str], spoken: Spoken) -> Fact:
    return KilledByProbe(
        about=replace(spoken.about, container=match["container"]),
        cited=spoken.cited,
        at=spoken.at,
        probe=Probe(match["probe"].lower()),
    )


def _out_of_memory(match: re.Match[str], spoken: Spoken) -> Fact | None:
    # "calico-node was not OOMKilled", "calico-node runs, but coredns is OOMKilled"
    if _OF_ANOTHER.search(match["between"]):
        return None
    return KubeletSaid(about=spoken.about, cited=spoken.cited, at=spoken.at, key="host-oomkilled")


PROBES = (
    Message(
        key="probe-failed",
        pattern=r"Probe failed\W{1,3} ?probeType\W{1,3}(?P<probe>Liveness|Readiness|Startup)\W.{0,10}?pod\W{1,3}(?P<namespace>[\w-]+)/(?P<pod>[\w.-]+).{0,120}?containerName\W{1,3}(?P<container>[\w-]+)(.{0,40}?output=(?P<output>.{0,2000}))?",
        words=("probetype",),
        make=_probe_failed,
    ),
    Message(
        key="probe-errored",
        pattern=r"Probe errored\W{1,3} ?err=(?P<error>.{0,600}?)probeType\W{1,3}(?P<probe>Liveness|Readiness|Startup)\W.{0,10}?pod\W{1,3}(?P<namespace>[\w-]+)/(?P<pod>[\w.-]+).{0,120}?containerName\W{1,3}(?P<container>[\w-]+)",
        words=("probetype",),
        make=_probe_failed,
    ),
    Message(
        key="probe-failed:old",
        pattern=r"(?P<probe>Liveness|Readiness|Startup) probe for \W{0,3}(?P<pod>[a-z0-9.-]++)_(?P<namespace>[a-z0-9-]++)\([\w-]++\):(?P<container>[\w-]++)\W{0,3} (failed|errored)( \(\w+\))?: (?P<output>.{0,2000})",
        make=_probe_failed,
    ),
    Message(
        key="probe-failed:quoted",
        pattern=r"(?P<probe>Liveness|Readiness|Startup) probe failed: (?P<output>.{0,2000})",
        make=_probe_failed,
        loose=True,
    ),
    Message(
        key="killed-by-probe",
        pattern=r"Container (?P<container>calico-node|canal) failed (?P<probe>liveness|readiness|startup) probe, will be restarted",
        make=_killed,
        loose=True,
    ),
)

MESSAGES = (
    *PROBES,
    said(
        "rt-pleg-unhealthy",
        r"PLEG is not healthy: pleg was last seen active (?P<ago>\S+) ago",
        _SAID,
    ),
    said(
        "rt-pleg-unhealthy:skipping",
        r"\bskipping pod synchronization\b",
        _SAID,
        yields_to=("rt-pleg-unhealthy", "rt-cni-conf-not-loaded"),
    ),
    said(
        "rt-cni-conf-not-loaded",
        r"\b(cni plugin not initialized|cni config uninitialized|no networks? (config )?found in /etc/cni/net\.d)",
        _SAID,
        words=("initialized", "uninitialized", "networks", "network"),
    ),
    said(
        "rt-hostpath-type-check",
        rf"\bfailed for volume \W{{0,4}}(?P<volume>[\w-]{{1,60}}){_OF_POD}hostPath type check failed: (?P<path>\S+) is not an? (?P<wanted>file|directory|socket|character device|block device)",
        _SAID,
    ),
    said(
        "rt-volume-secret-or-configmap-missing",
        rf"\bfailed for volume \W{{0,4}}(?P<volume>kube-api-access-\w+|node-certs|typha-certs|typha-ca|tigera-ca-bundle|cni-config|etcd-certs|(calico-node|canal)-token-\w+){_OF_POD}(?P<what>(configmap|secret)s?\W.{{0,160}}?not found|(configmap )?references non-existent \w{{1,12}} key: [\w.-]{{1,80}})",
        _SAID,
    ),
    said(
        "rt-volume-secret-or-configmap-missing:cache", r"\bobject .{0,120}? not registered\b", _SAID
    ),
    said(
        "rt-configmap-key-missing",
        r"couldn.t find key \W{0,4}(?P<key>[\w.-]+)\W{0,4} in ConfigMap \W{0,4}[\w-]+/(?P<map>calico-config|canal-config|cni-config)",
        _SAID,
    ),
    said(
        "rt-configmap-key-missing:map",
        r"configmaps? \W{0,4}(?P<map>calico-config|canal-config|cni-config)\W{0,4} not found",
        _SAID,
        words=("configmap", "configmaps"),
        yields_to=("rt-volume-secret-or-configmap-missing",),
    ),
    said(
        "img-pull-rate-limit",
        rf"({_PULL}.{{0,900}}?)?(toomanyrequests|reached your (unauthenticated )?pull rate limit)",
        _SAID,
        words=("toomanyrequests", "pull"),
    ),
    said(
        "img-pull-rate-limit:status",
        rf"{_PULL}.{{0,900}}?429 Too Many Requests",
        _SAID,
        yields_to=("img-pull-rate-limit",),
    ),
    said(
        "img-pull-unreachable",
        rf"{_PULL_OF_CALICO}(?!.{{0,400}}?{_PULLED_AND_BROKEN}).{{0,900}}?(?P<error>{_NOT_PULLED})",
        _SAID,
        words=("pull", "pullimage", "pulling"),
        yields_to=("img-pull-rate-limit",),
    ),
    said(
        "img-pull-unreachable:journal",
        rf"\b(PullImage from image service failed|Failed to pull image)\W{{1,4}}err=.{{0,900}}?(?P<error>{_NOT_PULLED}).{{0,400}}?\bimage=\W{{0,2}}(?P<image>[^\s\"']*?(calico|tigera)[^\s\"']*+)",
        _SAID,
        words=("pull", "pullimage"),
        yields_to=("img-pull-rate-limit", "img-pull-unreachable"),
    ),
    # The runtime says this only of a call that got no answer at all; the why is often cut off.
    said(
        "img-pull-unreachable:no-answer",
        rf"{_PULL_OF_CALICO}.{{0,900}}?(?P<error>failed to do request: \w{{3,7}} \W{{0,4}}https?://[^/\s\"']{{1,120}})",
        _SAID,
        words=("pull", "pullimage", "pulling"),
        yields_to=("img-pull-rate-limit", "img-pull-unreachable", "img-pull-unreachable:journal"),
    ),
    said(
        "img-pull-failed",
        r"\bFailed to pull (and unpack )?image \W{0,4}(?P<image>[^\s\"']+)",
        _SAID,
        yields_to=(
            "img-pull-unreachable",
            "img-pull-unreachable:no-answer",
            "img-pull-rate-limit",
        ),
    ),
    said(
        "host-probe-timeout-tight:exec",
        r"\bprobe (failed|errored)\b.{0,120}?rpc error: code = \w+ .{0,120}?(timeout|timed out|deadline exceeded)",
        _SAID,
    ),
    said("flexvol-readonly-usr", r"mkdir /usr/libexec/kubernetes\S*: read-only file system", _SAID),
    said(
        "flexvol-readonly-usr:mount",
        r"unmounted volumes=\[flexvol-driver-host(?P<others> [^\]]{1,300})?\]",
        _SAID,
    ),
    said(
        "host-overload-probe-kill",
        r"\bLiveness probe failed: .{0,240}?(?P<error>connection refused|Client\.Timeout exceeded|deadline exceeded|timed out)",
        _SAID,
    ),
    said(
        "host-probe-timeout-tight", r"\b(?P<probe>Readiness|Liveness) probe failed: \W{0,2}$", _SAID
    ),
    said(
        "host-probe-timeout-tight:command",
        r"\bprobe (failed|errored): .{0,80}?command .{0,200}?timed out",
        _SAID,
    ),
    Message(
        key="host-oomkilled",
        pattern=r"\b(calico-node|canal)\b(?P<between>.{0,80}?)\bOOM-?\s?Kill(ed|s|ing)?\b",
        words=("oomkilled", "oom"),
        make=_out_of_memory,
        in_sentences=True,
    ),
    said(
        "host-oomkilled:system",
        r"System OOM encountered, victim process: (?P<process>calico-node|bird6?|(calico-)?felix)\b",
        _SAID,
    ),
    said(
        "host-cpu-throttled:alert",
        r"(?P<percent>\d{1,3}(\.\d{1,6})?)\s{0,2}% throttling of CPU in namespace \S{1,80} for container (?P<container>calico-node)\b",
        _SAID,
    ),
    said(
        "host-disk-pressure-evicted",
        r"The node was low on resource: \W{0,2}(?P<what>ephemeral-storage|imagefs|DiskPressure)",
        _SAID,
    ),
    said("host-disk-pressure-evicted:free", r"\bFreeDiskSpaceFailed\b", _SAID),
    said("node-kubelet-dead", r"Kubelet stopped posting node status", _SAID),
    said("node-kubelet-dead:unknown", r"\bNodeStatusUnknown\b", _SAID),
    said(
        "node-kubelet-dead:refused",
        r"(Error updating node status, will retry|Failed to (ensure|update|get) (node )?lease|Unable to register node with API server).{0,300}?(\bUnauthorized\b|provide credentials)",
        _SAID,
        words=("unauthorized", "credentials"),
    ),
    said("node-kubelet-dead:ended", r"\bfailed to run Kubelet: (?P<error>.{1,200})", _SAID),
    said(
        "host-swap-on",
        r"running with swap on is not supported, please disable swap",
        _SAID,
        fatal=True,
    ),
    said(
        "cloud-node-no-internalip",
        r"\bnode\.cloudprovider\.kubernetes\.io/uninitialized\b",
        _SAID,
        words=("cloudprovider",),
    ),
)
