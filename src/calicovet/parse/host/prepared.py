"""Small checks of a host before Calico is installed: localhost, inotify, ufw, NetworkManager."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import HostSetting, InotifyInUse, LocalhostNamed
from calicovet.parse.host.lines import cite, numbered, pattern

_OF_HOSTS = r"(?:sudo )?(?:cat|grep (?:-w )?localhost) /etc/hosts$"
_ENTRY = r"\s*([0-9a-fA-F.:]{3,45})\s+([^#]{1,400})"
_COUNTS_INOTIFY = r"/fd .*grep -c anon_inode:inotify$"
_UFW = r"\s*ENABLED\s*=\s*\"?(\w{1,5})"
_UNMANAGED = r"\s*unmanaged-devices\s*[+]?=\s*(\S.{0,1000})"


def read_prepared(evidence: Evidence) -> Iterator[LocalhostNamed | InotifyInUse | HostSetting]:
    """Whatever of this the command line asked for."""
    command = evidence.taken_by[:2_000]
    if pattern(_OF_HOSTS).match(command):
        yield from _localhost(evidence)
    elif pattern(_COUNTS_INOTIFY).search(command):
        text = evidence.content.strip()
        if text.isascii() and text.isdigit() and len(text) < 9:
            yield InotifyInUse(count=int(text), about=evidence.about, cited=cite(evidence, 1))
    elif "/ufw.conf" in command:
        yield from _settings(evidence, _UFW, "ufw.ENABLED")
    elif "/NetworkManager" in command:
        yield from _settings(evidence, _UNMANAGED, "NetworkManager.unmanaged-devices")


def _localhost(evidence: Evidence) -> Iterator[LocalhostNamed]:
    found: dict[str, int] = {}
    for number, line in numbered(evidence):
        entry = pattern(_ENTRY).match(line)
        if entry is not None and "localhost" in entry[2].lower().split():
            found.setdefault(entry[1], number)
    # A grep that finds nothing has looked at all of the file.
    if found or not evidence.content.strip() or evidence.whole:
        first = min(found.values(), default=0)
        yield LocalhostNamed(
            addresses=tuple(found), about=evidence.about, cited=cite(evidence, first)
        )


def _settings(evidence: Evidence, form: str, name: str) -> Iterator[HostSetting]:
    for number, line in numbered(evidence):
        if found := pattern(form).match(line):
            yield HostSetting(
                name=name,
                value=found[1].strip(),
                about=evidence.about,
                cited=cite(evidence, number),
            )
