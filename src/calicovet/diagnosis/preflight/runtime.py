"""The kubelet and the container runtime."""

from calicovet.diagnosis.preflight.form import (
    NOT_KNOWN,
    Answer,
    Check,
    Group,
    Result,
    Site,
    bad,
    by_cause,
    ok,
    risk,
)
from calicovet.model.facts import KubeletCgroupDriver, RuntimeAnswered, RuntimeCgroupDriver

_DRIVERS = ("rt-systemd-cgroup-silent-kill", "rt-cgroup-driver-reverse")
_SLOW = 10.0
"""Seconds for a list of containers."""


def _cgroup_drivers(site: Site) -> Result | None:
    node = site.node
    kubelet, runtime = node.one(KubeletCgroupDriver), node.one(RuntimeCgroupDriver)
    found = [by_cause(name, site) for name in _DRIVERS]
    wrong = next((each for each in found if each.answer is Answer.BAD), None)
    if wrong is not None:
        return wrong
    # One end alone decides nothing, whatever it says.
    return NOT_KNOWN if kubelet is None or runtime is None else ok(kubelet, runtime)


def _answers(site: Site) -> Result | None:
    answered = site.node.one(RuntimeAnswered)
    if answered is None:
        return NOT_KNOWN
    if answered.seconds is None:
        return bad("rt-runtime-hung", answered)
    if answered.seconds >= _SLOW:
        seconds = f"{answered.seconds:.0f}"
        return risk("rt-runtime-hung", answered, seconds=seconds)
    return ok(answered)


CHECKS = (
    Check(
        name="cgroup-drivers",
        group=Group.RUNTIME,
        ask=_cgroup_drivers,
        shown_by="cat /var/lib/kubelet/config.yaml /etc/containerd/config.toml",
    ),
    Check(name="runtime-answers", group=Group.RUNTIME, ask=_answers, shown_by="time crictl ps -a"),
)
