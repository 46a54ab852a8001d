"""Parts of a text that list what may happen: known issues, common pitfalls, risks."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from calicovet.parse.text.blocks import Item, Prose
from calicovet.parse.text.prose import is_list_item

_BOLD = 7
"""The level of a heading without number signs: below all others."""
_LONGEST_LABEL = 60


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        "heading": re.compile(
            r"^\W{0,8}(?:\d{1,2}[.、)] ?)?(?:(?:common|typical|known|frequent) (?:[\w-]{1,16} ){0,2}(?:issues?|problems?|errors?|pitfalls?|failures?|mistakes?|limitations?)|pitfalls|gotchas|limitations|caveats|risks?(?: and mitigations?)?"
            r"|bug ?fixes|what may go wrong|已知(?:问题|缺陷|限制)|常见(?:的)?(?:坑|问题|错误|报错|故障|误区)|踩坑提示|风险(?:评估|点|与对策)?|问题修复)\W{0,8}$",
            re.IGNORECASE,
        ),
        "label": re.compile(
            r"\b(?:common|typical|possible|usual|frequent|potential)(?:ly)? (?:[\w-]{1,16} ){0,3}(?:reason|cause|error|failure|fault|problem|issue|pitfall|mistake|message)s?\b"
            r"|(?:常见|可能|典型)的?(?:坑|原因|故障|问题|报错|错误|情况|误区)",
            re.IGNORECASE,
        ),
        "level": re.compile(r"^\s{0,3}(?P<signs>#{1,6})"),
    }


def without_supposed(items: Sequence[Item]) -> list[Item]:
    """The items without the sections and lists that name what may happen anywhere."""
    return list(_kept(items))


def _kept(items: Sequence[Item]) -> Iterator[Item]:
    section = 0
    """The level of the heading of a section that is left out; 0: none is."""
    in_list = False
    for item in items:
        if isinstance(item, Prose) and item.heading:
            level = _level(item.text)
            in_list = False
            if section and level > section:
                continue
            section = level if _patterns()["heading"].match(item.text[:200]) else 0
        elif section:
            continue
        elif isinstance(item, Prose):
            if in_list and is_list_item(item.lines[0].text):
                continue
            in_list = _announces(item.text)
        else:
            in_list = False
        yield item


def _level(text: str) -> int:
    found = _patterns()["level"].match(text[:20])
    return len(found["signs"]) if found else _BOLD


def _announces(text: str) -> bool:
    """Whether a line announces a list of what may be, and is no request for help."""
    tail = text.strip()[-_LONGEST_LABEL:]
    return tail.endswith((":", "：")) and _patterns()["label"].search(tail) is not None
