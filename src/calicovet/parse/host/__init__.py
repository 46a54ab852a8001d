"""Readers of host commands and files, and the table of them."""

from collections.abc import Mapping
from types import MappingProxyType

from calicovet.model.evidence import EvidenceKind
from calicovet.parse.form import Parser
from calicovet.parse.host import (
    api_curl,
    bridges,
    cgroup_paths,
    container_list,
    containerd_config,
    cpu_count,
    cpu_stat,
    disks,
    docker_config,
    host_file,
    ip_addr,
    ip_link,
    kernel,
    kubeadm_config,
    kubelet_config,
    load,
    memory,
    modules,
    os_release,
    routes,
    sockets,
    sysctl,
    units,
)

__all__ = ["HOST_PARSERS"]

HOST_PARSERS: Mapping[EvidenceKind, Parser] = MappingProxyType(
    {
        EvidenceKind.IP_ADDR: Parser(ip_addr.read_ip_addr, ip_addr.GIVES),
        EvidenceKind.IP_LINK: Parser(ip_link.read_ip_link, ip_link.GIVES),
        EvidenceKind.IP_ROUTE: Parser(routes.read_routes, routes.GIVES),
        EvidenceKind.BRIDGES: Parser(bridges.read_bridges, bridges.GIVES),
        EvidenceKind.CONTAINERD_CONFIG: Parser(
            containerd_config.read_containerd_config, containerd_config.GIVES
        ),
        EvidenceKind.DOCKER_CONFIG: Parser(docker_config.read_docker_config, docker_config.GIVES),
        EvidenceKind.KUBELET_CONFIG: Parser(
            kubelet_config.read_kubelet_config, kubelet_config.GIVES
        ),
        EvidenceKind.KUBEADM_CONFIG: Parser(
            kubeadm_config.read_kubeadm_config, kubeadm_config.GIVES
        ),
        EvidenceKind.LOAD: Parser(load.read_load, load.GIVES),
        EvidenceKind.CPU_COUNT: Parser(cpu_count.read_cpu_count, cpu_count.GIVES),
        EvidenceKind.MEMORY: Parser(memory.read_memory, memory.GIVES),
        EvidenceKind.DISKS: Parser(disks.read_disks, disks.GIVES),
        EvidenceKind.MODULES: Parser(modules.read_modules, modules.GIVES),
        EvidenceKind.SYSCTL: Parser(sysctl.read_sysctl, sysctl.GIVES),
        EvidenceKind.SOCKETS: Parser(sockets.read_sockets, sockets.GIVES),
        EvidenceKind.KERNEL: Parser(kernel.read_kernel, kernel.GIVES),
        EvidenceKind.OS_RELEASE: Parser(os_release.read_os_release, os_release.GIVES),
        EvidenceKind.CONTAINER_LIST: Parser(
            container_list.read_container_list, container_list.GIVES
        ),
        EvidenceKind.CGROUP_PATHS: Parser(cgroup_paths.read_cgroup_paths, cgroup_paths.GIVES),
        EvidenceKind.CPU_STAT: Parser(cpu_stat.read_cpu_stat, cpu_stat.GIVES),
        EvidenceKind.UNITS: Parser(units.read_units, units.GIVES),
        EvidenceKind.API_CURL: Parser(api_curl.read_api_curl, api_curl.GIVES),
        EvidenceKind.HOST_FILE: Parser(host_file.read_host_file, host_file.GIVES),
    }
)
