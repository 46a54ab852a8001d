"""Diagnoses texts, files and snapshots; the result carries its offers."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from io import BytesIO
from os import PathLike, fspath
from typing import BinaryIO

from calicovet.api.languages import language_of
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.errors import BadInput, BadUsage
from calicovet.model.evidence import Snapshot

AnyPath = str | PathLike[str]
Note = Callable[[str, str], None]
"""Receives a key and the name of an input: `sifted` (only the relevant lines were kept), `replaced` (bytes that
are no UTF-8), `path-skipped` (one of several inputs could not be read)."""


def diagnose_text(text: str, *, lang: str = "en", node: str = "") -> Diagnosis:
    """Diagnoses one text: pasted output of kubectl, logs, a description in English or Chinese.

    Args:
        text: The text as it was pasted. Citations name it `paste`, with the line number.
        lang: The language in which `to_text` and `to_markdown` render the result, `en` or `zh`.
        node: Restricts the result to this node.

    Raises:
        BadInput: The text is empty.
        BadUsage: The text says nothing about `node`, or `lang` is no language.
    """
    if not text.strip():
        raise BadInput("the text is empty", key="empty", name="paste")
    content = BytesIO(text.encode(errors="replace"))
    return diagnose_snapshot(read_paths("-", stdin=content), lang=lang, node=node)


def diagnose_paths(
    paths: AnyPath | Iterable[AnyPath], *, lang: str = "en", node: str = ""
) -> Diagnosis:
    """Diagnoses one incident from files, folders and bundles.

    Args:
        paths: One path or several: text files, folders, `.tar.gz` and `.zip` archives, bundles of
            `calicovet collect`, or `-` for standard input. All of them belong to the same incident.
        lang: As for `diagnose_text`.
        node: Restricts the result to this node.

    Raises:
        BadInput: None of the paths can be read, or they hold nothing.
        BadUsage: There is no path, one is empty, nothing is said about `node`, or `lang` is no language.
    """
    return diagnose_snapshot(read_paths(paths), lang=lang, node=node)


def diagnose_snapshot(snapshot: Snapshot, *, lang: str = "en", node: str = "") -> Diagnosis:
    """Diagnoses evidence that was already collected.

    The result depends on nothing but the snapshot: no file is read, no request is sent.

    Raises:
        BadUsage: The snapshot holds nothing about `node`, or `lang` is no language.
    """
    from calicovet.causes.catalogue import load_catalogue
    from calicovet.diagnosis.engine import diagnose
    from calicovet.remedy.offers import with_offers

    language = language_of(lang)
    diagnosis = with_offers(diagnose(snapshot, load_catalogue()))
    return restrict_to_node(replace(diagnosis, language=language), node)


def read_paths(
    paths: AnyPath | Iterable[AnyPath],
    *,
    stdin: BinaryIO | None = None,
    note: Note | None = None,
) -> Snapshot:
    """Reads files, folders and bundles without diagnosing them; secrets are redacted, calicovet's own reports left out.

    Args:
        paths: As for `diagnose_paths`.
        stdin: Is read for the path `-`; the process's standard input by default.
        note: Is called for each input that was not read completely.

    Raises:
        BadInput: None of the paths can be read, or they hold nothing.
        BadUsage: There is no path, or one is empty.
    """
    from calicovet.parse.text.large_input import keep_relevant_lines
    from calicovet.report.own_output.leave_out import without_own_output
    from calicovet.world.bundles.inputs import read_texts

    several = (paths,) if isinstance(paths, str | PathLike) else paths
    names = tuple(fspath(path) for path in several)
    if not names:
        raise BadUsage("no path")
    texts = read_texts(
        names,
        sys.stdin.buffer if stdin is None else stdin,
        keep_relevant_lines,
        note or _ignore,
    )
    return without_own_output(texts)


def restrict_to_node(diagnosis: Diagnosis, node: str) -> Diagnosis:
    """Leaves one node in a diagnosis, and its summary; with an empty name everything stays.

    Raises:
        BadUsage: The diagnosis holds nothing about `node`; `error.details["nodes"]` names similar ones.
    """
    if not node:
        return diagnosis
    from calicovet.api.near_names import no_such_node
    from calicovet.causes.catalogue import load_catalogue
    from calicovet.diagnosis.identity.node_names import is_called
    from calicovet.diagnosis.verdicts.summary import summarise

    nodes = tuple(each for each in diagnosis.nodes if each.node and is_called(each.node, node))
    if not nodes:
        names = [each.node for each in diagnosis.nodes if each.node]
        raise no_such_node(node, names, "no-node")
    causes = {cause.name: cause for cause in load_catalogue()}
    return replace(diagnosis, nodes=nodes, summary=summarise(nodes, causes))


def _ignore(key: str, name: str) -> None:
    """Drops a note."""
