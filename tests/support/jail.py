"""A shell in which no program does anything: each only notes how it was called."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

MARK = "PWNED"
"""What hostile values try to make the shell run or write."""
_HOLE = re.compile(r"<[A-Za-z][\w .-]*>")
_ABSOLUTE = re.compile(
    r"(?<![\w.*$-])/(?=(?:bin|dev/tcp|etc|home|opt|proc|root|run|sbin|sys|tmp|usr|var)\b)"
)
_NOBODY = 65534

_FRAME = r"""
command_not_found_handle() {
    if [ "$1 ${2-}" = "touch PWNED" ]; then : > "$JAIL/PWNED"; fi
    { printf '%s\0' "$number" "$@"; printf '\0\n'; } >> "$JAIL/called"
}
timeout() { shift; "$@"; }
bash() { if [ "$1" = -c ]; then eval "$2"; fi; }
number=0
while IFS= read -r -d '' line; do
    number=$((number + 1))
    exec 2> "$JAIL/said.$number"
    ( eval "$line" ) < /dev/null > /dev/null
done < "$JAIL/lines"
exit 0
"""


@dataclass(frozen=True)
class Ran:
    """What came of one line."""

    line: str
    calls: tuple[tuple[str, ...], ...]
    """The arguments of each program, its name first."""
    complaint: str

    @property
    def hostile_options(self) -> list[str]:
        """Options whose name is not the program's own."""
        words = (word for call in self.calls for word in call[1:])
        return [word for word in words if word[:1] == "-" and MARK in word.partition("=")[0]]


@contextmanager
def _jail() -> Iterator[Path]:
    # Not below pytest's own folder, which only root may enter where root runs the tests.
    folder = Path(mkdtemp(prefix="calicovet-jail-"))
    try:
        work = folder / "work"
        (work / "_/dev").mkdir(parents=True)
        # What an unquoted star would make of itself.
        (work / f"-rf{MARK}").touch()
        yield folder
    finally:
        shutil.rmtree(folder)


def run_lines(lines: Sequence[str]) -> tuple[Ran, ...]:
    """Runs each line in a separate shell; placeholders are filled in as a user would."""
    typed = [_ABSOLUTE.sub("_/", _HOLE.sub("filled-in", line)) for line in lines]
    with _jail() as folder:
        folder.joinpath("lines").write_bytes(b"".join(line.encode() + b"\0" for line in typed))
        folder.joinpath("frame").write_text(_FRAME)
        if os.geteuid() == 0:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, _NOBODY, _NOBODY)
        subprocess.run(
            [shutil.which("bash") or "bash", folder / "frame"],
            cwd=folder / "work",
            env={"PATH": str(folder / "empty"), "JAIL": str(folder), "HOME": str(folder)},
            stdin=subprocess.DEVNULL,
            check=True,
            timeout=120,
            # If it breaks out, it runs as a user without any write permission.
            user=_NOBODY if os.geteuid() == 0 else None,
            group=_NOBODY if os.geteuid() == 0 else None,
            extra_groups=[] if os.geteuid() == 0 else None,
        )
        made = sorted(str(path) for path in folder.rglob(f"{MARK}*"))
        assert made == [], f"a value was run: {_culprits(lines)}"
        calls = _calls(folder)
        return tuple(
            Ran(line, tuple(calls.get(number, ())), _complaint(folder, number))
            for number, line in enumerate(lines, 1)
        )


def _culprits(lines: Sequence[str]) -> str:
    """The lines among which one ran a value."""
    return "\n".join(lines[:20])


def _calls(folder: Path) -> dict[int, list[tuple[str, ...]]]:
    found: dict[int, list[tuple[str, ...]]] = {}
    file = folder / "called"
    for record in file.read_bytes().split(b"\0\0\n") if file.exists() else ():
        number, *words = record.decode(errors="replace").split("\0")
        if number:
            found.setdefault(int(number), []).append(tuple(words))
    return found


def _complaint(folder: Path, number: int) -> str:
    file = folder / f"said.{number}"
    return file.read_text(errors="replace") if file.exists() else ""
