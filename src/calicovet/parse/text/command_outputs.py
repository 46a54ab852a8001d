"""Cuts a code block at its prompts into commands and outputs."""

from collections.abc import Sequence

from calicovet.model.record import record
from calicovet.parse.commands.prompts import host_of_first_row, read_prompt
from calicovet.parse.text.blocks import typed_at
from calicovet.parse.text.cleaning import Line
from calicovet.parse.text.line_kinds import line_looks


@record(kw_only=True)
class Segment:
    """What was typed, on which host, and the lines after it."""

    typed: str = ""
    host: str = ""
    at: int = 0
    """The raw line of the command; 0: there is none."""
    lines: tuple[Line, ...] = ()
    closed: bool = False
    """Whether the next prompt of the same session follows: then an empty output is an answer."""
    mentioned: bool = False
    """Whether the command stands elsewhere, and only may have printed these lines."""

    @property
    def is_empty(self) -> bool:
        return not any(line.text.strip() for line in self.lines)

    @property
    def has_only_notes(self) -> bool:
        """Whether nothing was printed: what follows the command are a guide's remarks on it."""
        return bool(self.typed) and all(
            line.text.lstrip().startswith("#") for line in self.lines if line.text.strip()
        )


class _Open:
    def __init__(self, typed: str, host: str, at: int, *, prompted: bool = False) -> None:
        self.typed, self.host, self.at = typed, host, at
        self.prompted = prompted
        """Whether a prompt stands before the command; without one, a guide may only name it."""
        self.lines: list[Line] = []

    def close(self, closed: bool) -> Segment:
        while self.lines and not self.lines[-1].text.strip():
            self.lines.pop()
        return Segment(
            typed=self.typed, host=self.host, at=self.at, lines=tuple(self.lines), closed=closed
        )


def segments(lines: Sequence[Line]) -> list[Segment]:
    """The commands of a block, each with its output; what stands before the first has none."""
    found: list[Segment] = []
    session = _is_a_session(lines)
    current = _Open("", "", 0)
    host_above = ""
    continuing = False
    for line in lines:
        text = line.text
        if continuing:
            current.typed = f"{current.typed[:-1].rstrip()} {text.strip()}"
            continuing = text.rstrip().endswith("\\")
            continue
        upper = host_of_first_row(text.strip())
        if upper is not None:
            host_above = upper
            continue
        prompt = _typed(text)
        if prompt is None:
            if text.strip() or current.lines:
                current.lines.append(line)
            continue
        typed, host = prompt
        prompted = read_prompt(_unticked(text)) is not None
        found.append(current.close(session and prompted and current.prompted))
        current = _Open(
            typed,
            host or host_above,
            line.at if typed else 0,
            prompted=prompted or host_above != "",
        )
        host_above = ""
        continuing = typed.endswith("\\")
    found.append(current.close(False))
    return [one for one in found if one.typed or not one.is_empty]


def _is_a_session(lines: Sequence[Line]) -> bool:
    """Whether commands were run here: a prompt names the host, is left empty, or something was printed."""
    for line in lines:
        text = _unticked(line.text)
        if not text.strip() or host_of_first_row(text.strip()) is not None:
            continue
        prompt = read_prompt(text)
        if prompt is not None and (prompt.host or not prompt.typed.strip()):
            return True
        if prompt is None and _typed(line.text) is None and not text.lstrip().startswith("#"):
            return True
    return False


def _typed(text: str) -> tuple[str, str] | None:
    text = _unticked(text)
    if not text or len(text) > 4000:
        return None
    prompt = typed_at(text)
    if prompt is None:
        return None
    if read_prompt(text) is None and (text[0].isspace() or line_looks(text) is not None):
        return None
    return prompt.typed, prompt.host.lower()


def _unticked(text: str) -> str:
    """A line without the single backticks that people put around it."""
    if text.startswith("`") and text.count("`") <= 2:
        return text.strip("`")
    return text
