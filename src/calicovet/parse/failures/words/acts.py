"""Vocabulary of acts: what the speaker was doing."""

import re
from functools import cache

from calicovet.model.failures.act import Act
from calicovet.model.failures.thing import Thing, ThingClass

_VERBS: tuple[tuple[Act, str], ...] = (
    (
        Act.CONNECT,
        "connect|connecting|dial|dialing|reach|contact|contacting|access|talk|communicate",
    ),
    (Act.LISTEN, "listen|bind|serve|binding|listening"),
    (Act.RESOLVE, "resolve|lookup|resolving"),
    (Act.AUTHENTICATE, "authenticate|authenticating|authorize|verify|verifying"),
    (Act.LIST, "list|listing|enumerate"),
    (Act.WATCH, "watch|watching"),
    (
        Act.CREATE,
        "create|creating|make|mkdir|register|initialize|initialise|initializing|init|build|building|generate|generating|new",
    ),
    (
        Act.WRITE,
        "write|writing|update|updating|set|setting|patch|patching|apply|applying|store|put|save|ensure|annotate|remount",
    ),
    (Act.DELETE, "delete|deleting|remove|removing|destroy|clean|cleanup|clear|flush|teardown|tear"),
    (Act.COPY, "copy|copying|rename|move"),
    (Act.MOUNT, "mount|mounting|unmount"),
    (
        Act.PARSE,
        "deserialize|deserialise|parse|parsing|validate|validating|decode|unmarshal|convert",
    ),
    (Act.RENDER, "render|template"),
    (Act.RUN, "run|running|execute|executing|exec|invoke|call|calling"),
    (Act.START, "start|starting|restart|restarting|launch|boot"),
    (Act.STOP, "stop|stopping|kill|killing|terminate|shutdown"),
    (Act.PULL, "pull|pulling|download|fetching image"),
    (Act.UNPACK, "unpack|extract|apply layer|unpacking"),
    (Act.SCHEDULE, "schedule|scheduling|place|fit"),
    (Act.RESTORE, "program|programming|restore|resync ipsets|write iptables"),
    (Act.LOAD, "load|loading|insert|modprobe"),
    (Act.ATTACH, "attach|attaching"),
    (Act.ALLOCATE, "allocate|allocating|assign|autoassign|assigning|reserve|request"),
    (Act.RELEASE, "release|releasing"),
    (Act.DETECT, "detect|autodetect|auto-detect|determine|discover|find|discovery"),
    (Act.MIGRATE, "migrate|migrating|upgrade"),
    (Act.INSTALL, "install|installing"),
    (Act.SYNC, "sync|syncing|reconcile|resync"),
    (Act.LOCK, "lock|acquire|obtain"),
    (
        Act.CONFIGURE,
        "configure|configuring|setup|setting up|set up|add|adding|enable|disable|bring",
    ),
    (Act.WAIT, "wait|waiting"),
    (
        Act.READ,
        "get|getting|read|reading|query|querying|fetch|fetching|open|opening|stat|retrieve|look|inspect|check|checking|receive",
    ),
)
_HEADS = r"fail(?:ed|ure|s|ing)?(?: to| in)?|unable to|could ?n.t|could not|cannot|can.t|not able to|error(?: in| while| when| trying to| accessing)?|trying to"
_CHINESE: tuple[tuple[Act, str], ...] = (
    (Act.PULL, "拉取|拉不(?:下来|到|了)|下载"),
    (Act.CONNECT, "连接|连不上|访问|ping"),
    (Act.RESOLVE, "解析"),
    (Act.MOUNT, "挂载"),
    (Act.CREATE, "创建"),
    (Act.START, "启动"),
    (Act.LISTEN, "监听"),
    (Act.SCHEDULE, "调度"),
    (Act.ALLOCATE, "分配"),
    (Act.WRITE, "写入|写不"),
    (Act.LOAD, "加载"),
    (Act.RUN, "执行|运行"),
)
_NOUNS: tuple[tuple[Act, str], ...] = (
    (Act.MIGRATE, r"\bmigration of .{1,80}? failed\b|\berror migrating\b|\bmigration failed\b"),
)
"""What a noun says of the act goes before the verbs behind it."""
_BY_WORDS: tuple[tuple[Act, str], ...] = (
    (Act.PULL, r"\bImagePull|\bErrImage"),
    (Act.CONNECT, r"\bdial (?:tcp|udp|unix)\b|\bproxyconnect\b"),
    (Act.LISTEN, r"\blisten (?:tcp|udp|unix)\b|\bbind:"),
    (Act.RESOLVE, r"\blookup [\w.-]+"),
    (
        Act.PROBE,
        r"\bprobe (?:failed|errored)|\b(?:liveness|readiness|startup) probe\b|is not (?:ready|live):",
    ),
    (Act.RUN, r"\bfork/exec\b|\bexec: |\bexec \S+: |exec user process"),
    (Act.CREATE, r"\bmkdir /|is forbidden: .{0,160}? cannot create\b"),
    (Act.MOUNT, r"\bMountVolume|\bmount\("),
    (Act.READ, r"\b(?:open|stat|lstat|read) /|\bGet \W{0,4}https?://"),
    (Act.WRITE, r"\b(?:Post|Put|Patch) \W{0,4}https?://|\bwrite /"),
)


@cache
def _headed() -> re.Pattern[str]:
    verbs = "|".join(verb for _, row in _VERBS for verb in row.split("|"))
    ordered = "|".join(sorted(verbs.split("|"), key=len, reverse=True))
    return re.compile(
        rf"\b(?:{_HEADS})\W{{1,3}}(?:the )?(?:perform (?:an? |initial )?)?(?P<verb>{ordered})\b",
        re.IGNORECASE | re.ASCII,
    )


@cache
def _act_of_verb() -> dict[str, Act]:
    return {verb: act for act, row in _VERBS for verb in row.split("|")}


@cache
def _by_words() -> tuple[tuple[Act, re.Pattern[str]], ...]:
    return tuple((act, re.compile(pattern, re.IGNORECASE | re.ASCII)) for act, pattern in _BY_WORDS)


@cache
def _by_nouns() -> tuple[tuple[Act, re.Pattern[str]], ...]:
    return tuple((act, re.compile(pattern, re.IGNORECASE | re.ASCII)) for act, pattern in _NOUNS)


@cache
def _by_chinese() -> tuple[tuple[Act, re.Pattern[str]], ...]:
    return tuple((act, re.compile(pattern)) for act, pattern in _CHINESE)


def act_in(text: str, thing: Thing) -> Act:
    """The act that the text names; the outermost verb, or what the thing and the words around it imply."""
    if thing.kind is ThingClass.PROGRAM:
        if thing.value.endswith("-restore"):
            return Act.RESTORE
        if thing.value.endswith("-save"):
            return Act.SAVE
    for act, pattern in _by_nouns():
        if pattern.search(text):
            return act
    found = _headed().search(text)
    if found is not None:
        return _act_of_verb()[found["verb"].lower()]
    for act, pattern in _by_words():
        if pattern.search(text):
            return act
    if not text.isascii():
        return next((act for act, pattern in _by_chinese() if pattern.search(text)), Act.UNKNOWN)
    return Act.UNKNOWN
