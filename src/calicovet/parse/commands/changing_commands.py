"""Which typed commands change something, rather than show it."""

import re
from collections.abc import Mapping, Sequence

from calicovet.parse.commands.command_line import read_commands
from calicovet.parse.commands.known_programs import strip_prefixes

_VERBS: Mapping[str, frozenset[str]] = {
    "kubectl": frozenset(
        (
            "set edit apply patch delete replace create label annotate taint scale uncordon drain"
            " restart undo"
        ).split()
    ),
    "calicoctl": frozenset("apply patch replace create delete".split()),
    "helm": frozenset("upgrade install rollback uninstall".split()),
    "systemctl": frozenset(
        "start stop restart reload reload-or-restart try-restart enable disable mask unmask"
        " daemon-reload".split()
    ),
    "service": frozenset("start stop restart reload".split()),
    "docker": frozenset("restart start stop rm kill".split()),
    "crictl": frozenset("rm rmp stop stopp rmi".split()),
    "ip": frozenset("add del delete set replace flush change".split()),
    "nmcli": frozenset("modify mod up down delete reload".split()),
    "kubeadm": frozenset("join reset init upgrade".split()),
    "apt": frozenset("install remove upgrade purge".split()),
    "yum": frozenset("install remove update upgrade downgrade".split()),
    "ipvsadm": frozenset({"-C", "--clear"}),
    "sed": frozenset({"-i", "--in-place", "-ri", "-i.bak"}),
    "sysctl": frozenset({"-w", "-p", "--system", "--load"}),
    "iptables": frozenset(
        "-A -I -D -F -P -X -R --append --insert --delete --flush --policy".split()
    ),
    "ipset": frozenset("add del destroy flush create".split()),
    "firewall-cmd": frozenset({"--reload"}),
    "ufw": frozenset("allow disable enable delete".split()),
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
_ALWAYS = frozenset(
    "modprobe rmmod reboot swapoff setenforce rm mv chmod chown mount umount kill killall vi vim nano"
    " restorecon hostnamectl".split()
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
