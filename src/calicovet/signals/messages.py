"""Message to sign: the steps that many causes share."""

from typing import TypeVar

from calicovet.model.case import NodeView
from calicovet.model.cause import Sign, hints, indicates, proves
from calicovet.model.facts import Fact, Said
from calicovet.signals.message_owner import Whose, whose

S = TypeVar("S", bound=Said)
F = TypeVar("F", bound=Fact)


def message(node: NodeView, kind: type[S], *keys: str) -> S | None:
    """The newest message of that kind under one of the keys."""
    return node.one(kind, lambda said: said.key in keys)


def message_unless_others(node: NodeView, kind: type[S], *keys: str) -> S | None:
    """The same, without messages about other pods than calico-node's."""
    return node.one(kind, lambda said: said.key in keys and whose(said) is not Whose.OTHERS)


def only_known(*facts: F | None) -> tuple[F, ...]:
    """The facts that were found, in their order."""
    return tuple(fact for fact in facts if fact is not None)


def proves_unless_others(said: Said, **details: object) -> Sign:
    """Proof, but a hint where the message is about another pod than calico-node's."""
    return (hints if whose(said) is Whose.OTHERS else proves)(said, **details)


def proves_if_confirmed(said: Fact, by: Fact | None, **details: object) -> Sign:
    """Proof where a second fact confirms the first one, which alone only indicates it."""
    return indicates(said, **details) if by is None else proves(said, by, **details)
