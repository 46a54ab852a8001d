"""kubeadm's ClusterConfiguration."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, KubeletCgroupDriver, SettingSeen, Unreadable
from calicovet.parse.host.kubelet_config import read_kubelet_config
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_FIELD = (
    r"""\b(podSubnet|serviceSubnet|controlPlaneEndpoint)["']?\s{0,40}:\s{0,40}"""
    r"""["']?([^\s"',}#\\]+)"""
)
_FLAG = r"--(pod-network-cidr|service-cidr|control-plane-endpoint)[= ]\s{0,40}[\"']?([^\s\"']+)"
_FIELD_OF_FLAG = {
    "pod-network-cidr": "podSubnet",
    "service-cidr": "serviceSubnet",
    "control-plane-endpoint": "controlPlaneEndpoint",
}


def read_kubeadm_config(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The subnets and the endpoint that the cluster was made with."""
    yield from read_kubelet_config(evidence)
    for found in pattern(_FLAG).finditer(evidence.taken_by):
        yield _setting(evidence, _FIELD_OF_FLAG[found[1]], found[2], 0)
    for number, line in numbered(evidence):
        for found in pattern(_FIELD).finditer(line):
            if "#" not in line[: found.start()]:
                yield _setting(evidence, found[1], found[2], number)


def _setting(evidence: Evidence, name: str, value: str, line: int) -> SettingSeen:
    return SettingSeen(
        name=name, value=value, where="kubeadm", about=evidence.about, cited=cite(evidence, line)
    )


PARSER = Parser(read_kubeadm_config, gives=(KubeletCgroupDriver, SettingSeen))
