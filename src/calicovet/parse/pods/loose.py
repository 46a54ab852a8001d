"""Single lines of describe, as grep prints them: variables and probes without their container."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact
from calicovet.model.subject import Subject
from calicovet.parse.indented import read_line
from calicovet.parse.pods.pod_facts import variable_facts

_ALSO_A_FIELD_OF_PODS = frozenset({"IP", "IPS", "PORT", "NODE"})


@cache
def _variable() -> re.Pattern[str]:
    return re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|IP6?$")


def loose_facts(evidence: Evidence, about: Subject) -> Iterator[Fact]:
    """The variables that stand on separate lines."""
    for number, text in enumerate(evidence.content.split("\n"), 1):
        line = read_line(number, text)
        if not line.value or _variable().match(line.key) is None:
            continue
        if line.key in _ALSO_A_FIELD_OF_PODS and line.value != "autodetect":
            continue
        yield from variable_facts(line.key, line.value, number, evidence.id, about)
