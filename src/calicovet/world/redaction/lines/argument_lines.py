"""Redacts options whose value is on a separate line."""

from calicovet.world.redaction.arguments import PROGRAMS, arguments_in_list
from calicovet.world.redaction.plain_line import head_of
from calicovet.world.redaction.secret_names import is_secret_argument

_FARTHEST = 40
"""Lines of one list of arguments."""
_LONGEST_OPTION = 120


def is_program_or_option(text: str) -> bool:
    return text in PROGRAMS or is_secret_argument(text)


def hide_arguments(lines: list[str], place: int) -> None:
    """Options and their values, an item of a list to a line."""
    words = lines[place][-_LONGEST_OPTION:].rstrip("\"', \t\r\\").split()
    bare = words[-1].strip("\"'") if words else ""
    if not bare or not is_program_or_option(bare):
        return
    line = lines[place]
    start = line.rindex(bare)
    head = line[:start]
    items = [bare]
    for at in range(place + 1, min(place + _FARTHEST, len(lines))):
        item = lines[at][start:]
        if not item.strip() or head_of(lines[at], start) != head_of(line, start):
            break
        if item[0].isspace() or item[0] == "<" or (" " in item.strip() and not head.strip()):
            break
        items.append(item.strip("\"', \t\r"))
        if is_secret_argument(bare):
            break
    if len(items) < 2 or not head:
        return
    for offset, kept in arguments_in_list(items).items():
        at = place + offset
        text = items[offset]
        if text and text in lines[at]:
            begin = lines[at].rindex(text)
            lines[at] = lines[at][:begin] + kept + lines[at][begin + len(text) :]
