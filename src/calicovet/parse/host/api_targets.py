"""The addresses that a test command connected to."""

from calicovet.parse.host.lines import pattern

_ASKED = (
    r"(https?)://(?:\[([0-9a-fA-F:]+)\]|([^\s/:'\"]+))(?::(\d+))?"
    r"|/dev/tcp/([^\s/]+)/(\d+)"
    r"|-connect[ =]([^\s:]+):(\d+)"
    r"|\b(?:nc|ncat|netcat|telnet)\s(?:-\w+(?:\s+\d+(?=\s))?\s+){0,5}([\w.:-]+)[ :](\d+)"
    r"|\bcurl\s(?:\S+\s){0,8}?((?:\d{1,3}\.){3}\d{1,3}):(\d+)"
)
_PORTS = {"https": "443", "http": "80"}


def asked_targets(command: str) -> tuple[tuple[str, str], ...]:
    """Host and port of every address that the command names, in its order."""
    targets: list[tuple[str, str]] = []
    for found in pattern(_ASKED).finditer(command[:2_000]):
        scheme, six, host, port, *others = found.groups()
        if scheme:
            targets.append((six or host, port or _PORTS[scheme]))
            continue
        named = [part for part in others if part]
        targets.append((named[0], named[1]))
    return tuple(targets)


def join_target(
    host: str, port: str, asked: tuple[tuple[str, str], ...], place: int, tries: int
) -> str:
    """host:port of a try: as its output says, else as the command at the same place said."""
    if not host:
        if len(asked) == 1:
            host, port = asked[0]
        elif len(asked) == tries:
            host, port = asked[place]
        else:
            return ""
    if not port:
        port = next((one for name, one in asked if name == host), "")
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if port else shown
