"""Requests that would test an untested cause, computed once for nodes with the same known facts.

What is wanted depends on few properties of a node. It is worked out for the first node that has them, and
given to the others under their own names.
"""

from calicovet.diagnosis.evidence.container_logs import container_in_question, no_log_yet
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
class _Wanted:
    """A request without the names of its node and pod."""

    kind: EvidenceKind
    of_the_node: bool
    container: str
    previous: bool


class Wishes:
    """What the nodes of one incident want."""

    def __init__(self) -> None:
        self._forms: dict[object, int] = {}
        self._known: dict[tuple[str, _Kinds, int], tuple[_Wanted, ...]] = {}

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
        number = self._forms.setdefault(form, len(self._forms))
        return NodeWishes(view, stages, number, self._known)


class NodeWishes:
    """The wishes of one node, each request made once."""

    def __init__(
        self,
        view: NodeView,
        stages: Localisation,
        form: int,
        known: dict[tuple[str, _Kinds, int], tuple[_Wanted, ...]],
    ) -> None:
        self._view, self._stages, self._form, self._known = view, stages, form, known
        self._own: dict[tuple[_Wanted, ...], tuple[Request, ...]] = {}

    def to_test(self, cause: Cause, missing: _Kinds) -> tuple[Request, ...]:
        """What is needed to test a cause that shows no sign, where those kinds of fact were never looked for."""
        key = (cause.name, missing, self._form)
        wanted = self._known.get(key)
        if wanted is None:
            found = still_wanted(cause, (), missing, self._view, self._stages)
            wanted = self._known[key] = tuple(map(_without_names, found))
        requests = self._own.get(wanted)
        if requests is None:
            requests = self._own[wanted] = tuple(map(self._with_names, wanted))
        return requests

    def _with_names(self, wanted: _Wanted) -> Request:
        view = self._view
        if not wanted.of_the_node:
            return Request(wanted.kind, Subject(namespace=view.namespace))
        about = Subject(
            view.name or "", view.namespace, view.pod, wanted.container, wanted.previous
        )
        return Request(wanted.kind, about)


def _without_names(request: Request) -> _Wanted:
    about = request.about
    # Of a pod that was never made, the DaemonSet is asked for.
    of_the_node = request.kind is not EvidenceKind.DAEMONSET_DESCRIBE or bool(
        about.node or about.pod
    )
    return _Wanted(request.kind, of_the_node, about.container, about.previous)
