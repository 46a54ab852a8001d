"""Every cluster has its own address for the API server; in the retold one it is the lab's."""

import re
from collections.abc import Iterable, Iterator, Mapping

from calicovet.model.facts import ApiCallFailed, ApiEndpoint, CurlAnswered, Fact, ServiceAddress
from lab.control_plane import ADDRESS, PORT

_SERVICE = "10.96.0.1"
_SERVICE_PORTS = ("443", "")


def with_own_address(text: str, facts: Iterable[Fact]) -> str:
    """The text as it would be, had it been pasted from the lab's cluster."""
    for told, own in _others(facts).items():
        text = re.sub(rf"(?<![\d.]){re.escape(told)}(?![\d.])", own, text)
    return text


def _others(facts: Iterable[Fact]) -> Mapping[str, str]:
    """What the text calls the service and the address behind it, and what they are called here."""
    found: dict[str, str] = {}
    for target in _targets(facts):
        host, _, port = target.rpartition(":") if ":" in target else (target, "", "")
        if port in _SERVICE_PORTS and host.endswith(".1"):
            found[host] = _SERVICE
        elif port == str(PORT):
            found[target] = f"{ADDRESS}:{PORT}"
    return found


def _targets(facts: Iterable[Fact]) -> Iterator[str]:
    for fact in facts:
        if isinstance(fact, ServiceAddress | ApiEndpoint):
            yield fact.address
        elif isinstance(fact, ApiCallFailed | CurlAnswered):
            yield fact.target
