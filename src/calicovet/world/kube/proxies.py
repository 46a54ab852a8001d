"""The proxy for a server, by Go's rules."""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}


def choose_proxy(server: str, environment: Mapping[str, str]) -> str:
    """The proxy's URL, or nothing where one goes straight."""
    url = urlsplit(server)
    names = (f"{url.scheme.upper()}_PROXY", f"{url.scheme}_proxy")
    proxy = _first(environment, *names)
    host, port = (url.hostname or "").lower(), url.port or _PORTS.get(url.scheme, 443)
    if not proxy or _spared(host, port, _first(environment, "NO_PROXY", "no_proxy")):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def _first(environment: Mapping[str, str], *names: str) -> str:
    return next((value for name in names if (value := environment.get(name, ""))), "")


def _spared(host: str, port: int, no_proxy: str) -> bool:
    address = _address(host)
    if host == "localhost" or (address is not None and address.is_loopback):
        return True
    rules = [rule for word in no_proxy.split(",") if (rule := word.strip().lower())]
    return any(_matches(rule, host, port, address) for rule in rules)


def _matches(rule: str, host: str, port: int, address: IPv4Address | IPv6Address | None) -> bool:
    if rule == "*":
        return True
    if "/" in rule:
        try:
            return address is not None and address in ip_network(rule, strict=False)
        except ValueError:
            return False
    name, only = _split_port(rule)
    if only and only != str(port):
        return False
    if (exact := _address(name)) is not None:
        return exact == address
    if not name:
        return False
    # `.a.b` and `*.a.b` are what lies below a.b; `a.b` is a.b itself as well.
    name = name.removeprefix("*")
    return host.endswith(name) if name.startswith(".") else _is_or_lies_below(host, name)


def _is_or_lies_below(host: str, name: str) -> bool:
    return host == name or host.endswith(f".{name}")


def _split_port(rule: str) -> tuple[str, str]:
    if rule.startswith("["):
        name, _, rest = rule[1:].partition("]")
        return name, rest.removeprefix(":")
    if rule.count(":") == 1:
        name, _, port = rule.partition(":")
        return name, port
    return rule, ""


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None
