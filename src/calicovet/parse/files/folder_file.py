"""A file of a folder or an archive to pieces."""

import re
from dataclasses import replace

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.calico_names import is_a_strangers_log
from calicovet.parse.files.whole_form import Other, whole_form
from calicovet.parse.text.cleaning import Line
from calicovet.parse.text.piece_subjects import container_of
from calicovet.parse.text.transcript import Transcript, read_transcript
from calicovet.parse.text.unfinished_piece import UnfinishedPiece

_OF_CALICO = ("calico", "tigera", "felix")
_SUFFIX = r"[bcdfghjklmnpqrstvwxz2456789]"
_POD = re.compile(rf"[a-z0-9][a-z0-9.-]{{0,200}}-[a-z0-9]{{4,10}}-{_SUFFIX}{{5}}")
_OF_A_DEPLOYMENT = re.compile(
    rf"[a-z0-9][a-z0-9.-]{{0,200}}-{_SUFFIX}{{6,10}}-{_SUFFIX}{{5}}(?=[._]|$)"
)
_OF_HOSTS = re.compile(
    r"kubelet|messages|syslog|dmesg|kern|journal|containerd|docker|crio|ip[_-]|route|uptime|node"
)
_ESCAPES = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")
_LARGE = 300_000
"""Characters: a longer log of another program is not searched for pasted text."""


def read_folder_file(file: Evidence) -> Transcript:
    """The pieces of a file that no layout knows; none where it is the log of a program that has no part in this."""
    content = file.content
    if "\x1b" in content:
        content = _ESCAPES.sub("", content)
    texts = content.split("\n")
    form = whole_form(texts, file.source)
    if form is Other.STRANGERS_LOG:
        if len(content) > _LARGE or not _speaks_of_calico(content):
            return Transcript((), ())
        form = None
    if form is None and is_named_after_a_strangers_pod(file.source):
        return Transcript((), ())
    if form is None:
        return read_transcript(file)
    lines = [Line(text, number) for number, text in enumerate(texts[:300], start=1)]
    draft = UnfinishedPiece(kind=form, lines=lines, at=1)
    return Transcript((_piece(file, content, form, container_of(draft)),), ())


def is_named_after_a_strangers_pod(path: str) -> bool:
    """Whether a file, or the folder that it lies in, has the name of a pod that is not Calico's.

    Nodes that Cluster API makes have such names, too: what reads like a file of a host is none of a pod.
    """
    folders, _, file = path.lower().rpartition("/")
    stem = file.removesuffix(".gz").removesuffix(".log").removesuffix(".txt")
    if _POD.fullmatch(stem) or _OF_A_DEPLOYMENT.match(stem):
        return is_a_strangers_log(stem.partition("_")[0], "")
    folder = folders.rpartition("/")[2]
    in_it = _OF_A_DEPLOYMENT.fullmatch(folder) is not None and not _OF_HOSTS.search(file)
    return in_it and is_a_strangers_log(folder, "")


def _speaks_of_calico(content: str) -> bool:
    lower = content.lower()
    return any(word in lower for word in _OF_CALICO)


def _piece(file: Evidence, content: str, kind: Kind, container: str) -> Evidence:
    about = replace(file.about, node="", container=container)
    return replace(file, kind=kind, content=content, about=about, order=0)
