"""Kinds of object that the API server refuses, and whether a line says that they are Calico's."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Sign, hints, proves
from calicovet.model.facts import ControllersSaid


def refused_kind(case: Case, key: str) -> Iterator[Sign]:
    """Proof where a manifest, pod or process of Calico is named with the kind; a hint where none is."""
    for said_as, sign in ((key, proves), (f"{key}:whose", hints)):
        for said in case.node.all(ControllersSaid):
            if said.key == said_as:
                # Only a kind that was never more than a beta is known without its version.
                version = said.detail("version") or "v1beta1"
                yield sign(said, kind=said.detail("kind"), version=version)
                return
