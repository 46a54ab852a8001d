"""What a host and its cluster look like to one run of the start-up program."""

from collections.abc import Mapping

import msgspec

from lab.links import Link

NODE = "n1"
USUAL: Mapping[str, str] = {
    "DATASTORE_TYPE": "kubernetes",
    "NODENAME": NODE,
    "WAIT_FOR_DATASTORE": "true",
    "CALICO_NETWORKING_BACKEND": "bird",
    "CLUSTER_TYPE": "k8s,bgp",
    "CALICO_IPV4POOL_IPIP": "Always",
    "CALICO_DISABLE_FILE_LOGGING": "true",
    "FELIX_IPV6SUPPORT": "false",
    "IP": "autodetect",
    "IP6": "none",
}
"""The environment of the usual manifest."""


class Situation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that decides a run; written as JSON it can be kept and run again."""

    why: str = ""
    """What it is kept for."""
    links: tuple[Link, ...] = ()
    default_link: str = ""
    changes: dict[str, str] = {}
    """What differs from the usual environment."""
    hosts: dict[str, str] = {}
    """Names that the host resolves by itself."""
    node: str = NODE
    """The name of the Node object; empty: there is none."""
    internal: tuple[str, ...] = ()
    """Its InternalIPs."""
    stored: tuple[str, ...] = ()
    """The addresses that Calico wrote on it before."""
    others: dict[str, str] = {}
    """Other nodes, with the address that Calico wrote on each."""
    stored_name: str = ""
    """What stands in /var/lib/calico/nodename."""
    host_name: str = "host-1"
    pools: tuple[str, ...] = ()
    kubeadm: str | None = None
    """What kubeadm-config says behind `podSubnet:`; None: there is no such map."""

    @property
    def environment(self) -> dict[str, str]:
        return {**USUAL, **self.changes}
