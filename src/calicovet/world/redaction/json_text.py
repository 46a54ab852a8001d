"""Redacts JSON inside text by its structure."""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from calicovet.world.redaction.arguments import arguments_in_list
from calicovet.world.redaction.secret_names import Says, says
from calicovet.world.redaction.secret_values import HIDDEN, is_secret

LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
HOLDING_DATA = frozenset({"Secret", "SecretList", "SealedSecret"})
KEPT_OF_A_REFERENCE = frozenset(
    [
        "name",
        "namespace",
        "secretname",
        "key",
        "keys",
        "optional",
        "path",
        "paths",
        "items",
        "mode",
        "defaultmode",
        "kind",
        "apiversion",
        "uid",
        "expirationseconds",
        "tokenexpirationseconds",
        "audience",
        "fieldpath",
        "resourceversion",
        "type",
        "readonly",
        "mountpath",
        "enabled",
        "provider",
        "configmapname",
        "medium",
        "sizelimit",
        "claimname",
        "server",
        "hostpathtype",
        "volumeattributes",
        "driver",
        "creationtimestamp",
        "generation",
        "labels",
        "ownerreferences",
        "metadata",
        "annotations",
        "valuefrom",
    ]
)
"""Fields under a name such as `secret` that tell where one is kept."""
NAMES_OF_PAIRS = ("name", "key", "variable", "path")
VALUES_OF_PAIRS = ("value", "val", "content", "contents", "default")
"""Fields of an item that names something and holds it."""
DATA_OF_SECRETS = ("stringData", "encryptedData")
"""Fields that no object has but those that hold secrets."""
OF_WEB_KEYS = ("k", "d", "p", "q", "dp", "dq", "qi", "oth")
"""The secret parts of a JSON web key."""
_AHEAD = 210
_PLAIN_NUMBER = 3
"""Digits of a count, a port, a mode."""
Redact = Callable[[str], str]
_Edit = tuple[int, int, str]


def says_of_a_pair(named: str) -> Says:
    """What the name of an item says; of a path, its last part."""
    return says(named.rpartition("/")[2])


def value_in_a_pair(words: Sequence[str]) -> bool:
    """Whether a list is a name and its secret."""
    return (
        len(words) == 2
        and re.fullmatch(r"[\w.-]{1,60}", words[0]) is not None
        and says(words[0]) is Says.SURELY
        and is_secret(words[1], Says.SURELY, structured=True)
    )


class _Leaf(NamedTuple):
    start: int
    end: int
    text: str
    is_string: bool


class _Frame:
    """An object or a list that is open."""

    def __init__(self, opened: str, said: Says, first: int) -> None:
        self.is_object = opened == "{"
        self.said = said
        self.first = first
        self.key = ""
        self.at_key = True
        self.fields: dict[str, tuple[int, int]] = {}
        self.begun = first
        self.items: list[int] = []


@cache
def _start() -> re.Pattern[str]:
    return re.compile(r"""[{\[](?=\s{0,200}(?:"|[{\[]\s{0,200}["{]))""")


@cache
def _token() -> re.Pattern[str]:
    return re.compile(
        r"""\s*+(?:(?P<string>"(?:[^"\\\n]|\\.)*+")|(?P<mark>[{}\[\]:,])|(?P<other>[^\s"{}\[\]:,]++))"""
    )


def without_json(lines: list[str], hinted: Sequence[int], redact: Redact) -> None:
    """Hides in place the secrets of every JSON object in which a line has a hint of a name.

    `redact` is what redacts text that stands in a string of it.
    """
    if not hinted:
        return
    with_hint = {place for place in hinted if "{" in lines[place] or "[" in lines[place]}
    starts = [at for at, line in enumerate(lines) if at in with_hint or line[-1:] in ("{", "[")]
    if not starts:
        return
    text = "\n".join(lines)
    begins = [0, *accumulate(len(line) + 1 for line in lines)]
    edits: list[_Edit] = []
    done = 0
    for place in starts:
        if begins[place] + len(lines[place]) <= done:
            continue
        done = _read_all(
            text, max(done, begins[place]), begins[place] + len(lines[place]), redact, edits
        )
    if edits:
        lines[:] = _edited(text, edits).split("\n")


def _read_all(text: str, at: int, end: int, redact: Redact, edits: list[_Edit]) -> int:
    """Reads every object that begins before `end`; where the last one ends."""
    # A few characters behind the end show whether an object begins there.
    while found := _start().search(text, at, end + _AHEAD):
        if found.start() >= end:
            break
        at = max(_Reader(text, redact, edits).read(found.start()), found.end())
    return at


def _edited(text: str, edits: list[_Edit]) -> str:
    kept: list[str] = []
    done = 0
    for start, end, instead in sorted(edits):
        if start >= done:
            kept += (text[done:start], instead)
            done = end
    return "".join(kept) + text[done:]


class _Reader:
    def __init__(self, text: str, redact: Redact, edits: list[_Edit]) -> None:
        self._text = text
        self._redact = redact
        self._edits = edits
        self._leaves: list[_Leaf] = []
        self._hidden: set[int] = set()
        self._frames: list[_Frame] = []

    def read(self, start: int) -> int:
        """Where what is JSON from there ends; what was cut off is read as far as it goes."""
        at = start
        match = _token().match
        while found := match(self._text, at):
            at = found.end()
            if mark := found["mark"]:
                if mark in "{[":
                    self._open(mark)
                elif mark in "}]":
                    if self._frames[-1].is_object != (mark == "}"):
                        break
                    self._close()
                    if not self._frames:
                        break
                elif mark == ",":
                    self._frames[-1].at_key = True
                else:
                    self._frames[-1].at_key = False
                continue
            group = "string" if found["string"] else "other"
            self._scalar(found.start(group), found.end(group), group == "string")
        while self._frames:
            self._close()
        self._edit()
        return at

    def _open(self, mark: str) -> None:
        said = Says.NOTHING
        if self._frames:
            above = self._frames[-1]
            said = above.said
            if above.is_object:
                own = says(above.key)
                if own >= Says.LIKELY or above.key in ("managedFields",):
                    said = max(said, own)
                elif above.key.lower() in KEPT_OF_A_REFERENCE:
                    said = Says.NOTHING
        self._frames.append(_Frame(mark, said, len(self._leaves)))

    def _scalar(self, start: int, end: int, is_string: bool) -> None:
        frame = self._frames[-1]
        if frame.is_object and frame.at_key:
            frame.key = self._decoded(start, end) if is_string else self._text[start:end]
            frame.begun = len(self._leaves)
            return
        text = self._decoded(start, end) if is_string else self._text[start:end]
        self._leaves.append(_Leaf(start, end, text, is_string))
        place = len(self._leaves) - 1
        if frame.is_object:
            frame.fields[frame.key] = (frame.begun, place + 1)
            if self._is_hidden(frame, text, is_string):
                self._hidden.add(place)
        else:
            frame.items.append(place)
            if frame.said >= Says.LIKELY and is_secret(text, frame.said, structured=True):
                self._hidden.add(place)

    def _is_hidden(self, frame: _Frame, text: str, is_string: bool) -> bool:
        if frame.key == LAST_APPLIED:
            return bool(text)
        said = says(frame.key)
        if frame.said >= Says.LIKELY and frame.key.lower() not in KEPT_OF_A_REFERENCE:
            said = max(said, frame.said)
        if (
            not is_string
            and said < Says.SURELY
            and not (text.isdigit() and len(text) > _PLAIN_NUMBER)
        ):
            return False
        return is_secret(text, said, structured=True)

    def _decoded(self, start: int, end: int) -> str:
        raw = self._text[start + 1 : end - 1]
        if "\\" not in raw:
            return raw
        try:
            return str(json.loads(self._text[start:end], strict=False))
        except ValueError:
            return raw

    def _close(self) -> None:
        frame = self._frames.pop()
        if self._frames and self._frames[-1].is_object:
            above = self._frames[-1]
            above.fields[above.key] = (above.begun, len(self._leaves))
        if not frame.is_object:
            self._close_list(frame)
            return
        self._close_pair(frame)
        for field in DATA_OF_SECRETS:
            if field in frame.fields:
                self._hide(frame.fields[field])
        if self._field(frame, "kind") in HOLDING_DATA and "data" in frame.fields:
            self._hide(frame.fields["data"])
        if "kty" in frame.fields:
            for part in OF_WEB_KEYS:
                if part in frame.fields:
                    self._hide(frame.fields[part])
        if self._field(frame, "kind") == "SecretList" and "items" in frame.fields:
            self._hide_long(frame.fields["items"])

    def _close_pair(self, frame: _Frame) -> None:
        values = [field for field in frame.fields if field.lower() in VALUES_OF_PAIRS]
        if values and any(
            says_of_a_pair(self._field(frame, field)) >= Says.LIKELY
            for field in frame.fields
            if field.lower() in NAMES_OF_PAIRS
        ):
            for field in values:
                self._hide(frame.fields[field])

    def _close_list(self, frame: _Frame) -> None:
        words = [self._leaves[place].text for place in frame.items]
        if value_in_a_pair(words):
            self._hidden.add(frame.items[1])
        elif len(words) > 1:
            for offset, text in arguments_in_list(words).items():
                place = frame.items[offset]
                if text == HIDDEN:
                    self._hidden.add(place)
                else:
                    leaf = self._leaves[place]
                    self._edits.append((leaf.start, leaf.end, json.dumps(text, ensure_ascii=False)))

    def _field(self, frame: _Frame, name: str) -> str:
        first, last = frame.fields.get(name, (0, 0))
        return self._leaves[first].text if last == first + 1 else ""

    def _hide(self, places: tuple[int, int]) -> None:
        self._hidden.update(place for place in range(*places) if self._leaves[place].text)

    def _hide_long(self, places: tuple[int, int]) -> None:
        """Items of a list of Secrets have no kind."""
        for place in range(*places):
            text = self._leaves[place].text
            if re.fullmatch(r"[A-Za-z0-9+/]{8,}={0,2}", text) and not text.islower():
                self._hidden.add(place)

    def _edit(self) -> None:
        for place, leaf in enumerate(self._leaves):
            if place in self._hidden:
                if leaf.text != HIDDEN:
                    self._edits.append((leaf.start, leaf.end, f'"{HIDDEN}"'))
            elif leaf.is_string and "\\" in self._text[leaf.start : leaf.end]:
                # Lines, objects and letters that are written as escapes.
                within = self._redact(leaf.text)
                if within != leaf.text:
                    self._edits.append(
                        (leaf.start, leaf.end, json.dumps(within, ensure_ascii=False))
                    )
