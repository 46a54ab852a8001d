"""The shell text of a host script."""

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from calicovet.model.record import record
from calicovet.model.remediation.change import HostScript, ScriptStep

STATE = "/var/lib/calicovet"
"""Where a script keeps what it has backed up, in a folder for each plan."""

_WORD = re.compile(r"@([a-z-]+)@")
_TOOL = re.compile(r"[a-z][\w.+-]*")
_SPECIAL = re.compile(r'["$\\!]')
_SEVERAL = re.compile(r"[;|&]")
_OF_THE_SHELL = frozenset(
    ("if", "for", "while", "case", "until", "echo", "printf", "test", "cd", "export", "set", "exec")
)


@record(kw_only=True)
class Told:
    """What the script prints, in one language."""

    head: tuple[str, ...]
    steps: tuple[str, ...]
    """A sentence for each."""
    after: tuple[str, ...]
    """What is to be done elsewhere once it is through."""
    say: Callable[[str], str]
    """The words by their keys."""


def script_text(script: HostScript, plan: str, told: Told) -> str:
    """A POSIX shell script; with `undo` it takes back what it has done."""
    numbered = tuple(enumerate(script.steps, 1))
    parts = {
        # Names come from evidence, and whatever ends a line would end the comment.
        "@HEAD@": "\n".join(f"# {' '.join(line.splitlines())}".rstrip() for line in told.head),
        "@NODE@": _literal((script.node or "").lower()),
        "@PLAN@": plan,
        "@STEPS@": "\n\n".join(_functions(number, step) for number, step in numbered),
        "@CHECKS@": "\n".join(_checks(script.steps, told)),
        "@DO@": "\n".join(_does(number, script.steps, told) for number, _ in numbered),
        "@AFTER@": "\n".join(f"    say {_quoted(line)}" for line in told.after),
        "@UNDO@": "\n".join(_undoes(number, step, told) for number, step in reversed(numbered)),
        "@WHERE@": _where(script, told),
    }
    frame = Path(__file__).with_name("host_script.sh").read_text(encoding="utf-8")
    text = _WORD.sub(lambda found: _quoted(told.say(found[1])), frame)
    # One pass: what a command holds is not to be taken for a hole. Where there is nothing, no line is left.
    text = re.sub("|".join(parts), lambda found: parts[found[0]], text)
    return text.replace("() {\n\n", "() {\n").replace("\n\n}", "\n}")


def _functions(number: int, step: ScriptStep) -> str:
    saved = [f"keep {shlex.quote(path)}" for path in (*step.edits, *step.makes)]
    moved = [f"move_away {shlex.quote(path)}" for path in step.moves]
    functions = [_function(f"do_{number}", (*saved, *moved, *step.commands))]
    if step.saw:
        functions.insert(0, f"saw_{number}() {{ {step.saw}; }}")
    if back := tuple(_back(step)):
        functions.append(_function(f"undo_{number}", back))
    return "\n\n".join(functions)


def _function(name: str, lines: Sequence[str]) -> str:
    return "\n".join((f"{name}() {{", *(f"    {line}" for line in lines), "}"))


def _back(step: ScriptStep) -> Iterator[str]:
    for path in (*step.moves, *reversed((*step.edits, *step.makes))):
        yield f"give_back {shlex.quote(path)} || failed {shlex.quote(path)}"
    for line in step.undo:
        whole = f"{{ {line}; }}" if _SEVERAL.search(line) else line
        # What the shell would fill in is no name for it.
        yield f"{whole} || failed {shlex.quote(line if '$' not in line else line.split()[0])}"


def _checks(steps: Sequence[ScriptStep], told: Told) -> Iterator[str]:
    """All of it before the first change."""
    tools = dict.fromkeys(tool for step in steps for line in step.commands if (tool := _tool(line)))
    if tools:
        yield f"    needs {' '.join(tools)}"
    for number, step in enumerate(steps, 1):
        if step.saw:
            words = _quoted(told.say("not-as-seen"))
            sentence = _quoted(told.steps[number - 1])
            yield f"    saw_{number} || noted begun {number} || stop {words} {sentence}"


def _tool(line: str) -> str:
    """The program that a line begins with; empty where the shell itself does it."""
    word = line.split(maxsplit=1)[0]
    return word if _TOOL.fullmatch(word) and word not in _OF_THE_SHELL else ""


def _does(number: int, steps: Sequence[ScriptStep], told: Told) -> str:
    step = steps[number - 1]
    sentence = _quoted(f"{number}/{len(steps)} {told.steps[number - 1]}")
    run = f"begin {number}\n    do_{number}\n    end {number}"
    said = f"    say {sentence}"
    earlier = any(each.saw for each in steps[: number - 1])
    # Twice is not done twice: nothing is restarted for a file that is as it should be.
    idle = f"! saw_{number}" if step.saw else '[ -z "$changed" ]' if step.units and earlier else ""
    if not idle:
        return f"{said}\n    {run}"
    indented = run.replace("\n    ", "\n        ")
    return (
        f"{said}\n    if noted finished {number} && {idle}; then\n"
        f"        say {_quoted(told.say('already'))}\n    else\n        {indented}\n    fi"
    )


def _undoes(number: int, step: ScriptStep, told: Told) -> str:
    sentence = _quoted(f"{told.say('undo-of')}{told.steps[number - 1]}")
    back = f"undo_{number}" if any(_back(step)) else f"say {_quoted(told.say('no-undo'))}"
    return f"    if noted begun {number}; then\n        say {sentence}\n        {back}\n    fi"


def _where(script: HostScript, told: Told) -> str:
    if script.node is None:
        return ""
    words = _quoted(told.say("another-host"))
    return f'is_the_node || [ "${{FORCE:-}}" = 1 ] || stop {words}"$(uname -n)"'


def _literal(text: str) -> str:
    """Always in quotes: a name such as node-1 looks like arithmetic to shellcheck."""
    return "'" + text.replace("'", "'\"'\"'") + "'"


def _quoted(words: str) -> str:
    """Words as the shell takes them literally, and as people can read them."""
    plain = words.replace("`", "")
    return f'"{plain}"' if "'" in plain and not _SPECIAL.search(plain) else shlex.quote(plain)
