"""When the kubelet kills a container, from a probe's fields."""

from datetime import timedelta

from calicovet.model.facts.probes import ProbeSpec


def kill_time(spec: ProbeSpec) -> tuple[timedelta, timedelta]:
    """From the container's start to its kill, if no probe ever succeeds: at the earliest, at the latest."""
    earliest = spec.delay + spec.period * (max(spec.failures, 1) - 1)
    # The first probe may come up to a period late, and the last one may hang until its time-out;
    # the default time-out of a second drowns in the kubelet's own rounding.
    latest = earliest + spec.period + (spec.timeout if spec.timeout > 1 else 0)
    return timedelta(seconds=earliest), timedelta(seconds=latest)
