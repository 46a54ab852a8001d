"""Changes to a text that strain numbers, stacks, regular expressions and terminals."""

from collections.abc import Sequence
from random import Random

_NUMBERS = (
    "0",
    "-1",
    "00000000017",
    "2147483648",
    "9223372036854775808",
    "18446744073709551616",
    "1e999",
    "-0.0",
    "0x7fffffff",
    "1_000",
    "٣",
    "²",
    "1.2.3.4.5",
    "NaN",
    "9" * 400,
    "9" * 5_000,
)
_SEPARATORS = " \t,;:=|-_./\\\"'#<>()[]{}*&%$@!~\u3000\xa0"
_BRACKETS = (("[", "]"), ("{", "}"), ('{"a":', "}"), ("- ", ""), ("(", ")"), ("<", ">"))
_DEPTHS = (2, 10, 90, 110, 500, 1_100, 5_000)
_RUNS = (3, 10, 80, 400, 3_000)
_ESCAPES = (
    "\x1b[31m",
    "\x1b[2J",
    "\x1b]0;title\x07",
    "\x1b]8;;http://x\x1b\\",
    "\x1bP+q\x1b\\",
    "\x1b",
    "\x9b31m",
    "\x90",
    "\0",
    "\x07",
    "\b\b\b",
    "\r",
    "\u202e",
    "\u2066",
    "\u200b",
    "\ufeff",
    "\U000e0041",
    "\\n",
    "\\u0000",
    "\\ud800",
    '\\"',
    "\\x1b[0m",
    "&amp;",
    "&#27;",
    "&#99999999;",
    "%1b%00",
    "$'\\e'",
)


def with_numbers(random: Random, lines: Sequence[str]) -> str:
    """Some numbers are others: beyond every integer type, of 5,000 digits, or none at all."""
    return "\n".join(
        _with_a_number(random, line) if random.random() < 0.3 else line for line in lines
    )


def _with_a_number(random: Random, line: str) -> str:
    digits = [place for place, letter in enumerate(line) if letter.isdigit()]
    if not digits:
        return line
    start = end = random.choice(digits)
    while start and line[start - 1].isdigit():
        start -= 1
    while end < len(line) and line[end].isdigit():
        end += 1
    return line[:start] + random.choice(_NUMBERS) + line[end:]


def with_nesting(random: Random, lines: Sequence[str]) -> str:
    """One value stands in brackets of any depth, closed or not, or the lines are indented ever more."""
    kept, depth = list(lines), random.choice(_DEPTHS)
    if random.random() < 0.2:
        step = random.choice((1, 2))
        return "\n".join(
            " " * (step * place) + line for place, line in enumerate(kept * (1 + depth // 100))
        )
    opening, closing = random.choice(_BRACKETS)
    place = random.randrange(len(kept))
    line = kept[place]
    at = random.choice((0, random.randint(0, len(line)), line.find(":") + 1))
    closed = random.choice((0, 1, depth - 1, depth))
    kept[place] = line[:at] + opening * depth + line[at:] + closing * closed
    return "\n".join(kept)


def with_runs(random: Random, lines: Sequence[str]) -> str:
    """Long runs of one blank or separator, which regular expressions may try in many ways."""
    kept = list(lines)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(kept))
        line, letter = kept[place], random.choice(_SEPARATORS)
        known = [at for at, found in enumerate(line) if found == letter]
        at = random.choice(known) if known else random.randint(0, len(line))
        kept[place] = line[:at] + letter * random.choice(_RUNS) + line[at:]
    return "\n".join(kept)


def with_escapes(random: Random, lines: Sequence[str]) -> str:
    """Terminal sequences, invisible characters and the escapes of many languages, also within words."""
    kept = list(lines)
    for _ in range(random.randint(1, 30)):
        place = random.randrange(len(kept))
        line = kept[place]
        at = random.randint(0, len(line))
        kept[place] = line[:at] + random.choice(_ESCAPES) * random.choice((1, 1, 1, 50)) + line[at:]
    return "\n".join(kept)
