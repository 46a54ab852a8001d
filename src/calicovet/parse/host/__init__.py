"""Readers of host commands and files, and the table of them."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from calicovet.model.evidence import EvidenceKind
from calicovet.parse.parser import Parser

__all__ = ["HOST_READERS", "host_parser"]

HOST_READERS: Mapping[EvidenceKind, str] = MappingProxyType(
    {
        EvidenceKind.IP_ADDR: "ip_addr",
        EvidenceKind.IP_LINK: "ip_link",
        EvidenceKind.IP_ROUTE: "routes",
        EvidenceKind.BRIDGES: "bridges",
        EvidenceKind.CONTAINERD_CONFIG: "containerd_config",
        EvidenceKind.DOCKER_CONFIG: "docker_config",
        EvidenceKind.KUBELET_CONFIG: "kubelet_config",
        EvidenceKind.KUBEADM_CONFIG: "kubeadm_config",
        EvidenceKind.LOAD: "load",
        EvidenceKind.CPU_COUNT: "cpu_count",
        EvidenceKind.MEMORY: "memory",
        EvidenceKind.DISKS: "disks",
        EvidenceKind.MODULES: "modules",
        EvidenceKind.SYSCTL: "sysctl",
        EvidenceKind.SOCKETS: "sockets",
        EvidenceKind.KERNEL: "kernel",
        EvidenceKind.OS_RELEASE: "os_release",
        EvidenceKind.CONTAINER_LIST: "container_list",
        EvidenceKind.CGROUP_PATHS: "cgroup_paths",
        EvidenceKind.CPU_STAT: "cpu_stat",
        EvidenceKind.UNITS: "units",
        EvidenceKind.API_CURL: "api_curl",
        EvidenceKind.HOST_FILE: "host_file",
    }
)
"""The module that reads a kind: it has a reader `read_…` by its own name, and `GIVES`."""


@cache
def host_parser(kind: EvidenceKind) -> Parser:
    """Who reads that kind; imported when first needed, since an incident shows but a few of them."""
    name = HOST_READERS[kind]
    module = import_module(f"{__name__}.{name}")
    return Parser(getattr(module, f"read_{name}"), module.GIVES)
