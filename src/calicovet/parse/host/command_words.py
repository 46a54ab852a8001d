"""The command line of a piece, split into commands and words."""

import shlex
from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.parse.host.lines import pattern

_LONGEST = 2_000


def words_of(command: str) -> tuple[str, ...]:
    """The words as the shell would see them; a stray quote leaves plain words."""
    try:
        return tuple(shlex.split(command))
    except ValueError:
        return tuple(command.split())


def commands_of(evidence: Evidence) -> tuple[str, ...]:
    """The commands of the line one after another; each may still be a pipeline."""
    line = evidence.taken_by[:_LONGEST]
    return tuple(part.strip() for part in _split(line, (";", "&&")) if part.strip())


def pipeline_of(command: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _split(command, ("||", "|")))


def _split(line: str, marks: tuple[str, ...]) -> Iterator[str]:
    """Parts between the marks that stand outside quotes."""
    quote, start, at = "", 0, 0
    while at < len(line):
        char = line[at]
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        else:
            mark = next((mark for mark in marks if line.startswith(mark, at)), "")
            if mark:
                yield line[start:at]
                start = at + len(mark)
                at = start
                continue
        at += 1
    yield line[start:]


def grepped(evidence: Evidence) -> tuple[str, ...]:
    """The plain alternatives that the line's only grep looked for; empty where that is not clear."""
    greps = [
        part
        for command in commands_of(evidence)
        for part in pipeline_of(command)
        if pattern(r"(?:sudo\s+)?[ef]?grep\s").match(part)
    ]
    if len(greps) != 1:
        return ()
    return alternatives(greps[0])


def alternatives(grep: str) -> tuple[str, ...]:
    """What a `grep` command looks for, if it is plain words; empty for anything with more to it."""
    words = [word for word in words_of(grep) if word not in ("sudo", "grep", "egrep", "fgrep")]
    wanted: list[str] = []
    operands: list[str] = []
    skip = False
    for place, word in enumerate(words):
        if skip:
            skip = False
        elif word == "-e" and place + 1 < len(words):
            wanted.append(words[place + 1])
            skip = True
        elif word in ("-A", "-B", "-C", "-m"):
            skip = True
        elif word.startswith("-"):
            if "v" in word and not word.startswith("--"):
                return ()
        else:
            operands.append(word)
    if not wanted:
        wanted = operands[:1]
    plain = [one for text in wanted for one in text.replace("\\|", "|").split("|")]
    if not all(pattern(r"\^?[\w./:-]+\$?").fullmatch(one) for one in plain):
        return ()
    return tuple(one.strip("^$") for one in plain)
