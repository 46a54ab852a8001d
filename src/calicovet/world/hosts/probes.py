"""The probes of all evidence kinds, in the order in which the scripts run them."""

from calicovet.model.evidence import EvidenceKind
from calicovet.model.evidence_kinds.row import HostProbe


def _in_turn(probes: list[HostProbe]) -> tuple[HostProbe, ...]:
    return tuple(sorted(probes, key=lambda probe: probe.turn))


HOST_PROBES = _in_turn([probe for kind in EvidenceKind for probe in kind.row.probes])
CONTAINER_PROBES = _in_turn([probe for kind in EvidenceKind for probe in kind.row.container_probes])
