"""kube-proxy's rules for service default/kubernetes: iptables or IPVS."""

from collections.abc import Iterable, Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import KubeProxyRules
from calicovet.parse.host.command_words import grepped
from calicovet.parse.host.lines import cite, numbered, pattern

# kube-proxy names the chain by a hash of the service's name and port: the same in every cluster.
_CHAIN = "KUBE-SVC-NPX46M4PTMTKRN6Y"
_RULE = r"KUBE-SVC-NPX46M4PTMTKRN6Y|default/kubernetes:https"
_ASKS_FOR_ALL = r"KUBE(?:-SVC|-SERVICES?)?-?"
_DESTINATION = r"default/kubernetes:https.{0,200} --to-destination (\S{1,60}:\d+)"
_NO_CHAIN = "No chain/target/match by that name"
_IPVS_SERVICE = r"\s*TCP\s+((?:\d{1,3}\.){3}\d{1,3}:443)\b"
_IPVS_SERVER = r"\s*->\s+((?:\d{1,3}\.){3}\d{1,3}:\d+)\b"
_FIRST_OF_RANGE = r"(?:\d{1,3}\.){3}1:443"
"""The service kubernetes has the first address of the service range."""


def read_kube_proxy_rules(evidence: Evidence) -> Iterator[KubeProxyRules]:
    """How many rules stand for the service; nothing where that was not looked for."""
    if "ipvsadm" in evidence.taken_by or "IP Virtual Server version" in evidence.content[:500]:
        yield from _of_ipvs(evidence)
    elif "iptables" in evidence.taken_by or _CHAIN in evidence.content:
        yield from _of_iptables(evidence)


def _of_iptables(evidence: Evidence) -> Iterator[KubeProxyRules]:
    wanted = grepped(evidence)
    counted = _counts(evidence.taken_by)
    lines = [(number, line.strip()) for number, line in numbered(evidence) if line.strip()]
    if counted and len(lines) == 1 and lines[0][1].isascii() and lines[0][1].isdigit():
        count = int(lines[0][1][:9])
        if _asks_for_service(wanted) or (count == 0 and _asks_for_more(wanted)):
            yield _rules(evidence, count, lines[0][0])
        return
    rules = [number for number, line in lines if pattern(_RULE).search(line)]
    if rules:
        leads = (pattern(_DESTINATION).search(line) for _, line in lines)
        yield _rules(evidence, len(rules), rules[0], [found[1] for found in leads if found])
    elif missing := [number for number, line in lines if _NO_CHAIN in line]:
        if "KUBE-SERVICES" in evidence.taken_by or _CHAIN in evidence.taken_by:
            yield _rules(evidence, 0, missing[0])
    elif _is_empty_answer(evidence, wanted, bool(lines)):
        yield _rules(evidence, 0, 0)


def _is_empty_answer(evidence: Evidence, wanted: tuple[str, ...], lines: bool) -> bool:
    """Whether nothing found means nothing there: an empty grep for it, or the whole table."""
    if not lines:
        return _asks_for_service(wanted) or _asks_for_more(wanted)
    return evidence.whole and "iptables-save" in evidence.taken_by and not wanted


def _counts(command: str) -> bool:
    return pattern(r"grep\s(?:.*\s)?-\w*c|\bwc\s+-l").search(command) is not None


def _asks_for_service(wanted: tuple[str, ...]) -> bool:
    return len(wanted) == 1 and pattern(_RULE).search(wanted[0]) is not None


def _asks_for_more(wanted: tuple[str, ...]) -> bool:
    """Whether the service's rules would be among what was looked for."""
    return len(wanted) == 1 and pattern(_ASKS_FOR_ALL).fullmatch(wanted[0]) is not None


def _of_ipvs(evidence: Evidence) -> Iterator[KubeProxyRules]:
    wanted = next(
        (one for one in grepped(evidence) if pattern(r"[\d.]+(?::443)?").fullmatch(one)), ""
    )
    first = count = 0
    leads: list[str] = []
    inside = services = False
    for number, line in numbered(evidence):
        if pattern(r"\s*(?:TCP|UDP|SCTP|FWM)\s").match(line):
            services = True
            found = pattern(_IPVS_SERVICE).match(line)
            inside = found is not None and _is_wanted(found[1], wanted)
            first = first or (number if inside else 0)
            count += inside
        elif inside and (server := pattern(_IPVS_SERVER).match(line)):
            count += 1
            leads.append(server[1])
    if first:
        yield _rules(evidence, count, first, leads)
    elif _ipvs_has_none(evidence, wanted, services):
        yield _rules(evidence, 0, 0)


def _is_wanted(address: str, wanted: str) -> bool:
    if wanted:
        return address.startswith(wanted)
    return pattern(_FIRST_OF_RANGE).fullmatch(address) is not None


def _ipvs_has_none(evidence: Evidence, wanted: str, services: bool) -> bool:
    if wanted:
        return not evidence.content.strip()
    return evidence.whole and (services or "IP Virtual Server version" in evidence.content)


def _rules(evidence: Evidence, count: int, line: int, leads: Iterable[str] = ()) -> KubeProxyRules:
    return KubeProxyRules(
        count=count,
        # The same endpoint may stand in several rules.
        endpoints=tuple(dict.fromkeys(leads)),
        about=evidence.about,
        cited=cite(evidence, line),
    )
