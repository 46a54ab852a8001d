"""TigeraStatus: the operator's report on its components."""

from collections.abc import Iterator

from calicovet.model.facts import Citation, Fact, OperatorStatus
from calicovet.model.subject import NO_SUBJECT
from calicovet.parse.columns import Row
from calicovet.parse.indented import Line
from calicovet.parse.objects.tree import Tree

_TYPES = ("Available", "Progressing", "Degraded")


def tigera_status_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """The conditions of the object."""
    for condition in tree.at("status", "conditions").items:
        cited = (Citation(evidence, condition.at("type").line or condition.line),)
        yield OperatorStatus(
            cited=cited,
            component=tree.said("metadata", "name"),
            type=condition.said("type"),
            status=condition.said("status"),
            reason=condition.said("reason"),
            message=condition.said("message"),
        )
        yield from _known_messages(condition.said("message"), cited)


def tigera_status_of_row(row: Row, evidence: str) -> Iterator[Fact]:
    """`NAME AVAILABLE PROGRESSING DEGRADED SINCE`; columns without a value leave no trace, so only full rows are read."""
    words = row.words
    if len(words) < 4 or not all(word in ("True", "False", "Unknown") for word in words[1:4]):
        return
    for type, status in zip(_TYPES, words[1:4], strict=True):
        cited = (Citation(evidence, row.line),)
        yield OperatorStatus(cited=cited, component=words[0], type=type, status=status)


def tigera_status_of_lines(lines: tuple[Line, ...], evidence: str) -> Iterator[Fact]:
    """The conditions that `kubectl describe tigerastatus` prints, one key to a line, each ended by its type."""
    component = ""
    told: dict[str, Line] = {}
    for line in lines:
        if line.key == "Name" and line.indent == 0:
            component = line.value
        elif line.key in ("Reason", "Message", "Status") and line.value:
            told[line.key] = line
        elif line.key == "Type" and line.value in _TYPES and "Status" in told:
            message = told["Message"].value if "Message" in told else ""
            cited = (Citation(evidence, line.number),)
            yield OperatorStatus(
                cited=cited,
                component=component,
                type=line.value,
                status=told["Status"].value,
                reason=told["Reason"].value if "Reason" in told else "",
                message=message,
            )
            yield from _known_messages(message, cited)
            told = {}


def _known_messages(message: str, cited: tuple[Citation, ...]) -> Iterator[Fact]:
    """The operator's own words, joined again where the file breaks them."""
    from calicovet.parse.messages.scan import facts_in_text

    yield from facts_in_text(message, NO_SUBJECT, cited, None)
