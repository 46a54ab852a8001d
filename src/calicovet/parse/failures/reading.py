"""A line to the failure that it states: how, which thing, which act."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.failures.shared import CALICOS_KINDS
from calicovet.model.failures.thing import NO_THING, Thing, ThingClass
from calicovet.model.provenance import Speaker
from calicovet.parse.failures.endpoints import Reached, servers_in
from calicovet.parse.failures.fitting import FITTING, FITTING_IN_PROSE, GOALS, SERVERS, UNNAMED
from calicovet.parse.failures.nearest import HowMatch, ThingMatch, fitting_thing, nearest, sharpened
from calicovet.parse.failures.path_roles import path_pattern, path_thing
from calicovet.parse.failures.plain_words import (
    can_be_meant,
    denial,
    hows_in_prose,
    names_a_log,
    negation,
    prose_hows,
    prose_things,
    things_in_prose,
)
from calicovet.parse.failures.vocabulary_row import HowRow, Table, ThingRow, Weight
from calicovet.parse.failures.words import (
    how_api,
    how_chinese,
    how_connections,
    how_host,
    how_kernel,
    how_objects,
    how_processes,
    things_chinese,
    things_cluster,
    things_host,
)
from calicovet.parse.failures.words.acts import act_in
from calicovet.parse.logs.log_line import unescape
from calicovet.parse.messages.index import words_of
from calicovet.parse.messages.log_origin import CONTAINER_OF

_LONGEST = 4_000
_QUIET = ("DEBUG", "INFO", "TRACE")
_ERRORS = ("ERROR", "FATAL", "PANIC")
_HOWS = Table(
    (
        *(*how_connections.HOWS, *how_api.HOWS, *how_processes.HOWS, *how_kernel.HOWS),
        *(*how_objects.HOWS, *how_host.HOWS, *how_kernel.HEADS),
    )
)
_THINGS = Table((*things_cluster.ROWS, *things_host.ROWS))
_LISTENED = (How.ADDRESS_IN_USE, How.CANNOT_ASSIGN)
_IN_THE_DATASTORE = frozenset({*CALICOS_KINDS, "nodes"})
_RPC_SERVER = {
    by: Thing(ThingClass.RUNTIME)
    for by in (Speaker.KUBELET, Speaker.RUNTIME, Speaker.UNKNOWN, Speaker.PERSON, Speaker.STRANGER)
}
"""Who answers the gRPC calls of a program that names no server: to Calico's own it is etcd."""

_BESIDE_MANY_FAILURES = frozenset(
    {ThingClass.ADDRESS, ThingClass.POOL, ThingClass.NODE, ThingClass.POD, ThingClass.CONFIG}
)
"""What people name beside whatever failed: `cannot reach pods by their IP addresses`."""


def failure_words() -> frozenset[str]:
    """The words of which a line of letters holds one if it can state a failure."""
    return _HOWS.triggers


def can_state_failure(words: Iterable[str]) -> bool:
    """Whether a line of these words can state a failure."""
    return _HOWS.can_match(words)


def words_of_failures() -> frozenset[str]:
    """All words by which the rows for ways of failing are found."""
    return frozenset(word for row in _HOWS.rows for words in row.words for word in words.needs)


def names_how(line: str) -> bool:
    """Whether the line holds words of a way of failing; its speaker and its thing do not matter."""
    return any(_hows_in(clean(line), Speaker.UNKNOWN))


def rows() -> Iterator[HowRow | ThingRow]:
    """The rows that are found by the words of a line."""
    yield from _HOWS.rows
    yield from _THINGS.rows


def vocabulary() -> Iterator[re.Pattern[str]]:
    """The patterns of all rows."""
    yield from (compiled(row.pattern) for row in rows())
    yield from (pattern for _, pattern in _chinese_hows())
    yield from (pattern for _, _, pattern in _chinese_things())
    yield from (pattern for _, pattern in prose_hows())
    yield from (pattern for _, _, pattern in prose_things())


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of the vocabularies; texts are searched with single blanks."""
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


@cache
def _chinese_hows() -> tuple[tuple[How, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(pattern)) for kind, pattern in how_chinese.HOWS)


@cache
def _chinese_things() -> tuple[tuple[ThingClass, str, re.Pattern[str]], ...]:
    return tuple(
        (kind, value, re.compile(pattern)) for kind, value, pattern in things_chinese.CHINESE
    )


@cache
def _chinese() -> re.Pattern[str]:
    return re.compile("[\u4e00-\u9fff]")


@cache
def _noise() -> re.Pattern[str]:
    """What holds a word of failure and states none: empty fields, counts of zero, names."""
    return re.compile(
        r"\b(?:err|error|errors|lastErr\w*)\W{0,2}[=:]\W{0,2}(?:<nil>|nil\b|null\b|none\b|\"\"|''|0\b)"
        r"|\b(?:0|no|without|zero|any) (?:\w+ )?(?:errors?|failures?)\b|\b(?:errors?|failures?|failed)[:=] ?0\b"
        r"|\bError from server \(BadRequest\): container .{1,200}? is waiting to start: (?:Pod|Container)\w+|\bunable to retrieve container logs for \S+"
        r"|\bPLEG is not healthy: pleg was last seen active 2562047h\S{0,40}"
        # An older service lacks one method; who asks for it falls back.
        r"|\b(?:\w{1,60} from \w{1,20} service failed\W{1,8}err\W{1,4})?rpc error: code = Unimplemented desc = unknown method \w{1,60}(?: for service [\w.]{1,80})?"
        # Figures of a container that is new or gone.
        r"|\bPartial failure issuing cadvisor\.\w{1,40}\W{1,4}err\W{1,4}partial failures:|\bRecentStats: unable to find data in memory cache"
        r"|\bon-?(?:error|failure)\b|\bfailure(?:Policy|Threshold)\b|\b(?:error|failed)[-_ ](?:count|total|log|level|backoff)s?\b",
        re.IGNORECASE | re.ASCII,
    )


@cache
def _glued() -> re.Pattern[str]:
    """Another line's time stamp behind a value: what follows is not this line's."""
    return re.compile(
        r"(?<=[a-z0-9)])(?=\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)|(?<=[a-z\"')])(?=[IWEF]\d{4} \d\d:\d\d:\d\d\.\d)"
    )


def clean(text: str) -> str:
    """The text with single blanks, without escapes, and without what only looks like a failure."""
    text = " ".join(unescape(text[:_LONGEST]).split())
    glued = _glued().search(text, 12)
    if glued is not None:
        text = text[: glued.start()]
    return _noise().sub(" ", text)


def read_failure(line: str, by: Speaker = Speaker.UNKNOWN, level: str = "") -> Failure | None:
    """The failure that a line states; None where it states none."""
    found = _read(clean(line), by, level)
    return found[0] if found is not None else None


def failing_words(line: str, failure: Failure) -> str:
    """The words of the line that say how it failed; empty where others of the same meaning do."""
    text = clean(line)
    hows = [each for each in _hows_in(text, failure.by) if each.how is failure.how]
    if not hows:
        return ""
    said = max(hows, key=lambda found: (found.weight, found.start, found.end))
    return text[said.start : said.end].strip(" :,.;")


def described_failures(text: str) -> Iterator[Failure]:
    """All that a person's sentence states, not only what stands last: a loaded node, and a probe that times out."""
    text = clean(text)
    hows = list(_hows_in(text, Speaker.PERSON))
    found = [each for each in _things_in(text, Speaker.PERSON) if not names_a_log(each, text)]
    for each in hows:
        if each.prose and can_be_meant(each, hows, found):
            thing = fitting_thing(each, found, FITTING_IN_PROSE)
            if thing is not None:
                yield Failure(by=Speaker.PERSON, thing=thing, how=each.how)


def read_wrapped(
    line: str, after: str, by: Speaker = Speaker.UNKNOWN, level: str = ""
) -> tuple[Failure, bool] | None:
    """The same for a line that may go on in the next one, and whether it does."""
    text = clean(line)
    alone = _read(text, by, level)
    if after and (alone is None or alone[1] < Weight.REASON):
        # Mails wrap at a blank, terminals wherever the line is full.
        for join in (f"{line} {after}", line.rstrip() + after):
            both = _read(clean(join), by, level)
            if both is not None and both[1] >= Weight.REASON:
                return both[0], True
    return (alone[0], False) if alone is not None else None


def _read(text: str, by: Speaker, level: str) -> tuple[Failure, Weight] | None:
    """The failure, and how much the text says of its reason."""
    hows = list(_hows_in(text, by))
    if not hows:
        return None
    hows.sort(key=lambda found: (found.weight, found.start, found.end))
    chosen = hows[-1]
    heads = [found.start for found in hows if found.weight is Weight.HEAD]
    # A program that works reports at these levels; only a failure that it calls one counts.
    if level in _QUIET and not (heads and chosen.weight >= Weight.REASON):
        return None
    found = sorted(_things_in(text, by), key=lambda each: each.start)
    if by is Speaker.PERSON:
        found = [each for each in found if not names_a_log(each, text)]
        hows = [each for each in hows if can_be_meant(each, hows, found)]
        if not hows:
            return None
        chosen = hows[-1]
        described = fitting_thing(chosen, found, FITTING_IN_PROSE)
        if described is not None:
            return Failure(by=by, thing=described, how=chosen.how), chosen.weight
    thing = _thing_at(chosen, found, text, by)
    if chosen.weight is Weight.HEAD and not _is_enough(thing, by, level):
        return None
    failure = Failure(
        by=by,
        doing=act_in(text, thing),
        thing=thing,
        goal=_goal(found, thing, min(heads, default=0)),
        how=chosen.how,
        value="" if chosen.how is How.NOT_RESOLVED else chosen.value.lower(),
    )
    return failure, chosen.weight


def _is_enough(thing: Thing, by: Speaker, level: str) -> bool:
    """Whether "it failed" with this thing states a failure: a program that calls it an error needs no thing."""
    if not thing.kind:
        return level in _ERRORS and by in CONTAINER_OF
    return by is not Speaker.PERSON or thing.kind not in _BESIDE_MANY_FAILURES


def _hows_in(text: str, by: Speaker) -> Iterator[HowMatch]:
    if by is Speaker.PERSON:
        yield from hows_in_prose(text)
    for row in _HOWS.rows_for(frozenset(words_of(text))):
        for match in compiled(row.pattern).finditer(text):
            if negation().search(text, max(0, match.start() - 24), match.start()):
                continue
            value = match.groupdict().get("v") or ""
            yield HowMatch(row.how, row.weight, match.start(), match.end(), value)
    if text.isascii() or not _chinese().search(text):
        return
    for how, pattern in _chinese_hows():
        for match in pattern.finditer(text):
            before = negation().search(text, max(0, match.start() - 8), match.start())
            if before is None and not denial().search(match[0]):
                yield HowMatch(how, Weight.REASON, match.start(), match.end(), "")
    head = re.search(how_chinese.HEAD, text)
    if head is not None:
        yield HowMatch(How.FAILED, Weight.HEAD, head.start(), head.end(), "")


def _things_in(text: str, by: Speaker) -> Iterator[ThingMatch]:
    yield from _servers(text, by)
    for found in path_pattern().finditer(text):
        if not text[: found.start()].endswith(("http:/", "https:/", "unix:/")):
            yield ThingMatch(path_thing(found[0]), found.start(), found.end())
    for row in _THINGS.rows_for(frozenset(words_of(text))):
        for match in compiled(row.pattern).finditer(text):
            thing = _thing_of(row, match)
            if thing is not None:
                yield ThingMatch(thing, match.start(), match.end())
    if not text.isascii():
        for kind, value, pattern in _chinese_things():
            for match in pattern.finditer(text):
                yield ThingMatch(Thing(kind, value, match[0]), match.start(), match.end())
    if by is Speaker.PERSON:
        yield from things_in_prose(text)


def _thing_of(row: ThingRow, match: re.Match[str]) -> Thing | None:
    if row.make is not None:
        return row.make(match)
    value = row.value or (match.groupdict().get("v") or "").lower()
    return Thing(row.kind, value, match[0])


_PULLED = r"\bpull|resolve reference|sandbox image|registry|manifest|\bimage\b|镜像"


def _servers(text: str, by: Speaker) -> Iterator[ThingMatch]:
    """The servers, each by what it serves in this line: a registry and a webhook use the API's ports, too."""
    reached = list(servers_in(text, by))
    context = _context(text, reached)
    for each in reached:
        thing = each.thing
        if context is not None and thing.kind in (
            ThingClass.API_SERVER,
            ThingClass.PORT,
            ThingClass.PEER,
        ):
            role = thing.value if context is ThingClass.API_SERVER and thing.kind is context else ""
            if context is not ThingClass.API_SERVER or each.dialled:
                thing = Thing(context, role, thing.text)
        yield ThingMatch(thing, each.start, each.end)


def _context(text: str, reached: Sequence[Reached]) -> ThingClass | None:
    """What the request is about, where the line says so; its address then belongs to that."""
    if "proxyconnect" in text:
        return ThingClass.PROXY
    kinds = {each.thing.kind for each in reached}
    if ThingClass.METADATA_SERVICE in kinds:
        return ThingClass.METADATA_SERVICE
    if "webhook" in text.lower():
        return ThingClass.WEBHOOK
    if ThingClass.REGISTRY in kinds or compiled(_PULLED).search(text):
        return ThingClass.REGISTRY
    by_url = any(each.thing.kind is ThingClass.API_SERVER and not each.dialled for each in reached)
    return ThingClass.API_SERVER if by_url else None


def _thing_at(chosen: HowMatch, found: Sequence[ThingMatch], text: str, by: Speaker) -> Thing:
    """The next thing of a class that can fail so; else the next of any class."""
    if chosen.how in _LISTENED:
        listened = _listened(found, text, by)
        if listened is not None:
            return listened
    tiers = FITTING.get(chosen.how, ())
    fitting = fitting_thing(chosen, found, FITTING)
    if fitting is not None:
        return fitting
    if chosen.how in UNNAMED:
        return UNNAMED[chosen.how]
    # What failed is where the failure is told from, if the program itself broke.
    if chosen.how is How.PANIC and by not in (Speaker.UNKNOWN, Speaker.PERSON, Speaker.STRANGER):
        return Thing(ThingClass.PROGRAM, by.value)
    if tiers and tiers[0] <= SERVERS:
        if "rpc error: code" in text and not any(
            each.thing.kind is ThingClass.IMAGE for each in found
        ):
            return _RPC_SERVER.get(by, Thing(ThingClass.ETCD))
        found = [each for each in found if each.thing.kind in GOALS]
        if _is_an_answer_of_the_datastore(chosen, found, by):
            return Thing(ThingClass.DATASTORE)
    other = nearest(chosen, found)
    return sharpened(other.thing, chosen, found) if other is not None else NO_THING


def _is_an_answer_of_the_datastore(
    chosen: HowMatch, found: Sequence[ThingMatch], by: Speaker
) -> bool:
    """Whether one of Calico's programs asked the datastore, though the line names no server: it names an object."""
    if by not in CONTAINER_OF:
        return False
    return chosen.how is How.SERVER_ERROR or any(
        each.thing.kind is ThingClass.RESOURCE and each.thing.value in _IN_THE_DATASTORE
        for each in found
    )


def _listened(found: Sequence[ThingMatch], text: str, by: Speaker) -> Thing | None:
    """The port that a program wants to listen on, or the server at an address that the host lacks."""
    dialled = [each.thing for each in servers_in(text, by) if each.dialled]
    if dialled and "listen" not in text:
        return dialled[-1]
    for each in found:
        if each.thing.kind in SERVERS and re.search(r":\d+$|^\d+$", each.thing.text):
            host, _, port = each.thing.text.rpartition(":")
            return Thing(ThingClass.PORT, port, each.thing.text if host else port)
    bare = _bare_port().search(text)
    if bare is not None:
        return Thing(ThingClass.PORT, bare["port"], bare[0])
    if by is Speaker.BIRD or "BGP" in text or "birdc" in text or "listening socket" in text.lower():
        return Thing(ThingClass.PORT, "179")
    return None


@cache
def _bare_port() -> re.Pattern[str]:
    """A port as people write it: behind an address, or beside the word."""
    return re.compile(
        r"(?:\d{1,3}(?:\.\d{1,3}){3}|localhost|\]|\*|listens on |listening on )[: ]?(?P<port>\d{2,5})(?!\d)",
        re.ASCII,
    )


def _goal(found: Sequence[ThingMatch], thing: Thing, head: int) -> Thing:
    """What the outer verb is about, where that is another thing."""
    others = [
        each for each in found if each.thing.kind in GOALS and each.thing.kind is not thing.kind
    ]
    behind = [each for each in others if each.start >= head]
    return next((each.thing for each in behind or others), NO_THING)
