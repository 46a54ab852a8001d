"""Requests that would test an untested cause, computed once for nodes with the same known facts.

What is wanted depends on few properties of a node. It is worked out for the first node that has them, and
given to the others under their own names.
"""

from calicovet.diagnosis.evidence.container_logs import container_in_question, no_log_yet
from calicovet.diagnosis.evidence.coverage import not_covered
from calicovet.diagnosis.evidence.for_fact import TOLD_ONCE, is_described, still_wanted
from calicovet.model.case import NodeView
from calicovet.model.cause import Cause
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.facts import Fact
from calicovet.model.record import record
from calicovet.model.stage import Localisation
from calicovet.model.subject import Subject

_Kinds = frozenset[type[Fact]]


@record
class Wanted:
    """A request without the names of its node and pod."""

    kind: EvidenceKind
    of_the_node: bool
    container: str
    previous: bool


_Known = dict[tuple[str, _Kinds], tuple[Wanted, ...] | None]
"""By a cause and what it asked for: what it wants; None where all of that had been looked for."""


class Wishes:
    """What the nodes of one incident want."""

    def __init__(self) -> None:
        self._forms: dict[object, _Known] = {}
        self._same: dict[tuple[Wanted, ...], tuple[Wanted, ...]] = {}

    def of(self, view: NodeView, stages: Localisation) -> "NodeWishes":
        """The wishes of one node."""
        form = (
            bool(view.name or view.pod),
            view.looked_for,
            stages.shape,
            tuple(stages.states.items()),
            no_log_yet(view, stages),
            container_in_question(view, stages),
            is_described(view),
            *(view.unread().one(kind) is not None for kind in TOLD_ONCE),
        )
        return NodeWishes(view, stages, self._forms.setdefault(form, {}), self._same)


class NodeWishes:
    """The wishes of one node, each request made once."""

    def __init__(
        self,
        view: NodeView,
        stages: Localisation,
        known: _Known,
        same: dict[tuple[Wanted, ...], tuple[Wanted, ...]],
    ) -> None:
        self._view, self._stages, self._known, self._same = view, stages, known, same
        self._own: dict[int, tuple[Request, ...]] = {}

    @property
    def form(self) -> int:
        """The same for all nodes of one incident whose wishes differ in nothing but names."""
        return id(self._known)

    def to_test(self, cause: Cause, asked: _Kinds) -> tuple[Wanted, ...] | None:
        """What is needed to test a cause that asked for those kinds of fact and shows no sign.

        None where all of them had been looked for.
        """
        try:
            return self._known[cause.name, asked]
        except KeyError:
            wanted = self._known[cause.name, asked] = self._wanted(cause, asked)
            return wanted

    def named(self, wanted: tuple[Wanted, ...]) -> tuple[Request, ...]:
        """The requests for this node; the same tuple for what is wanted the same."""
        # Equal ones are one object: its identity costs less than a hash of its requests.
        requests = self._own.get(id(wanted))
        if requests is None:
            requests = self._own[id(wanted)] = tuple(map(self._with_names, wanted))
        return requests

    def _wanted(self, cause: Cause, asked: _Kinds) -> tuple[Wanted, ...] | None:
        missing = not_covered(asked, self._view)
        if not missing:
            return None
        found = still_wanted(cause, (), missing, self._view, self._stages)
        wanted = tuple(map(_without_names, found))
        return self._same.setdefault(wanted, wanted)

    def _with_names(self, wanted: Wanted) -> Request:
        view = self._view
        if not wanted.of_the_node:
            return Request(wanted.kind, Subject(namespace=view.namespace))
        about = Subject(
            view.name or "", view.namespace, view.pod, wanted.container, wanted.previous
        )
        return Request(wanted.kind, about)


def _without_names(request: Request) -> Wanted:
    about = request.about
    # Of a pod that was never made, the DaemonSet is asked for.
    of_the_node = request.kind is not EvidenceKind.DAEMONSET_DESCRIBE or bool(
        about.node or about.pod
    )
    return Wanted(request.kind, of_the_node, about.container, about.previous)
