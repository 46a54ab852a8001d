"""The failures that causes declare: in words that can be read, and each of them once."""

from collections import Counter
from itertools import product

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.model.cause import Cause
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.provenance import Speaker

DECLARING = tuple(cause for cause in load_catalogue() if cause.failures)
every_declaring_cause = pytest.mark.parametrize("cause", DECLARING, ids=lambda cause: cause.name)
_NEVER_NAMED = (Speaker.STRANGER, Speaker.UNKNOWN)


def test_most_causes_declare_failures() -> None:
    assert len(DECLARING) > len(load_catalogue()) * 0.85


@every_declaring_cause
def test_no_pattern_stands_twice(cause: Cause) -> None:
    assert not [pattern for pattern, times in Counter(cause.failures).items() if times > 1]


@every_declaring_cause
def test_no_pattern_accepts_everything(cause: Cause) -> None:
    """That something failed, or a common how at no thing in particular, is no cause's own."""
    everything = [
        Failure(how=how, thing=Thing(kind, "anything"))
        for how, kind in product((How.FAILED, How.MISSING, How.TIMED_OUT), ThingClass)
    ]
    for pattern in cause.failures:
        assert not all(pattern.fits(failure) for failure in everything)
        assert pattern.how != frozenset(How)


@every_declaring_cause
def test_a_pattern_without_a_thing_names_a_how_that_says_enough(cause: Cause) -> None:
    """A file may be missing anywhere; a program that panics is told by that alone."""
    common = {How.FAILED, How.MISSING, How.NOT_FOUND, How.TIMED_OUT, How.REFUSED, How.EXIT}
    for pattern in cause.failures:
        assert pattern.things or not pattern.how & common


@every_declaring_cause
def test_values_are_canonical(cause: Cause) -> None:
    """A value is in lower case, without blanks around it, and never an address."""
    for pattern in cause.failures:
        for value in (*pattern.values, *pattern.saying):
            assert value == value.strip().lower()
            assert "://" not in value
            assert value.count(".") < 3 or ThingClass.SYSCTL in pattern.things or value[0].isalpha()


@every_declaring_cause
def test_speakers_are_programs_or_a_person_alone(cause: Cause) -> None:
    """Persons and unknown programs fit every pattern; one for a person alone excludes programs."""
    for pattern in cause.failures:
        assert pattern.by.isdisjoint(_NEVER_NAMED)
        assert Speaker.PERSON not in pattern.by or pattern.by == {Speaker.PERSON}


_SHARED = {
    "the API server's service does not answer": (
        Failure(
            how=How.TIMED_OUT,
            thing=Thing(ThingClass.API_SERVER, "service"),
            by=Speaker.INSTALL_CNI,
        ),
        {"api-kube-proxy-down", "api-endpoint-unreachable", "host-conntrack-full"},
    ),
    "the API server is slow": (
        Failure(how=How.SLOW, thing=Thing(ThingClass.API_SERVER, "service"), by=Speaker.STARTUP),
        {"api-mtu-blackhole", "api-overloaded"},
    ),
    "a BGP peer does not answer": (
        Failure(how=How.TIMED_OUT, thing=Thing(ThingClass.BGP_PEER), by=Speaker.BIRD),
        {"bgp-port-179-blocked", "ip-wrong-bridge", "bgp-peer-is-the-sick-one"},
    ),
    "a program of the wrong format": (
        Failure(how=How.EXEC_FORMAT, thing=Thing(ThingClass.PROGRAM), by=Speaker.RUNTIME),
        {"img-arch-mismatch", "img-corrupt-layer"},
    ),
    "cgroup drivers": (
        Failure(how=How.MISMATCH, thing=Thing(ThingClass.CGROUP), by=Speaker.KUBELET),
        {"rt-cgroup-driver-reverse", "rt-systemd-cgroup-silent-kill"},
    ),
}


@pytest.mark.parametrize("name", _SHARED)
def test_rivals_declare_a_shared_failure_with_the_same_pattern_parts(name: str) -> None:
    """None of them may win by a narrower pattern."""
    failure, rivals = _SHARED[name]
    narrowness = {
        cause.name: max(
            (bool(pattern.things), bool(pattern.values), bool(pattern.by), bool(pattern.doing))
            for pattern in cause.failures
            if pattern.fits(failure)
        )
        for cause in DECLARING
        if any(pattern.fits(failure) for pattern in cause.failures)
    }
    assert rivals <= narrowness.keys()
    assert len({narrowness[each] for each in rivals}) == 1


_DECISIVE = {
    "felix-xtables-lock": Failure(how=How.BUSY, thing=Thing(ThingClass.XTABLES_LOCK)),
    "bgp-port-179-in-use": Failure(how=How.ADDRESS_IN_USE, thing=Thing(ThingClass.PORT, "179")),
    "felix-port-9099-in-use": Failure(how=How.ADDRESS_IN_USE, thing=Thing(ThingClass.PORT, "9099")),
    "felix-ipset-type-missing": Failure(how=How.NOT_SUPPORTED, thing=Thing(ThingClass.IPSET)),
    "bpffs-mount-failed": Failure(
        how=How.NOT_PERMITTED, thing=Thing(ThingClass.BPF, "filesystem"), by=Speaker.MOUNT_BPFFS
    ),
    "host-conntrack-full": Failure(
        how=How.FULL, thing=Thing(ThingClass.CONNTRACK), by=Speaker.KERNEL
    ),
    "host-no-default-route": Failure(how=How.MISSING, thing=Thing(ThingClass.ROUTE, "default")),
    "img-pull-rate-limit": Failure(
        how=How.RATE_LIMITED, thing=Thing(ThingClass.IMAGE, "calico/node"), by=Speaker.KUBELET
    ),
    "rt-kmem-cgroup-leak": Failure(
        how=How.FULL, thing=Thing(ThingClass.CGROUP), by=Speaker.RUNTIME
    ),
}


@pytest.mark.parametrize("name", _DECISIVE)
def test_a_thing_that_decides_belongs_to_one_cause(name: str) -> None:
    failure = _DECISIVE[name]
    assert [
        cause.name
        for cause in DECLARING
        if any(pattern.things and pattern.fits(failure) for pattern in cause.failures)
    ] == [name]
