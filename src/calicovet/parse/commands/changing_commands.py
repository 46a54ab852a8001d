"""Which typed commands change something."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from calicovet.model.facts.base import Citation, Claimed, Topic
from calicovet.parse.commands.command_line import read_commands
from calicovet.parse.commands.known_programs import strip_prefixes


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VERBS: Mapping[str, frozenset[str]] = {
    "kubectl": _words(
        "set edit apply patch delete replace create label annotate taint scale uncordon drain"
        " restart undo"
    ),
    "calicoctl": _words("apply patch replace create delete"),
    "helm": _words("upgrade install rollback uninstall"),
    "systemctl": _words(
        "start stop restart reload reload-or-restart try-restart enable disable mask unmask"
        " daemon-reload"
    ),
    "service": _words("start stop restart reload"),
    "docker": _words("restart start stop rm kill"),
    "crictl": _words("rm rmp stop stopp rmi"),
    "ip": _words("add del delete set replace flush change"),
    "nmcli": _words("modify mod up down delete reload"),
    "kubeadm": _words("join reset init upgrade"),
    "apt": _words("install remove upgrade purge"),
    "yum": _words("install remove update upgrade downgrade"),
    "ipvsadm": frozenset({"-C", "--clear"}),
    "sed": frozenset({"-i", "--in-place", "-ri", "-i.bak"}),
    "sysctl": frozenset({"-w", "-p", "--system", "--load"}),
    "iptables": _words("-A -I -D -F -P -X -R --append --insert --delete --flush --policy"),
    "ipset": _words("add del destroy flush create"),
    "firewall-cmd": frozenset({"--reload"}),
    "ufw": _words("allow disable enable delete"),
}
_SAME: Mapping[str, str] = {
    "k": "kubectl",
    "oc": "kubectl",
    "apt-get": "apt",
    "dnf": "yum",
    "ip6tables": "iptables",
    "nerdctl": "docker",
    "podman": "docker",
}
_ALWAYS = _words(
    "modprobe rmmod reboot swapoff setenforce rm mv chmod chown mount umount kill killall vi vim nano"
    " restorecon hostnamectl"
)
_SHOWS = re.compile(r"--dry-run|--help|\bsystemctl +(?:is-|status)|^vim? +-R\b")
_ADDS = re.compile(r"^--(?:add|remove|zone|permanent)")
_WORDS_READ = 12


def changes_something(typed: str) -> bool:
    """Whether one of the line's commands changes the cluster or a host."""
    return any(_changes(command.text) for command in read_commands(typed))


def _changes(text: str) -> bool:
    if _SHOWS.search(text):
        return False
    words = strip_prefixes(text.split("|")[-1 if "xargs" in text else 0].strip()).split()
    if words and words[0] == "xargs":
        words = [word for word in words[1:] if not word.startswith("-")]
    return bool(words) and _is_change(words[0].rpartition("/")[2], words[1:_WORDS_READ])


def _is_change(program: str, words: Sequence[str]) -> bool:
    program = _SAME.get(program, program)
    if program in _ALWAYS:
        # `mount` alone lists, and so does `hostnamectl`.
        return bool(words) or program == "reboot"
    if program == "firewall-cmd" and any(_ADDS.match(word) for word in words):
        return True
    return not _VERBS.get(program, frozenset()).isdisjoint(words)


def typed_changes(typed: Iterable[tuple[str, int]], paste: str) -> Iterator[Claimed]:
    """What was typed to change something, as the paste's author shows it; each with its line."""
    for text, line in typed:
        if text and line and changes_something(text):
            yield Claimed(topic=Topic.CHANGED, value=text, cited=(Citation(paste, line),))
