"""The same incident as other people would paste it."""

import re
from collections.abc import Mapping
from typing import Protocol

from tests.support.blocks import Block, join_blocks, split_blocks


class Vary(Protocol):
    def __call__(self, text: str, /) -> str: ...


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def code_by_four_spaces(text: str) -> str:
    return join_blocks(split_blocks(text), indent="    ")


def code_by_tab(text: str) -> str:
    return join_blocks(split_blocks(text), indent="\t")


def quoted(text: str) -> str:
    return "".join(f"> {line}" for line in text.splitlines(keepends=True))


def trailing_spaces(text: str) -> str:
    return text.replace("\n", "   \n")


_TABLE_HEAD = re.compile(r"NAME +READY +STATUS")


def table_columns_by_tabs(text: str) -> str:
    """As a table comes out of a web page: one tab between columns."""
    lines, within = [], False
    for line in text.splitlines():
        within = bool(_TABLE_HEAD.match(line)) or (
            within and re.match(r"\S+ +\d+/\d+ ", line) is not None
        )
        lines.append(re.sub(r" {2,}", "\t", line) if within else line)
    return "\n".join(lines) + "\n"


def other_order(text: str) -> str:
    """The title first, then the blocks from the last to the first, each with the prose before it."""
    first, *rest = split_blocks(text)
    title, prose = first.prose[:1], first.prose[1:]
    return join_blocks((Block((*title, ""), ()), *reversed(rest), Block(prose, first.code)))


def chinese_frame(text: str) -> str:
    return (
        "# 求助：集群里有节点的 calico-node 起不来\n\n"
        "大家好，最近遇到下面这个问题，重启也没有用，先把现场贴出来。\n\n"
        f"{text}\n"
        "以上就是目前能收集到的全部信息，麻烦各位帮忙看看，谢谢！\n"
    )


def smart_quotes_in_prose(text: str) -> str:
    return join_blocks(
        tuple(Block(tuple(map(_smart, block.prose)), block.code) for block in split_blocks(text))
    )


def _smart(line: str) -> str:
    return re.sub(r'"([^"]*)"', "“\\1”", line).replace("'", "’")


def renamed(text: str, nodes: Mapping[str, str]) -> str:
    """Other nodes and other calico-node pods, everywhere the same, names as long as before."""
    for old, new in nodes.items():
        text = text.replace(old, new)
    return re.sub(
        r"(calico-node-)([a-z0-9]{5})(?![-\w])", lambda found: found[1] + _turned(found[2]), text
    )


# The letters and digits that Kubernetes itself uses for the ends of pod names.
_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
_TURNED = str.maketrans(_ALPHABET, _ALPHABET[7:] + _ALPHABET[:7])


def _turned(suffix: str) -> str:
    return suffix.translate(_TURNED)


def prose_stripped(text: str) -> str:
    return join_blocks(tuple(Block((), block.code) for block in split_blocks(text)))


# A prompt with host name, a bare dollar or hash; the command itself stays.
_PROMPT = re.compile(r"^(?:\[?[\w.-]+@[\w.-]+[^$#\n]*[$#]|[$#]) ?", re.MULTILINE)


def prompts_stripped(text: str) -> str:
    return join_blocks(
        tuple(
            Block(block.prose, tuple(_PROMPT.sub("", line) for line in block.code))
            for block in split_blocks(text)
        )
    )


def without_lines(text: str, decisive: tuple[str, ...]) -> str:
    kept = (line for line in text.splitlines() if not any(part in line for part in decisive))
    return "\n".join(kept) + "\n"


KEEP_ALL_EVIDENCE: tuple[Vary, ...] = (
    crlf,
    code_by_four_spaces,
    code_by_tab,
    quoted,
    trailing_spaces,
    table_columns_by_tabs,
    other_order,
    chinese_frame,
    smart_quotes_in_prose,
)
"""The answer must stay."""

LOSE_ATTRIBUTION: tuple[Vary, ...] = (prose_stripped, prompts_stripped)
"""The verdict may fall; another cause must not rise."""
