"""Prints what calicovet says of a cause's cases, for the keys that their heads lack; `--write` adds them.

What it adds is what calicovet says, right or wrong: read it before you commit it.
"""

import re
import sys
from pathlib import Path

from calicovet.causes.catalogue import names
from tests.catalogue.judged import all_cases, answers_of
from tests.support.casefile import KEYS_IN_ORDER, CaseFile

_KEY = re.compile(r"(\w+) *= *")


def lacking(case: CaseFile) -> dict[str, str]:
    """The lines to add to a case's head, by key."""
    return {
        key: f"{key:<7} = {value}"
        for key, value in answers_of(case).items()
        if key not in case.stated
    }


def with_lines(head: str, added: dict[str, str]) -> str:
    """A head with more lines, each behind the keys that are usual before it."""
    lines = head.rstrip("\n").split("\n")
    for key, line in added.items():
        before = KEYS_IN_ORDER[: KEYS_IN_ORDER.index(key)]
        places = [
            place + 1
            for place, text in enumerate(lines)
            if text.startswith("#") or ((found := _KEY.match(text)) and found[1] in before)
        ]
        lines.insert(max(places, default=0), line)
    return "\n".join(lines) + "\n"


def write(path: Path, added: dict[str, str]) -> None:
    """Add lines to the head of a case; its texts stay as they are."""
    head, mark, texts = path.read_text(encoding="utf-8").partition("\n-- ")
    path.write_text(with_lines(head, added) + mark + texts, encoding="utf-8")


def main(words: list[str]) -> int:
    asked = [word for word in words if word != "--write"]
    if unknown := set(asked) - {*names()}:
        print(f"no such cause: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    for case in all_cases():
        added = lacking(case) if not asked or case.cause in asked else {}
        if added:
            print(case.path, *added.values(), sep="\n    ")
        if added and "--write" in words:
            write(case.path, added)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
