"""What a typed command shows: evidence kind, subject, and whether the output is whole."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.commands.command import Command
from calicovet.parse.commands.host_commands import component_of, grep_pattern, read_host_command
from calicovet.parse.commands.known_programs import strip_prefixes
from calicovet.parse.commands.kubectl_commands import (
    kubectl_describe,
    kubectl_get,
    kubectl_logs,
    pod_name,
)

_TOKEN = re.compile(r"\|\||&&|[|;&]|(?:\"[^\"]*\"|'[^']*'|[^\s|;&\"'])+|[\"']")
_CUTTERS = frozenset(
    [
        "grep",
        "egrep",
        "fgrep",
        "zgrep",
        "rg",
        "tail",
        "head",
        "awk",
        "gawk",
        "sed",
        "cut",
        "uniq",
        "wc",
        "jq",
        "yq",
        "xargs",
        "ag",
        "findstr",
        "select-string",
    ]
)
_SHAPERS = frozenset(["awk", "gawk", "cut", "wc", "jq", "yq", "xargs", "uniq"])
"""Filters whose output has no longer the shape of what went in."""
_KUBECTL = frozenset({"kubectl", "k", "oc"})
_RUNTIMES = frozenset({"docker", "nerdctl", "crictl", "podman", "ctr"})
_FLAGS_WITH_VALUE = frozenset(
    [
        "-n",
        "--namespace",
        "-c",
        "--container",
        "-l",
        "--selector",
        "-o",
        "--output",
        "--tail",
        "--since",
        "--since-time",
        "--field-selector",
        "--kubeconfig",
        "--context",
        "--sort-by",
        "--limit-bytes",
        "--as",
        "--cluster",
        "--server",
        "-s",
        "--user",
        "--request-timeout",
        "--token",
        "--template",
        "--cri-socket",
        "-r",
        "--runtime-endpoint",
        "--lines",
        "-A",
    ]
) - {"-A", "-r"}


@lru_cache(maxsize=256)
def read_commands(text: str) -> tuple[Command, ...]:
    """The commands of a line, in the order in which their outputs follow each other."""
    text = text[:4000].strip().strip("`")
    plain = text.replace("2>&1", " ").replace("&>", ">").replace("|&", "|")
    groups: list[list[str]] = [[]]
    for token in _TOKEN.findall(plain):
        if token in (";", "&&", "||", "&"):
            groups.append([])
        else:
            groups[-1].append(token)
    groups = [group for group in groups if group]
    if len(groups) == 1:
        return (_read(text, groups[0]),)
    return tuple(_read(" ".join(group), group) for group in groups)


def _read(text: str, tokens: Sequence[str]) -> Command:
    stages: list[list[str]] = [[]]
    for token in tokens:
        if token == "|":
            stages.append([])
        else:
            stages[-1].append(token.strip("\"'") if token[0] in "\"'" else token)
    words = _without_prefixes(stages[0])
    if not words:
        return Command(text=text)
    command = _first_stage(text, words)
    for stage in stages[1:]:
        if stage:
            command = _through(command, stage)
    if command.kind is not None and _shows_addresses(command):
        command = replace(command, kind=Kind.NODE_ADDRESSES)
    return command


def _without_prefixes(words: Sequence[str]) -> list[str]:
    joined = strip_prefixes(" ".join(words))
    skipped = len(" ".join(words).split()) - len(joined.split())
    rest = list(words)
    for _ in range(skipped):
        if len(rest) > 1:
            rest.pop(0)
    while len(rest) > 1 and rest[0] == "watch":
        rest = [word for word in rest[1:] if not re.fullmatch(r"-\w*|\d+(?:\.\d+)?", word)][
            :40
        ] or [""]
        rest = " ".join(rest).split()
    return rest


def _shows_addresses(command: Command) -> bool:
    return command.kind in (Kind.OBJECTS, Kind.NODE_DESCRIBE) and bool(
        re.search(r"IPv[46]Address|projectcalico", command.pattern)
    )


def _through(command: Command, stage: Sequence[str]) -> Command:
    """The command after one filter of its pipe."""
    words = _without_prefixes(stage)
    program = words[0].rsplit("/", 1)[-1].lower()
    if program not in _CUTTERS:
        return command
    command = replace(command, whole=False)
    if program in _SHAPERS:
        return replace(
            command, kind=None if program != "awk" or "print" in " ".join(words) else command.kind
        )
    if "grep" in program or program in ("rg", "findstr"):
        pattern = grep_pattern(words[1:])
        return replace(command, pattern=f"{command.pattern}|{pattern}".strip("|"))
    return command


def _first_stage(text: str, words: list[str]) -> Command:
    program = words[0].rsplit("/", 1)[-1].removesuffix(".exe")
    if program in ("microk8s", "k3s", "minikube", "rke2") and len(words) > 1:
        inner = words[2:] if words[1] == "--" else words[1:]
        if inner and inner[0] in _KUBECTL | _RUNTIMES:
            return _first_stage(text, inner)
    if program == "ssh":
        return _over_ssh(text, words)
    base = Command(text=text, program=program, words=tuple(words))
    if program in _KUBECTL:
        return _kubectl(replace(base, program="kubectl"), words[1:])
    if program == "calicoctl":
        return _calicoctl(base, words[1:])
    if program in _RUNTIMES:
        return _runtime(base, words[1:])
    if program == "stern":
        return replace(
            base, kind=Kind.CALICO_LOG if "calico-node" in text else Kind.OTHER_LOG, whole=False
        )
    return read_host_command(base, words[1:])


def _over_ssh(text: str, words: Sequence[str]) -> Command:
    rest = list(words[1:])
    while rest and rest[0].startswith("-"):
        rest = rest[2:] if rest[0] in ("-i", "-p", "-o", "-l", "-F") else rest[1:]
    if not rest:
        return Command(text=text, program="ssh", words=tuple(words))
    node = rest[0].rsplit("@", 1)[-1]
    inner = " ".join(rest[1:]).strip().strip("\"'").split()
    if not inner:
        return Command(text=text, program="ssh", words=tuple(words), node=node)
    return replace(_first_stage(text, inner), node=node)


_DESCRIBE = {"pod": Kind.POD_DESCRIBE, "node": Kind.NODE_DESCRIBE}


def _options(words: Sequence[str], follow: bool) -> tuple[dict[str, str], list[str], list[str]]:
    """Options with their values, the other words, and what follows `--`."""
    options: dict[str, str] = {}
    others: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return options, others, rest
        if word.startswith(">"):
            break
        if not word.startswith("-") or word == "-":
            others.append(word)
        elif "=" in word:
            name, _, value = word.partition("=")
            options[name] = value.strip("\"'")
        elif word in _FLAGS_WITH_VALUE or (word == "-f" and not follow):
            options[word] = rest.pop(0).strip("\"'") if rest else ""
        elif re.fullmatch(r"-[nclo][\w.-]+", word):
            options[word[:2]] = word[2:]
        else:
            options[word] = ""
    return options, others, []


def _kubectl(base: Command, words: Sequence[str]) -> Command:
    is_log = any(word in ("logs", "log") for word in words[:8])
    options, others, inner = _options(words, follow=is_log)
    namespace = options.get("-n", options.get("--namespace", ""))
    base = replace(base, namespace=namespace if re.fullmatch(r"[a-z0-9-]*", namespace) else "")
    if not others:
        return base
    verb, rest = others[0], others[1:]
    if verb in ("logs", "log"):
        return kubectl_logs(base, options, rest)
    if verb == "exec":
        return _kubectl_exec(base, options, rest, inner)
    if verb == "get":
        return kubectl_get(base, options, rest)
    if verb in ("describe", "desc"):
        return kubectl_describe(base, rest)
    if verb == "version":
        return replace(base, kind=Kind.VERSIONS)
    if verb == "events":
        return replace(base, kind=Kind.EVENT_TABLE)
    if verb == "top":
        return replace(base, kind=Kind.OTHER_TABLE)
    return replace(base, whole=False)


def _kubectl_exec(
    base: Command, options: Mapping[str, str], rest: Sequence[str], inner: list[str]
) -> Command:
    """What ran inside a pod; calico-node's pods see their host's network."""
    if not rest:
        return replace(base, whole=False)
    target = rest[0].rsplit("/", 1)[-1]
    inner = " ".join(inner or list(rest[1:])).split()
    if len(inner) > 2 and inner[0].rsplit("/", 1)[-1] in ("sh", "bash") and inner[1] == "-c":
        inner = " ".join(inner[2:]).strip("\"'").split()
    shown = _first_stage(base.text, inner) if inner else base
    on_host = component_of(target) in ("calico-node", "kube-proxy")
    if shown.host_command and not on_host:
        shown = replace(shown, kind=None)
    return replace(
        shown,
        namespace=base.namespace,
        pod=pod_name(target),
        container=options.get("-c", ""),
        host_command=False,
    )


def _calicoctl(base: Command, words: Sequence[str]) -> Command:
    options, others, _ = _options(words, follow=False)
    if others[:2] == ["node", "status"]:
        return replace(base, kind=Kind.BGP_STATUS, host_command=True)
    if others[:1] == ["get"]:
        output = options.get("-o", options.get("--output", ""))
        return replace(base, kind=Kind.OBJECTS if output in ("yaml", "json") else Kind.OTHER_TABLE)
    if others[:1] == ["version"]:
        return replace(base, kind=Kind.VERSIONS)
    return base


def _runtime(base: Command, words: Sequence[str]) -> Command:
    options, others, _ = _options(words, follow=True)
    base = replace(base, host_command=True)
    verb = others[0] if others else ""
    if verb == "container" and len(others) > 1:
        others = others[1:]
        verb = others[0]
    if verb == "logs":
        cut = any(name in options for name in ("--tail", "-n", "--since"))
        name = others[1] if len(others) > 1 else ""
        is_other = component_of(name) not in ("", "calico-node")
        kind = Kind.OTHER_LOG if is_other else Kind.CALICO_LOG
        return replace(base, kind=kind, whole=not cut, container=component_of(name))
    if verb in ("ps", "pods", "c", "containers", "ls"):
        return replace(base, kind=Kind.CONTAINER_LIST, whole="--name" not in options)
    if verb == "info":
        return replace(base, kind=Kind.DOCKER_CONFIG if base.program == "docker" else None)
    if verb == "version" or "--version" in options or "-v" in options:
        return replace(base, kind=Kind.VERSIONS)
    if verb in ("exec", "run"):
        return replace(base, whole=False, host_command=False)
    return replace(base, whole=False)
