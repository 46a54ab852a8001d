"""Release notes and changelogs: what was wrong in an older release, anywhere."""

import re
from collections.abc import Sequence
from functools import cache

from calicovet.parse.text.prose import is_heading, is_list_item

_FEWEST = 2


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        "title": re.compile(
            r"^\W{0,6}(?:[\w.-]{1,30} ){0,4}?(?:release ?notes?|change ?log|changes|what.s (?:new|changed))\b"
            r"|^\W{0,6}(?:[\w-]{1,20} )?\[?v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?:-[\w.]{1,12})?\]?(?:\W{1,5}[\d/-]{8,10}|\W{0,6}$)"
            r"|(?:版本|发布|更新|升级|变更)(?:发布)?(?:说明|日志|记录|公告)",
            re.IGNORECASE,
        ),
        "commit": re.compile(r"^[*|\\/ ]{0,8}[0-9a-f]{7,40} (?:\([^)]{1,80}\) )?\w"),
        "section": re.compile(
            r"^\W{0,6}(?:bug ?fixes|fix(?:es|ed)|added|changed|removed|deprecated|security|known issues|new features|features|enhancements?|improvements?|other changes|breaking changes"
            r"|(?:问题|缺陷|漏洞|bug) ?修复|修复(?:的)?(?:问题|缺陷|bug)|新(?:增)?(?:特性|功能)|功能(?:优化|增强)|优化|已知问题|变更)\W{0,6}$",
            re.IGNORECASE,
        ),
        "change": re.compile(
            r"^\W{0,8}(?:[\w/.-]{1,30}(?:\([\w/.-]{1,30}\))?!?: {0,2})?(?:fix(?:e[sd])?|add(?:s|ed)?|bump(?:s|ed)?|remove[sd]?|update[sd]?|upgrade[sd]?|improve[sd]?"
            r"|support(?:s|ed)?|revert(?:s|ed)?|deprecate[sd]?|allow(?:s|ed)?|no longer|handle[sd]?|prevent(?:s|ed)?|avoid(?:s|ed)?|retry|use[sd]?|set|change[sd]?|make|enable[sd]?)\b"
            r"|^\W{0,8}(?:修复|修正|新增|增加|优化|支持|升级|移除|调整|解决|更新|废弃)"
            r"|#\d{2,6}\)?(?: \(?@[\w-]{1,40}\)?)?\W{0,3}$",
            re.IGNORECASE,
        ),
    }


def is_change_list(lines: Sequence[str]) -> bool:
    """Whether the text lists the changes of a release, and hardly anything else."""
    patterns = _patterns()
    texts = [line[:300] for line in lines if line.strip()]
    if not texts:
        return False
    if len(texts) >= _FEWEST and all(patterns["commit"].match(text) for text in texts):
        return True
    entries = [text for text in texts if is_list_item(text)]
    named = patterns["title"].search(texts[0]) is not None
    sections = [text for text in texts if patterns["section"].match(text)]
    headings = sum(1 for text in texts if is_heading(text) and text not in sections)
    changes = sum(1 for text in entries if patterns["change"].search(text))
    if len(entries) < _FEWEST or not (named or len(sections) >= _FEWEST):
        return False
    listed = len(entries) + len(sections) + headings
    return listed * 3 >= len(texts) * 2 and (changes * 2 >= len(entries) or len(sections) > 0)
