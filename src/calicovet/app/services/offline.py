"""Paths to a diagnosis: where reading and judging are wired together."""

import sys
from collections.abc import Sequence
from time import perf_counter

from calicovet.app.cli.output import notify
from calicovet.app.cli.settings import Settings
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.errors import BadUsage
from calicovet.model.evidence import Snapshot


def diagnose_paths(paths: Sequence[str], settings: Settings) -> Diagnosis:
    """What is wrong in the incident that all these paths tell of."""
    began = perf_counter()
    snapshot = read_paths(paths, settings)
    diagnosis = diagnose_snapshot(snapshot, settings)
    if settings.verbose:
        notify(
            "read",
            settings,
            files=", ".join(piece.source for piece in snapshot.evidence),
            lines=str(sum(piece.content.count("\n") + 1 for piece in snapshot.evidence)),
            facts=str(len(diagnosis.facts)),
            seconds=f"{perf_counter() - began:.1f}",
        )
    return diagnosis


def read_paths(paths: Sequence[str], settings: Settings) -> Snapshot:
    """All that these paths hold."""
    from calicovet.parse.text.large_input import keep_relevant_lines
    from calicovet.world.bundles.inputs import read_texts

    if "-" in paths and sys.stdin.isatty():
        notify("reading", settings)
    return read_texts(
        paths,
        sys.stdin.buffer,
        keep_relevant_lines,
        lambda key, name: notify(key, settings, name=name),
    )


def diagnose_snapshot(snapshot: Snapshot, settings: Settings) -> Diagnosis:
    """What is wrong in that snapshot, on the node that was asked for."""
    from calicovet.causes.catalogue import load_catalogue
    from calicovet.diagnosis.engine import diagnose

    return only_node(diagnose(snapshot, load_catalogue()), settings.node)


def only_node(diagnosis: Diagnosis, node: str) -> Diagnosis:
    """The same about one node; BadUsage where nothing was read about it."""
    if not node:
        return diagnosis
    from dataclasses import replace

    from calicovet.causes.catalogue import load_catalogue
    from calicovet.diagnosis.identity.node_names import is_called
    from calicovet.diagnosis.verdicts.summary import summarise

    nodes = tuple(each for each in diagnosis.nodes if each.node and is_called(each.node, node))
    if not nodes:
        from calicovet.app.cli.suggestions import near_names

        names = near_names(node, [each.node for each in diagnosis.nodes if each.node])
        raise BadUsage(f"no node {node}", key="no-node", node=node, nodes=names or "-")
    causes = {cause.name: cause for cause in load_catalogue()}
    return replace(diagnosis, nodes=nodes, summary=summarise(nodes, causes))
