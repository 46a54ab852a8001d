"""What can follow on a command line, for the completion scripts and for kubectl.

The answer has one line for each choice (`choice<TAB>description`) and a last line `:0` (files may follow) or `:4` (nothing
else can follow), as programs built with Cobra give it.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from calicovet.app.cli.main_parser import main_parser
from calicovet.app.commands.completion import SHELLS
from calicovet.app.commands.table import COMMANDS
from calicovet.model.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.app.cli.argument_parser import ArgumentParser
    from calicovet.world.kube.kubeconfig import Kubeconfig

FILES, NOTHING_ELSE = 0, 4
_PATIENCE = 1.0
"""Seconds for the one request that asks for the nodes."""
_FILE_FLAGS = ("--kubeconfig", "--host-facts", "-o", "--output")


@record
class Choices:
    """What can follow, each with its description, and whether files can."""

    found: Mapping[str, str]
    files: bool = False


def answer(words: Sequence[str], language: str) -> str:
    """The answer for the words after the program's name; the last one is being typed and may be empty."""
    *before, current = words or [""]
    if current == "=":  # bash takes the sign for a word
        current = ""
    elif before and before[-1] == "=":
        before.pop()
    choices = _choices(before, current, language)
    prefix, sign, typed = current.rpartition("=") if current.startswith("--") else ("", "", current)
    lines = [
        f"{prefix}{sign}{choice}\t{text}" if text else f"{prefix}{sign}{choice}"
        for choice, text in choices.found.items()
        if choice.startswith(typed)
    ]
    directive = FILES if choices.files and not lines else NOTHING_ELSE
    return "".join(f"{line}\n" for line in (*lines, f":{directive}"))


def _choices(before: Sequence[str], current: str, language: str) -> Choices:
    command = next((word for word in before if word in COMMANDS), "")
    parser = main_parser("calicovet", language, command or "diagnose")
    chosen = parser.commands()[command or "diagnose"]
    for word in before:
        chosen = chosen.commands().get(word, chosen)
    flag = _flag_before(before, current, chosen)
    if flag:
        return _values_of(flag, chosen, before)
    if current.startswith("-"):
        return Choices({each: parser.speech.say(text) for each, text in chosen.described()})
    given = [word for word in before if not word.startswith("-") and word not in COMMANDS]
    if not command and not given:
        return Choices({name: parser.speech.say(text) for name, text in COMMANDS.items()}, True)
    return _arguments_of(command or "diagnose", chosen, given)


def _flag_before(before: Sequence[str], current: str, parser: "ArgumentParser") -> str:
    """The flag whose value is being typed."""
    flag = current.partition("=")[0] if current.startswith("--") and "=" in current else ""
    flag = flag or (before[-1] if before and before[-1].startswith("-") else "")
    return flag if flag in set(parser.flags()) and parser.takes_value(flag) else ""


def _values_of(flag: str, parser: "ArgumentParser", before: Sequence[str]) -> Choices:
    if choices := parser.choices_of(flag):
        return Choices(dict.fromkeys(choices, ""))
    if flag in ("--context", "--cluster", "--user"):
        return Choices(dict.fromkeys(sorted(_of_kubeconfig(flag, before)), ""))
    if flag == "--node":
        return Choices(dict.fromkeys(_nodes(before), ""))
    if flag == "--stage":
        from calicovet.model.stage import StageId

        return Choices(dict.fromkeys(StageId, ""))
    return Choices({}, flag in _FILE_FLAGS)


def _arguments_of(command: str, parser: "ArgumentParser", given: Sequence[str]) -> Choices:
    """What the command takes without a flag."""
    if inner := parser.commands():
        return Choices(dict.fromkeys(inner, ""))
    names = _NAMES.get(command)
    if names and not given:
        return Choices(dict.fromkeys(names(), ""))
    return Choices({}, command in ("diagnose", "fix", "rollback", "whatif"))


def _causes() -> tuple[str, ...]:
    from calicovet.causes.catalogue import names

    return names()


def _demos() -> tuple[str, ...]:
    from calicovet.app.commands.demo import expectations

    return tuple(expectations())


_NAMES: Mapping[str, Callable[[], Sequence[str]]] = {
    "explain": _causes,
    "fix": _causes,
    "demo": _demos,
    "help": lambda: tuple(COMMANDS),
    "completion": lambda: SHELLS,
}


def _of_kubeconfig(flag: str, before: Sequence[str]) -> Iterator[str]:
    """The names in the kubeconfig; no request is sent."""
    config = _kubeconfig(before)
    if config is not None:
        tables: dict[str, Iterable[str]] = {
            "--context": config.contexts,
            "--cluster": config.clusters,
            "--user": config.users,
        }
        yield from tables[flag]


def _kubeconfig(before: Sequence[str]) -> "Kubeconfig | None":
    from calicovet.model.errors import CannotGoOn
    from calicovet.world.kube.config import KubeFlags, kubeconfig_paths
    from calicovet.world.kube.kubeconfig import read_kubeconfigs

    flags = KubeFlags(kubeconfig=_said(before, "--kubeconfig"))
    try:
        return read_kubeconfigs(kubeconfig_paths(flags, os.environ, Path.home()), must_exist=False)
    except CannotGoOn:
        return None


def _nodes(before: Sequence[str]) -> Sequence[str]:
    """The nodes of the cluster, where they are known within a second; no login program is started for them."""
    from calicovet.model.errors import CannotGoOn
    from calicovet.world.kube.client import open_client
    from calicovet.world.kube.config import KubeFlags, load_target
    from calicovet.world.kube.errors import ApiError

    flags = KubeFlags(
        kubeconfig=_said(before, "--kubeconfig"),
        context=_said(before, "--context"),
        cluster=_said(before, "--cluster"),
        user=_said(before, "--user"),
        server=_said(before, "--server"),
        request_timeout=_PATIENCE,
    )
    try:
        target = load_target(flags, os.environ, Path.home())
        if target.credentials.program:
            return ()
        table = open_client(target).table("/api/v1/nodes", cached=True, timeout=_PATIENCE)
    except (ApiError, CannotGoOn):
        return ()
    return [str(row.cells[0]) for row in table.rows] if table else ()


def _said(before: Sequence[str], flag: str) -> str:
    """The value of a flag on the command line; empty where it is not there."""
    pairs = zip(before, (*before[1:], ""), strict=True)
    for word, following in pairs:
        if word == flag:
            return following
        if word.startswith(f"{flag}="):
            return word.partition("=")[2]
    return ""
