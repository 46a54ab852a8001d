"""What the title or the first words of a document say that it is."""

import re
from functools import cache

_LONGEST_TITLE = 90
_WORDS_BEFORE = r"^\W{0,6}(?:[\w./'-]{1,24} ){0,4}?"


@cache
def _title() -> re.Pattern[str]:
    return re.compile(
        rf"{_WORDS_BEFORE}(?:run-?book|playbook|sop|cheat ?sheet|handbook|troubleshooting guide)\b(?! (?:did|does|is|was|says|has))"
        r"|\b(?:run-?book|playbook|cheat ?sheet|handbook|(?:how-to|troubleshooting|operations) guide)\W{0,6}$"
        r"|(?:运维|操作|排障|故障处理|应急)(?:手册|指南|预案)|(?:排查|操作|使用)指南"
        rf"|^\W{{0,6}}(?:rfc|adr|kep)[ -]?#?\d{{1,5}}\b|{_WORDS_BEFORE}(?:design|architecture) (?:doc|document|proposal|decision)s?\b"
        r"|^\W{0,6}(?:chapter|lesson|lecture|exercise|lab) \d{1,3}\b|^\W{0,6}(?:课程)?第 ?[\d一二三四五六七八九十]{1,3} ?[章讲课节]"
        rf"|{_WORDS_BEFORE}(?:(?:interview|exam|practice|quiz|mock) questions?|homework|quiz)\b|\bfrequently asked questions\b"
        rf"|{_WORDS_BEFORE}faqs?\W{{0,6}}$|\bfaqs?(?: [-–—|:]| of\b)|\bbest practices\b"
        rf"|{_WORDS_BEFORE}(?:digest|newsletter|round-?up)\b|^\W{{0,6}}(?:monthly|weekly|daily|quarterly|sla|availability) (?:\w{{1,16}} ){{0,2}}report\b"
        r"|面试|常见(?:问题|报错|错误)(?:汇总|总结|整理|及|与|$)|最佳实践|(?:设计|方案)文档|技术方案|原理(?:分析|详解|解析|介绍)|速查|对照表|一览表|真题|模拟题|练习题|(?:周|月|日|季)报\W{0,3}$|培训|教程",
        re.IGNORECASE,
    )


@cache
def _change() -> re.Pattern[str]:
    return re.compile(
        r"^\W{0,6}this (?:pr|pull request|mr|merge request|patch set)\b|^\W{0,6}(?:本次提交|本 ?(?:pr|mr)|本补丁)",
        re.IGNORECASE,
    )


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(
        r"^\W{0,6}(?:sure|certainly|of course|great question|absolutely)\b[!,.]|\bhere(?:'s| is| are) (?:how|a (?:step|guide|checklist|list)|some|the steps)\b"
        r"|^\W{0,6}this (?:article|post|guide|page|document|chapter|section|tutorial|tool|script|policy)\b"
        r"|^(?:本文|本篇|本章|本节)",
        re.IGNORECASE,
    )


def proposes_a_change(text: str) -> bool:
    """Whether a paragraph begins as the description of a change to a program does."""
    return _change().search(text[:200]) is not None


def is_documents_title(text: str) -> bool:
    """Whether a heading says that what follows instructs or explains: a runbook, a design, a list of questions."""
    return _title().search(text[:200]) is not None


def opens_a_document(text: str) -> bool:
    """Whether a paragraph begins as articles, answers and change requests do."""
    return _opening().search(text[:200]) is not None


def may_be_title(text: str) -> bool:
    """Whether the first line of a text without Markdown may be its title: it is short and ends no sentence."""
    text = text.strip()
    return 0 < len(text) <= _LONGEST_TITLE and text[-1] not in ".;,!。；，！?？"
