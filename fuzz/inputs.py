"""Texts that no user would paste, and texts that a user might: one for each seed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import calicovet
from fuzz.mutations import with_escapes, with_nesting, with_numbers, with_runs

_DEMOS = Path(calicovet.__file__).parent / "app" / "demos"

_LONG_LINE = 120_000
"""Longer than any line is read in full."""

_LONGEST_MUTATION = 60_000

Make = Callable[[Random, Sequence[str]], str]

_MUTATIONS = (with_numbers, with_nesting, with_runs, with_escapes)


def demo_texts() -> tuple[str, ...]:
    """The incidents that ship, as raw material; the longest lines are cut so that most inputs stay small."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(_DEMOS.glob("*.md")))
    return tuple("\n".join(line[:400] for line in text.split("\n")) for text in texts)


def make_input(seed: int, demos: Sequence[str]) -> str:
    """The input of that seed; the same seed and demos give the same text for ever."""
    random = Random(seed)
    make = random.choices(_KINDS, weights=_WEIGHTS)[0]
    return make(random, demos)


def random_bytes(random: Random, demos: Sequence[str]) -> str:
    """Any bytes, as a program decodes what it cannot know: replaced, or kept as surrogates."""
    errors = random.choice(("replace", "surrogateescape"))
    return random.randbytes(random.randrange(600)).decode("utf-8", errors)


def random_unicode(random: Random, demos: Sequence[str]) -> str:
    """Any code points, with those that end lines and change direction more often than by chance."""
    special = "\0\t\n\v\f\r\x1b\x1c\x85\u2028\u2029\u200b\u202e\ufeff\u3000\uff1a“”‘’`|+-=:[]{}$#>"
    return "".join(
        random.choice(special) if random.random() < 0.4 else chr(random.randrange(0x110000))
        for _ in range(random.randrange(200))
    )


def cut(random: Random, demos: Sequence[str]) -> str:
    """A demo from any character to any other."""
    text = random.choice(demos)
    start = random.randrange(len(text))
    return text[start : start + random.randrange(2_500)]


def shuffled(random: Random, demos: Sequence[str]) -> str:
    """A part of a demo, its lines in any order."""
    lines = _some_lines(random, demos)
    random.shuffle(lines)
    return "\n".join(lines)


def spliced(random: Random, demos: Sequence[str]) -> str:
    """Parts of several demos, one after the other."""
    return "\n".join(
        line for _ in range(random.randint(2, 4)) for line in _some_lines(random, demos, 20)
    )


def doubled(random: Random, demos: Sequence[str]) -> str:
    """A part of a demo in which lines stand several times."""
    return "\n".join(
        line
        for line in _some_lines(random, demos, 25)
        for _ in range(random.choice((1, 1, 2, random.randint(3, 9))))
    )


def mangled(random: Random, demos: Sequence[str]) -> str:
    """A part of a demo with characters dropped, doubled or replaced."""
    characters = list("\n".join(_some_lines(random, demos)))
    for _ in range(random.randint(1, 40)):
        if not characters:
            break
        place = random.randrange(len(characters))
        characters[place] = random.choice(
            ("", "\n", "\t", "  ", characters[place] * 2, chr(random.randrange(32, 0x3000)))
        )
    return "".join(characters)


def changed_numbers(random: Random, demos: Sequence[str]) -> str:
    """A part of a demo whose digits are others: dates, ages, addresses and ports that cannot be."""
    return "".join(
        random.choice("0123456789") if letter.isdigit() and random.random() < 0.5 else letter
        for letter in "\n".join(_some_lines(random, demos))
    )


def mutated(random: Random, demos: Sequence[str]) -> str:
    """A part of a demo with extreme numbers, nesting, runs of one character or escapes; sometimes with several."""
    text = "\n".join(_some_lines(random, demos, 30))
    for mutate in random.sample(_MUTATIONS, random.choice((1, 1, 1, 2, 4))):
        text = mutate(random, text.split("\n"))[:_LONGEST_MUTATION]
    return text


def huge_line(random: Random, demos: Sequence[str]) -> str:
    """A part of a demo with one enormous line in it."""
    lines = _some_lines(random, demos, 10)
    pattern = random.choice(lines or ["x"]) or random.choice((" ", '"', "{", "a=b ", "|", "\\"))
    lines.insert(random.randint(0, len(lines)), (pattern * _LONG_LINE)[:_LONG_LINE])
    return "\n".join(lines)


def whole(random: Random, demos: Sequence[str]) -> str:
    """A demo as it is, with a few lines missing."""
    return "\n".join(line for line in random.choice(demos).split("\n") if random.random() > 0.05)


def _some_lines(random: Random, demos: Sequence[str], most: int = 40) -> list[str]:
    lines = random.choice(demos).split("\n")
    start = random.randrange(len(lines))
    return lines[start : start + random.randint(1, most)]


# Small inputs often, long ones seldom: what matters is how many different ones are tried.
_WEIGHTED: tuple[tuple[Make, float], ...] = (
    (random_bytes, 10),
    (random_unicode, 10),
    (cut, 20),
    (shuffled, 15),
    (spliced, 10),
    (doubled, 10),
    (mangled, 15),
    (changed_numbers, 9),
    (mutated, 40),
    (huge_line, 0.3),
    (whole, 0.7),
)
_KINDS = tuple(make for make, _ in _WEIGHTED)
_WEIGHTS = tuple(weight for _, weight in _WEIGHTED)
