"""Samples from the cases of the causes: as they are, stripped, and repaired."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from calicovet.causes.catalogue import area_of, load_catalogue
from calicovet.model.finding import NAMED
from score.healthy import repaired
from score.sample import Kind, Sample
from score.strip import Stripped, decisive, strip_bare
from tests.support.casefile import CaseFile, cases_of


def all_cases() -> tuple[CaseFile, ...]:
    """Every case of every cause, in the catalogue's order."""
    return tuple(case for cause in load_catalogue() for case in cases_of(cause.name))


def causes_of(case: CaseFile) -> frozenset[str]:
    """The causes that have to be named in it."""
    return frozenset(
        name
        for name, verdict in case.finds.items()
        if verdict in NAMED and name not in _bystanders()
    )


def alike(case: CaseFile) -> frozenset[str]:
    """What its head sets it apart from."""
    return frozenset({*case.finds, *case.not_found}) - causes_of(case)


def family_of(case: CaseFile) -> str:
    return area_of(case.path.parent.parent.name.replace("_", "-"))


def samples_of(case: CaseFile) -> Iterator[Sample]:
    """The case, and where a cause is named in it, its twins."""
    causes = causes_of(case)
    if not causes:
        yield _sample(case, Kind.NEAR_MISS, case.texts)
        return
    bare = strip_bare(case.texts, causes, alike(case))
    yield replace(
        _sample(case, Kind.POSITIVE, case.texts),
        causes=causes,
        decisive=decisive(case.texts, bare.taken),
    )
    yield from twins_of(case, bare)


def twins_of(case: CaseFile, bare: Stripped | None = None) -> Iterator[Sample]:
    """The case without the lines that decide; and that once more, with a later look at well nodes."""
    bare = bare or strip_bare(case.texts, causes_of(case), alike(case))
    yield replace(_sample(case, Kind.STRIPPED, bare.texts), alike=bare.alike)
    if (mended := repaired(bare.texts)) is not None:
        yield _sample(case, Kind.HEALTHY, mended)


def _sample(case: CaseFile, kind: Kind, texts: Mapping[str, str]) -> Sample:
    return Sample(name=case.id, family=family_of(case), kind=kind, texts=texts)


@cache
def _bystanders() -> frozenset[str]:
    return frozenset(cause.name for cause in load_catalogue() if cause.bystander)
