"""Checks of Calico's settings, each judged by the cause that knows it."""

from dataclasses import replace
from functools import partial

from calicovet.model.facts import (
    AutodetectionMethod,
    BeingDeleted,
    ContainerImage,
    Fact,
    ProbeSpec,
    SettingSeen,
    TyphaState,
)
from calicovet.preflight.check import Answer, Check, Group, Result, Site, bad, by_cause, ok, risk

_MIXED = "skew-mixed-images"


def _judged(cause: str, rests_on: tuple[type[Fact], ...], site: Site) -> Result | None:
    """None where there is nothing that the cause could judge by."""
    shown = [fact for kind in rests_on for fact in site.node.all(kind)[:1]]
    if not shown:
        return None
    result = by_cause(cause, site)
    return result if result.answer in (Answer.BAD, Answer.RISK) else ok(*shown)


def _check(name: str, cause: str, *rests_on: type[Fact]) -> Check:
    return Check(
        name=name,
        group=Group.CLUSTER,
        ask=partial(_judged, cause, rests_on),
        foresees=(cause,),
        of_cluster=True,
    )


def _one_installation(site: Site) -> Result | None:
    if site.asked.daemonsets is None:
        return None
    ours = [name for name in site.asked.daemonsets if name.endswith("/calico-node")]
    where = ", ".join(name.partition("/")[0] for name in ours)
    return bad("op-two-installations", where=where) if len(ours) > 1 else ok()


def _images(site: Site) -> Result | None:
    """By any node: what the DaemonSet's other containers run is told of a pod."""
    for node in (site.node, *site.others):
        found = _judged(_MIXED, (ContainerImage,), replace(site, node=node))
        if found is not None and found.answer is not Answer.OK:
            return found
    return None if site.node.one(ContainerImage) is None else ok()


def _probe_time(site: Site) -> Result | None:
    specs = site.node.all(ProbeSpec)
    tight = next((each for each in specs if each.timeout <= 1), None)
    if tight is None:
        return ok(*specs[:1]) if specs else None
    words = {"probe": str(tight.probe), "timeout": str(tight.timeout)}
    return risk("host-probe-timeout-tight", tight, **words)


CHECKS = (
    Check(
        name="one-installation",
        group=Group.CLUSTER,
        ask=_one_installation,
        foresees=("op-two-installations",),
        of_cluster=True,
    ),
    _check("going-away", "op-terminating-finalizers", BeingDeleted),
    Check(name="images", group=Group.CLUSTER, ask=_images, foresees=(_MIXED,), of_cluster=True),
    _check("typha", "typha-none-ready", TyphaState),
    _check("probes", "bgp-probe-with-vxlan-backend", ProbeSpec),
    Check(
        name="probe-time",
        group=Group.CLUSTER,
        ask=_probe_time,
        foresees=("host-probe-timeout-tight",),
        of_cluster=True,
    ),
    _check("method", "ip-method-invalid", AutodetectionMethod),
    _check("first-pool", "pool-env-invalid", SettingSeen),
    _check("failsafe-ports", "policy-host-endpoint-lockout", SettingSeen),
    _check("non-privileged", "op-nonprivileged-broken", SettingSeen),
    _check("bpf-and-kube-proxy", "felix-bpf-kubeproxy-conflict", SettingSeen),
)
