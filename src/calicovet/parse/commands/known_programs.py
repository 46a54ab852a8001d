"""Programs that people run for diagnosis, and how a call of each looks."""

import re
from functools import cache

_VERBS = {
    "kubectl": "get|describe|desc|logs|log|exec|delete|apply|edit|create|cluster-info|version|top|rollout|"
    "patch|set|label|taint|drain|cordon|uncordon|config|api-resources|api-versions|run|annotate|"
    "explain|replace|scale|cp|debug|auth|wait|attach|events|proxy|port-forward|calico",
    "calicoctl": "get|node|ipam|version|apply|create|delete|replace|patch|label|convert|datastore|cluster",
    "docker": "ps|logs|info|inspect|version|images|image|exec|run|pull|restart|rm|rmi|stop|start|kill|"
    "network|container|system|stats|top|load|tag|events|compose",
    "crictl": "ps|logs|info|inspect|inspectp|version|images|exec|pull|rm|rmi|rmp|stop|stopp|pods|stats",
    "ctr": "c|containers|container|t|task|tasks|images|i|image|version|namespaces|ns",
    "systemctl": "status|restart|start|stop|enable|disable|daemon-reload|is-active|is-enabled|cat|show|"
    "list-units|list-unit-files|reload|mask|unmask",
    "ip": "a|ad|addr|address|l|li|link|r|ro|route|rule|ru|n|neigh|netns|tunnel|tun|maddr|xfrm",
    "bridge": "link|fdb|vlan|mdb",
    "brctl": "show|addbr|delbr|addif|showmacs",
    "kubeadm": "init|join|reset|config|token|upgrade|version|certs",
    "helm": "install|upgrade|list|ls|get|repo|status|uninstall|template|history|show|version",
    "service": "kubelet|docker|containerd|firewalld|iptables",
    "etcdctl": "get|member|endpoint|cluster-health|ls|put|version",
    "birdcl": "show",
    "timedatectl": "status|set-timezone",
    "nmcli": "device|dev|con|connection|general",
    "ufw": "status|disable|allow|enable",
    "snap": "install|list|refresh",
}
_VERBS["k"] = _VERBS["oc"] = _VERBS["kubectl"]
_VERBS["nerdctl"] = _VERBS["podman"] = _VERBS["docker"]
_VERBS["birdcl6"] = _VERBS["birdcl"]
_NEEDS_ARGUMENT = frozenset(
    [
        "cat",
        "tail",
        "head",
        "grep",
        "egrep",
        "fgrep",
        "zgrep",
        "rg",
        "sed",
        "awk",
        "modprobe",
        "modinfo",
        "curl",
        "wget",
        "nc",
        "ncat",
        "telnet",
        "ping",
        "ping6",
        "openssl",
        "getent",
        "stern",
        "journalctl",
        "less",
        "more",
        "vim",
        "vi",
        "rm",
        "cp",
        "mv",
        "touch",
        "chmod",
        "chown",
        "mkdir",
        "systemd-cgls",
        "sysctl",
        "traceroute",
        "tracepath",
        "dig",
        "nslookup",
        "arping",
        "ethtool",
        "watch",
        "nsenter",
        "ssh",
        "scp",
        "kill",
        "yum",
        "apt",
        "apt-get",
        "dnf",
        "containerd",
        "kubelet",
        "setenforce",
        "calico-node",
        "microk8s",
        "k3s",
        "rke2",
        "minikube",
        "kind",
        "export",
        "echo",
        "strace",
        "xargs",
        "for",
        "stat",
        "find",
        "conntrack",
        "hostnamectl",
        "swapoff",
        "tcpdump",
        "aws",
        "gcloud",
        "openstack",
    ]
)
_STANDS_ALONE = frozenset(
    [
        "nstat",
        "networkctl",
        "ls",
        "ll",
        "uptime",
        "nproc",
        "free",
        "df",
        "du",
        "lsmod",
        "ss",
        "netstat",
        "lsof",
        "uname",
        "dmesg",
        "iptables",
        "iptables-save",
        "ip6tables",
        "iptables-legacy",
        "iptables-nft",
        "iptables-legacy-save",
        "iptables-nft-save",
        "ipset",
        "ipvsadm",
        "hostname",
        "top",
        "ps",
        "nft",
        "mount",
        "umount",
        "getenforce",
        "sestatus",
        "date",
        "ifconfig",
        "route",
        "arp",
        "lscpu",
        "env",
        "crictl",
        "lsblk",
        "w",
        "who",
        "whoami",
        "pwd",
        "exit",
        "clear",
        "history",
        "vmstat",
        "iostat",
        "sar",
        "htop",
        "pstree",
        "update-alternatives",
        "firewall-cmd",
        "timedatectl",
        "hostnamectl",
        "chronyc",
        "ntpq",
        "lsb_release",
        "runc",
    ]
)
PROGRAMS = frozenset(_VERBS) | _NEEDS_ARGUMENT | _STANDS_ALONE
_PREFIX = re.compile(
    r"(?:(?:sudo|time|nohup|command|exec)\s+(?:-[A-Za-z]\s+)?|[A-Z_][A-Z0-9_]*=\S*\s+"
    r"|timeout\s+(?:-[ks]\s*\S{1,12}\s+|--?[A-Za-z][\w-]{0,20}(?:=\S{1,12})?\s+){0,3}\d{1,6}(?:\.\d{1,6})?[smhd]?\s+)"
)
_PROSE_AFTER = re.compile(
    r"^(?:is|are|was|were|shows?|showed|says?|said|returns?|returned|gives?|gave|fails?|failed|the|a|an|and|"
    r"or|but|has|have|had|does|did|can|will|output|command|commands|outputs|version:|it|which|that|on|in|of)$",
    re.IGNORECASE,
)


def strip_prefixes(text: str) -> str:
    """The command without sudo, time, timeout and environment assignments in front."""
    text = text.lstrip()
    for _ in range(6):
        match = _PREFIX.match(text)
        if match is None or match.end() == len(text):
            break
        text = text[match.end() :].lstrip()
    return text


def is_call(text: str) -> bool:
    """Whether the text is a call of one of the programs, and not a line of output that begins like one."""
    rest = strip_prefixes(text[:600])
    words = rest.split(None, 3)
    if not words:
        return False
    program = words[0].rsplit("/", 1)[-1] if words[0].startswith(("/", "./")) else words[0]
    program = program.rstrip(";").removesuffix(".exe")
    if program not in PROGRAMS:
        return words[0].startswith("./") and words[0].endswith((".sh", "calicoctl"))
    following = words[1] if len(words) > 1 else ""
    if program in _VERBS and program not in _STANDS_ALONE:
        return _is_verb(program, following, rest)
    if program in _NEEDS_ARGUMENT and not following:
        return False
    if not following:
        return True
    if following.endswith(":") or _PROSE_AFTER.match(following) or following in ("-", "=", "=>"):
        return False
    return following[0] in "-/.~$\"'*|&;<>{[(^!%+@" or _plausible(program, following, rest)


def _is_verb(program: str, following: str, rest: str) -> bool:
    if following.startswith("-"):
        # `docker -`, `ip -` are bullets of prose; an option has a letter.
        return len(following) > 1 and (following[1].isalpha() or following[1] in "-46")
    word = following.rstrip(";|&")
    if word not in _verbs(program):
        return False
    third = rest.split(None, 3)[2:3]
    return not (third and third[0].lower() in _SENTENCE)


_SENTENCE = frozenset(
    [
        "shows",
        "showed",
        "says",
        "is",
        "are",
        "was",
        "returns",
        "output",
        "outputs",
        "fails",
        "gives",
        "command",
    ]
)


@cache
def _verbs(program: str) -> frozenset[str]:
    return frozenset(_VERBS[program].split("|"))


def _plausible(program: str, following: str, rest: str) -> bool:
    """Whether a first argument without any sign of an option may still be one."""
    if not following[0].isalnum() and following[0] != "_":
        return False
    if program in (
        "top",
        "route",
        "host",
        "env",
        "kind",
        "for",
        "w",
        "who",
        "date",
        "watch",
        "less",
        "more",
        "mount",
    ):
        return program in ("watch", "for") and ("kubectl" in rest or "do" in rest.split())
    if program in (
        "kubelet",
        "containerd",
        "find",
        "kill",
        "history",
        "exit",
        "calico-node",
        "echo",
    ):
        return program == "echo" and ("$" in rest or '"' in rest)
    return len(rest) < 400
