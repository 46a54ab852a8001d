"""Ineffective attempts, by area: the default of `does_not_help`."""

from collections.abc import Mapping

from calicovet.model.remediation.plan import Ineffective

BY_AREA: Mapping[str, tuple[Ineffective, ...]] = {
    "SCH": (Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.REINSTALL_CALICO),
    "IMG": (Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.REINSTALL_CALICO),
    "RUN": (Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.REINSTALL_CALICO),
    "INI": (Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.REINSTALL_CALICO),
    "FLX": (Ineffective.DELETE_POD, Ineffective.LONGER_PROBE, Ineffective.REINSTALL_CALICO),
    "TYP": (Ineffective.DELETE_POD, Ineffective.CHANGE_ADDRESS, Ineffective.LONGER_PROBE),
    "BGP": (Ineffective.DELETE_POD, Ineffective.CHANGE_ADDRESS, Ineffective.REINSTALL_CALICO),
    "DPL": (Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO, Ineffective.CHANGE_ADDRESS),
    "HST": (Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO, Ineffective.RESTART_KUBELET),
    "OWN": (Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO, Ineffective.RESTART_KUBELET),
}
"""By the letters of the area's codes. In the other areas every cause says its own."""


def does_not_help(code: str) -> tuple[Ineffective, ...]:
    """What does not help against a cause with that code, unless its plan says otherwise."""
    return BY_AREA.get(code.rstrip("0123456789"), ())
