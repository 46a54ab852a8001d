"""What to ask about a node whose kubelet no longer reports."""

from collections.abc import Iterable, Mapping

from calicovet.diagnosis.next_question.unavailable import Wish, is_vain
from calicovet.model.case import NodeView
from calicovet.model.cause import Cause
from calicovet.model.commands.manual_commands import runs_on_the_host
from calicovet.model.commands.shell import command
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.facts import InternalAddress
from calicovet.model.finding import Answer, Finding, NextQuestion, Verdict
from calicovet.model.subject import Subject
from calicovet.startup.node_readiness import is_of_readiness, is_silent

SILENT_NODE = "silent-node"
"""The words of the question."""
_LINE = (
    "ping -c 3 {address}; ssh {node} 'systemctl status kubelet --no-pager;"
    " journalctl -u kubelet -n 50 --no-pager; ip -br addr'"
)


_MOST_ANSWERS = 4


def question_of_silence(
    node: NodeView,
    findings: Iterable[Finding],
    causes: Mapping[str, Cause],
    vain: frozenset[Wish],
) -> NextQuestion | None:
    """The line that parts a kubelet that does not run from a host that is down, cut off, or without its address.

    None where the node is not silent, or where the host has been read.
    """
    if node.name is None or not is_silent(node.unread().facts):
        return None
    about = Subject(node=node.name)
    wanted = (Request(EvidenceKind.UNITS, about), Request(EvidenceKind.KUBELET_JOURNAL, about))
    on_the_host = any(runs_on_the_host(kind) for kind, _ in node.read)
    if on_the_host or any(is_vain(one, vain) for one in wanted):
        return None
    open_ones = {one.name for one in findings if one.verdict is not Verdict.RULED_OUT}
    silent = [one.name for one in findings if one.name in open_ones and _rests_on_silence(one)]
    behind = (name for one in silent for name in causes[one].caused_by if name in open_ones)
    suspects = tuple(dict.fromkeys((*silent, *behind)))
    if not silent:
        return None
    own = node.unread().one(InternalAddress)
    return NextQuestion(
        command=command(_LINE, address=str(own.address) if own else node.name, node=node.name),
        requests=wanted,
        decides_between=suspects,
        answers=tuple(Answer(name) for name in suspects[:_MOST_ANSWERS]),
        key=SILENT_NODE,
    )


def _rests_on_silence(finding: Finding) -> bool:
    """Whether nothing but the node's silence speaks for it."""
    facts = [fact for sign in finding.signs for fact in sign.facts]
    return bool(facts) and all(is_of_readiness(fact) for fact in facts)
