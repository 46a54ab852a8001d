"""Which process wrote a line: by component, source file, container, unit."""

import re
from collections.abc import Mapping
from functools import cache

from calicovet.model.facts.said import (
    STRANGER,
    BgpSaid,
    CniInstallSaid,
    CniPluginSaid,
    ControllersSaid,
    FelixSaid,
    IpamUpgradeSaid,
    KernelSaid,
    KubeletSaid,
    KubeProxySaid,
    RuntimeSaid,
    Said,
    StartupSaid,
)
from calicovet.model.subject import Subject
from calicovet.parse.logs.log_line import unescape

BY_COMPONENT: Mapping[str, str] = {
    "startup": "startup",
    "felix": "felix",
    "confd": "confd",
    "tunnel-ip-allocator": "tunnel-ip-allocator",
    "monitor-addresses": "monitor-addresses",
    "cni-config-monitor": "cni-config-monitor",
    "status-reporter": "status-reporter",
    "complete-startup": "complete-startup",
    "node-services": "node-services",
    "init": "mount-bpffs",
    "init-best-effort": "mount-bpffs",
    "shutdown": "shutdown",
    "hostpath-init": "hostpath-init",
    "node": "probe",
    "cni-installer": "install-cni",
    "ipam": "upgrade-ipam",
    "cni-plugin": "cni-plugin",
    "typha": "typha",
    "kube-controllers": "kube-controllers",
}
"""The component that stands before the file's name, from v3.14 or v3.29 on."""

BY_FILE: Mapping[str, str] = {
    "startup.go": "startup",
    "autodetection_methods.go": "startup",
    "ipam_plugin.go": "upgrade-ipam",
    "migrate.go": "upgrade-ipam",
    "daemon.go": "felix",
    "int_dataplane.go": "felix",
    "async_calc_graph.go": "felix",
    "calc_graph.go": "felix",
    "health.go": "felix",
    "table.go": "felix",
    "ipsets.go": "felix",
    "vxlan_mgr.go": "felix",
    "config_params.go": "felix",
    "allocateip.go": "tunnel-ip-allocator",
    "sync_client.go": "felix",
    "install.go": "install-cni",
    "driver-call.go": "kubelet",
    "prober.go": "kubelet",
    "kubelet.go": "kubelet",
    "mountns.go": "mount-bpffs",
    "init_best_effort.go": "mount-bpffs",
    "bpf_nat.go": "mount-bpffs",
}
"""Old releases name no component; the file name shows it."""

BY_UNIT: Mapping[str, str] = {
    "kubelet": "kubelet",
    "dockerd": "runtime",
    "docker": "runtime",
    "containerd": "runtime",
    "crio": "runtime",
    "cri-dockerd": "runtime",
    "kernel": "kernel",
    "bird": "bird",
    "bird6": "bird",
}

_DOCKER = ("docker", "dockerd")
BY_CONTAINER: Mapping[str, str] = {
    "upgrade-ipam": "upgrade-ipam",
    "install-cni": "install-cni",
    "mount-bpffs": "mount-bpffs",
    "ebpf-bootstrap": "mount-bpffs",
    "calico-typha": "typha",
    "calico-kube-controllers": "kube-controllers",
    "tigera-operator": "operator",
    "kube-proxy": "kube-proxy",
    "kubelet": "kubelet",
    "cni-plugin": "cni-plugin",
}

CONTAINER_OF: Mapping[str, str] = {
    "upgrade-ipam": "upgrade-ipam",
    "install-cni": "install-cni",
    "startup": "calico-node",
    "felix": "calico-node",
    "confd": "calico-node",
    "bird": "calico-node",
    "tunnel-ip-allocator": "calico-node",
    "monitor-addresses": "calico-node",
    "cni-config-monitor": "calico-node",
    "status-reporter": "calico-node",
    "complete-startup": "calico-node",
    "node-services": "calico-node",
    "rc.local": "calico-node",
}
"""In which container of the calico-node pod a process runs, where releases agree on its name."""

SAID_BY: Mapping[str, type[Said]] = {
    "startup": StartupSaid,
    "tunnel-ip-allocator": StartupSaid,
    "felix": FelixSaid,
    "confd": BgpSaid,
    "bird": BgpSaid,
    "upgrade-ipam": IpamUpgradeSaid,
    "install-cni": CniInstallSaid,
    "cni-config-monitor": CniInstallSaid,
    "cni-plugin": CniPluginSaid,
    "typha": ControllersSaid,
    "kube-controllers": ControllersSaid,
    "operator": ControllersSaid,
    "kubelet": KubeletSaid,
    "kube-proxy": KubeProxySaid,
    "runtime": RuntimeSaid,
    "kernel": KernelSaid,
}

_PLUGIN = (
    'plugin type="calico',
    "networkplugin cni",
    "networkplugin: cni",
    "failedcreatepodsandbox",
    "failed to setup network for sandbox",
    "failed to set up sandbox container",
    "failed to set up pod",
    "failed to create pod sandbox",
    "failed to destroy network for sandbox",
    "failed to teardown pod",
    "killpodsandbox",
    "error adding pod",
    "error adding host side",
)

_CALICOS = ("calico", "clusterinformation")
_CHAINED = frozenset({"portmap", "bandwidth", "tuning", "loopback", "host-local"})
"""Plugins that stand in Calico's own configuration, behind it or within it."""

_STRANGERS = (
    " subsys=",
    "kube-flannel",
    "resource lock kube-system/",
    "resource lock: kube-system/",
    " | etcdserver: ",
    " | rafthttp: ",
    '"caller":"etcdserver/',
    '"caller":"rafthttp/',
    '"caller":"wal/',
    '"caller":"mvcc/',
    '"caller":"embed/',
    '"caller":"v3rpc/',
    "_test.go:",
)
"""Traces of Cilium, flannel, etcd, of the scheduler and the controller manager, and of tests."""

_OWN_WORDS: Mapping[str, str] = {
    "unable to create token for cni kubeconfig": "install-cni",
    "hit error connecting to datastore": "startup",
    "error loading datastore config: ": "startup",
    "error accessing the calico datastore: ": "startup",
    "connection to the datastore is unauthorized": "startup",
    "failed to migrate ipam, retrying": "upgrade-ipam",
    "failed to reload cni configuration": "runtime",
}
"""Sentences that only one process has, for lines that were quoted without their beginning."""


def speaker(text: str, about: Subject, component: str, file: str, unit: str) -> str:
    """The process that says the line, by the strongest trace; empty where it is unknown."""
    if component == "node" and file.startswith("bpf"):
        return "mount-bpffs"
    if component in BY_COMPONENT:
        return BY_COMPONENT[component]
    if component in BY_CONTAINER:
        return BY_CONTAINER[component]
    # What the CNI plugin says comes to light through the kubelet's journal and the pods' events.
    lower = unescape(text[:2000]).lower()
    if any(trace in lower for trace in _PLUGIN):
        return STRANGER if _is_another_plugins(lower) else "cni-plugin"
    if any(trace in lower for trace in _STRANGERS):
        return STRANGER
    tag = _tag().match(lower)
    # Docker can write what containers print into its own journal.
    if unit in BY_UNIT and not (tag is not None and unit in _DOCKER):
        return BY_UNIT[unit]
    if about.container in BY_CONTAINER:
        return BY_CONTAINER[about.container]
    if tag is not None:
        return BY_UNIT.get(tag["name"]) or BY_CONTAINER.get(tag["name"]) or tag["name"]
    for words, process in _OWN_WORDS.items():
        if words in lower:
            return process
    return BY_FILE.get(file, "") or _quoted_speaker(text[:2000])


@cache
def _tag() -> re.Pattern[str]:
    """A program's name before its words, as on standard error or in a journal without a date."""
    return re.compile(
        r"(?P<name>bird6?|felix|confd|typha|calico-typha|tigera-operator|install-cni|ebpf-bootstrap|mount-bpffs"
        r"|upgrade-ipam|kubelet|dockerd|containerd|crio|kernel)(?: v\d[\w.-]{0,30})?(?:\[\d{1,8}\])?: ",
        re.ASCII,
    )


@cache
def _plugin_type() -> re.Pattern[str]:
    return re.compile(r"plugin type=\"(?P<name>[\w.-]{1,60})\"", re.ASCII)


def _is_another_plugins(lower: str) -> bool:
    """Whether a network was refused by Cilium, flannel or the like, and not on Calico's behalf."""
    found = _plugin_type().search(lower)
    return (
        found is not None
        and found["name"] not in _CHAINED
        # Multus and its kin hand on what Calico told them.
        and not any(word in lower for word in _CALICOS)
    )


@cache
def _position() -> re.Pattern[str]:
    return re.compile(
        r"(?:\b(?P<component>[a-z][a-z-]{2,20})/)?\b(?P<file>[\w-]{1,40}\.go)[ :]\d", re.ASCII
    )


def _quoted_speaker(text: str) -> str:
    """The process of a log line that stands in the middle of other words."""
    for found in _position().finditer(text):
        process = BY_COMPONENT.get(found["component"] or "") or BY_FILE.get(found["file"])
        if process:
            return process
    return ""
