"""Runs all checks on every node of a snapshot."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from calicovet.diagnosis.assembly.pipeline import Fleet
from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibits_of
from calicovet.model.case import NodeView
from calicovet.model.cause import Cause
from calicovet.model.display.natural_order import natural
from calicovet.model.facts import Said
from calicovet.model.finding import Exhibit
from calicovet.model.preflight_answers import Asked
from calicovet.model.record import record
from calicovet.model.subject import UNNAMED_PEER
from calicovet.preflight.all_checks import CHECKS
from calicovet.preflight.check import Answer, Check, Result, Site
from calicovet.startup.node_config import read_running_release
from calicovet.startup.versions import Release


@record(kw_only=True)
class Foreseen:
    """One check, and what it came to on nodes that are alike in this."""

    check: Check
    result: Result
    nodes: tuple[str, ...] = ()
    """Empty where it is no node's own."""
    evidence: tuple[Exhibit, ...] = ()


@record(kw_only=True)
class Preflight:
    """All checks; of the same check the worst first."""

    foreseen: tuple[Foreseen, ...]
    nodes: tuple[str, ...]
    untold: int = 0
    """How many more nodes exist that were not examined."""

    def of(self, answer: Answer) -> tuple[Foreseen, ...]:
        return tuple(each for each in self.foreseen if each.result.answer is answer)

    @property
    def answer(self) -> Answer:
        """Bad, or not known at all, or good to go: then what may hurt and what is not known is told."""
        if self.of(Answer.BAD):
            return Answer.BAD
        if not self.nodes or len(self.of(Answer.NOT_KNOWN)) == len(self.foreseen):
            return Answer.NOT_KNOWN
        return Answer.RISK if self.of(Answer.RISK) else Answer.OK


@record(kw_only=True)
class _Asking:
    """What is the same for every check."""

    causes: Mapping[str, Cause]
    asked: Asked
    to: Release | None

    def site(self, node: NodeView, others: Iterable[NodeView]) -> Site:
        return Site(
            node=node,
            others=tuple(others),
            causes=self.causes,
            asked=self.asked,
            release=self.to or read_running_release(node.facts),
        )


def foresee(
    fleet: Fleet,
    causes: Sequence[Cause],
    *,
    asked: Asked | None = None,
    nodes: Sequence[str] = (),
    untold: int = 0,
    to: Release | None = None,
) -> Preflight:
    """What can be said of every check; `asked` is given for a cluster, `nodes` are those to tell of.

    `to` is the release that is to be installed; without it, the one that runs is meant.
    """
    known = {cause.name: cause for cause in causes}
    views = tuple(sorted(_views(fleet.nodes), key=lambda view: natural(view.name or "")))
    told = tuple(view for view in views if not nodes or view.name in nodes)
    asking = _Asking(causes=known, asked=asked or Asked(), to=to)
    cluster = asking.site(_before(fleet.cluster), views)
    sites = tuple(asking.site(view, (each for each in views if each is not view)) for view in told)
    found: list[Foreseen] = []
    for check in CHECKS:
        if not check.of_cluster:
            found += _of_nodes(check, sites, fleet.evidence_index)
        elif asked is not None:
            found += _of_cluster(check, cluster, fleet.evidence_index)
    return Preflight(
        foreseen=tuple(found), nodes=tuple(view.name or "" for view in told), untold=untold
    )


def _views(views: Iterable[NodeView]) -> Iterator[NodeView]:
    for view in views:
        if view.name and view.name != UNNAMED_PEER:
            yield _before(view)


def _before(view: NodeView) -> NodeView:
    """The same without what programs have complained of: the question is what will happen, not what did."""
    facts = (fact for fact in view.facts if not isinstance(fact, Said))
    return NodeView(view.name, facts, view.looked_for, pod=view.pod, namespace=view.namespace)


def _of_cluster(check: Check, site: Site, evidence_index: EvidenceIndex) -> Iterator[Foreseen]:
    result = check.ask(site)
    if result is not None:
        yield Foreseen(check=check, result=result, evidence=_evidence(result, evidence_index))


def _of_nodes(
    check: Check, sites: Iterable[Site], evidence_index: EvidenceIndex
) -> Iterator[Foreseen]:
    alike: dict[tuple[object, ...], list[tuple[str, Result]]] = {}
    for site in sites:
        result = check.ask(site)
        if result is not None:
            mark = (result.answer, result.key, result.cause, tuple(sorted(result.details.items())))
            alike.setdefault(mark, []).append((site.node.name or "", result))
    order = list(Answer)
    for group in sorted(alike.values(), key=lambda same: order.index(same[0][1].answer)):
        first = group[0][1]
        yield Foreseen(
            check=check,
            result=first,
            nodes=tuple(name for name, _ in group),
            evidence=_evidence(first, evidence_index),
        )


def _evidence(result: Result, evidence_index: EvidenceIndex) -> tuple[Exhibit, ...]:
    return tuple(exhibits_of(result.facts, evidence_index))
