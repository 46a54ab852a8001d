"""What calicovet can be asked to repair after it has looked."""

from collections.abc import Iterator

from gym.answer import Answer
from gym.fault import Fault
from gym.fixing import Asked
from gym.judge import Mark
from gym.look import ask_host
from gym.node import Node
from gym.outcome import End, Outcome
from gym.place import Place
from gym.view import View


def remedies(outcome: Outcome, place: Place, peer: Node) -> Iterator[Asked]:
    """As a user would ask: by what the cluster shows, then with what the hosts say as well."""
    if outcome.end is not End.DONE or not isinstance(outcome.trial.what, Fault):
        return
    for view in (View.LIVE, View.HOST):
        judged = outcome.by(view)
        if judged is None or judged.mark is not Mark.RIGHT:
            continue
        node = _node(outcome, view, judged.named, place)
        host = _host(outcome, place, peer) if view is View.HOST else ()
        yield Asked(cause=judged.named, node=node, host=host)


def _node(outcome: Outcome, view: View, cause: str, place: Place) -> str:
    """The node that the cause is named for; nearly always the one that was broken."""
    own = place.node.name
    answer: Answer | None = outcome.look.answers.get(view) if outcome.look else None
    named = [
        each.node
        for each in (answer.nodes if answer else ())
        if each.node and any(finding.name == cause for finding in each.named)
    ]
    return own if own in named or not named else named[0]


def _host(outcome: Outcome, place: Place, peer: Node) -> tuple[str, ...]:
    if outcome.look is not None:
        return tuple(outcome.look.host.values())
    return tuple(ask_host(node) for node in (place.node, peer))
