"""A Markdown text as prose and fenced blocks, and back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """Fenced lines, with the prose that stands before them."""

    prose: tuple[str, ...]
    code: tuple[str, ...]


def split_blocks(text: str) -> tuple[Block, ...]:
    """The text's fenced blocks in order; prose after the last one is a block without code."""
    blocks: list[Block] = []
    prose: list[str] = []
    code: list[str] | None = None
    for line in text.splitlines():
        if line.startswith("```"):
            if code is None:
                code = []
            else:
                blocks.append(Block(tuple(prose), tuple(code)))
                prose, code = [], None
        elif code is None:
            prose.append(line)
        else:
            code.append(line)
    if code is not None or any(prose):
        blocks.append(Block(tuple(prose), tuple(code or ())))
    return tuple(blocks)


def join_blocks(blocks: tuple[Block, ...], *, indent: str | None = None) -> str:
    """Markdown of the blocks; with `indent`, code is indented instead of fenced."""
    lines: list[str] = []
    for block in blocks:
        lines += block.prose
        if not block.code:
            continue
        if lines and lines[-1]:
            lines.append("")
        if indent is None:
            lines += ["```", *block.code, "```", ""]
        else:
            lines += [*(indent + line for line in block.code), ""]
    return "\n".join(lines) + "\n"
