"""A place in the sources as the line that a release would log, once for each kind of error."""

import re
from collections.abc import Iterator, Mapping

from atlas.go_code import arguments_of, literals
from atlas.places import LogPlace

TAILS: Mapping[str, str] = {
    "refused": 'Get "https://10.96.0.1:443/apis/crd.projectcalico.org/v1/clusterinformations/default": '
    "dial tcp 10.96.0.1:443: connect: connection refused",
    "timed out": 'Get "https://10.96.0.1:443/api/v1/nodes/node-1": dial tcp 10.96.0.1:443: i/o timeout',
    "unknown authority": 'Get "https://10.96.0.1:443/api/v1/nodes/node-1": x509: certificate signed by unknown authority',
    "forbidden": 'nodes "node-1" is forbidden: User "system:serviceaccount:kube-system:calico-node" '
    'cannot get resource "nodes" in API group "" at the cluster scope',
    "permission denied": "open /var/lib/calico/nodename: permission denied",
    "no such file": "open /etc/calico/calico-node.cfg: no such file or directory",
}
"""By name what an error says."""

_VERB = re.compile(r"%[-+# 0-9.]*([a-zA-Z%])")
_ERROR = re.compile(r"\b(?:\w*[eE]rr(?:or)?\w*)\b(?!\()")
_STAMP = "2024-05-14 08:21:07.305"
_VALUES = (
    (re.compile(r"cidr|subnet|pool", re.IGNORECASE), "10.244.0.0/16"),
    (re.compile(r"\bip|addr", re.IGNORECASE), "10.20.0.5"),
    (re.compile(r"path|file|dir", re.IGNORECASE), "/var/lib/calico/nodename"),
    (re.compile(r"iface|link|intf|dev", re.IGNORECASE), "eth0"),
    (re.compile(r"node|host|name", re.IGNORECASE), "node-1"),
    (re.compile(r"version", re.IGNORECASE), "4"),
)


def lines_of(place: LogPlace) -> Iterator[str]:
    """One line for each kind of error; one in all where the place logs no error value."""
    seen = set[str]()
    for tail in TAILS.values():
        line = _line(place, tail)
        if line not in seen:
            seen.add(line)
            yield line


def _line(place: LogPlace, tail: str) -> str:
    message = _message(place, tail)
    if not place.level:
        return message
    component = f"{place.program.component}/" if place.program.component else ""
    file = place.file.rpartition("/")[2]
    fields = "".join(
        f" {key}={_value(expression, tail, quoted=True)}"
        for key, expression in sorted(place.fields)
    )
    return f"{_STAMP} [{place.level}][61] {component}{file} {place.line}: {message}{fields}"


def _message(place: LogPlace, tail: str) -> str:
    if not place.arguments:
        return ""
    first, *others = place.arguments
    nested = arguments_of(first) if first.startswith("fmt.Sprintf(") else ()
    if nested or place.formatted:
        first, *others = nested or place.arguments
        return _filled(_text(first, tail), others, tail)
    return " ".join(_text(each, tail) for each in place.arguments).strip()


def _text(argument: str, tail: str) -> str:
    """An argument that is a text, or several joined by `+`; else what its name promises."""
    words = literals(argument)
    if not words:
        return _value(argument, tail)
    return f"{words}{tail}" if _is_error(re.sub(r'"(?:[^"\\]|\\.)*"', "", argument)) else words


def _filled(text: str, values: list[str], tail: str) -> str:
    rest = iter(values)

    def fill(found: re.Match[str]) -> str:
        verb = found.group(1)
        if verb == "%":
            return "%"
        expression = next(rest, "")
        if verb == "d":
            return "4" if "version" in expression.lower() else "3"
        value = _value(expression, tail)
        return f'"{value}"' if verb == "q" else value

    return _VERB.sub(fill, text)


def _value(expression: str, tail: str, *, quoted: bool = False) -> str:
    if _is_error(expression):
        return tail
    if words := literals(expression):
        return words
    value = next((shown for name, shown in _VALUES if name.search(expression)), "3")
    return f'"{value}"' if quoted and not value.isdigit() else value


def _is_error(expression: str) -> bool:
    return _ERROR.search(expression) is not None
