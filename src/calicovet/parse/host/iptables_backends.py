"""Whose rules are in which iptables backend: iptables-legacy-save, iptables-nft-save."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import BackendRules
from calicovet.parse.host.command_words import alternatives, commands_of, pipeline_of
from calicovet.parse.host.lines import cite, numbered, pattern

_PROGRAM = r"(?:sudo\s+)?(?:\S*/)?ip6?tables-(legacy|nft)(-save)?(?:\s|$)"
_GREP = r"(?:sudo\s+)?[ef]?grep\s"
_COUNTS = r"grep\s(?:.*\s)?-\w*c"
_ERROR = r"(?:-?bash: |sh: |sudo: )?ip6?tables"
_RULE = {"cali": r"(?:^|\s)-\w .*\bcali-|^:cali-", "KUBE": r"(?:^|\s)-\w .*\bKUBE-|^:KUBE-"}
_OF_THE_KUBELET = r"KUBE-(?:KUBELET-CANARY|IPTABLES-HINT|FIREWALL|MARK-DROP)\b"
"""The kubelet writes these whichever backend kube-proxy uses."""


def read_iptables_backends(evidence: Evidence) -> Iterator[BackendRules]:
    """The number of rules by owner; none is told only where the owner was looked for."""
    commands = commands_of(evidence)
    if len(commands) != 1:
        return
    first, *rest = pipeline_of(commands[0])
    program = pattern(_PROGRAM).match(first)
    if program is None or len(rest) > 2:
        return
    lines = [(number, line) for number, line in numbered(evidence) if line.strip()]
    if any(pattern(_ERROR).match(line) for _, line in lines):
        return
    backend = program[1]
    if _counts(rest):
        wanted = _owner(rest[0])
        numbers = [(at, line.strip()) for at, line in lines if line.strip().isdecimal()]
        if wanted and len(numbers) == 1:
            at, number = numbers[0]
            yield _rules(evidence, backend, wanted, int(number[:9]), at)
        return
    looked_for = {_owner(part) for part in rest if pattern(_GREP).match(part)}
    for owner, rule in _RULE.items():
        found = [
            number
            for number, line in lines
            if pattern(rule).search(line) and not pattern(_OF_THE_KUBELET).search(line)
        ]
        if found:
            yield _rules(evidence, backend, owner, len(found), found[0])
        elif looked_for == {owner} or (not rest and program[2] and evidence.whole):
            yield _rules(evidence, backend, owner, 0, 0)


def _counts(rest: list[str]) -> bool:
    if len(rest) == 1:
        return pattern(_COUNTS).match(rest[0]) is not None
    return len(rest) == 2 and pattern(r"wc\s+-l").match(rest[1]) is not None


def _owner(grep: str) -> str:
    """Whose rules a grep asks for; empty where that is not clear."""
    wanted = alternatives(grep)
    if len(wanted) != 1:
        return ""
    word = wanted[0].lower()
    return next((owner for owner in _RULE if word.startswith(owner.lower())), "")


def _rules(evidence: Evidence, backend: str, owner: str, count: int, line: int) -> BackendRules:
    return BackendRules(
        backend=backend, of=owner, count=count, about=evidence.about, cited=cite(evidence, line)
    )
