"""Seals journal lines with a keyed digest chain.

A line that was altered, moved, left out or brought from another machine breaks the chain. What was cut off at the end
does not: it looks as if the program had been killed there, which a rollback has to cope with anyway.
"""

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path

from calicovet.world.journals.private_files import need_own_folder, open_own, read_all, write_all

KEY_FILE = "seal.key"
_SIZE = 32
_FIRST = b"calicovet-journal/v2"
"""What the first line is chained to."""
_SEALED = re.compile(rb'(\{.*),"seal":"([0-9a-f]{64})"\}', re.DOTALL)


def sealed(line: bytes, key: bytes, before: bytes = _FIRST) -> bytes:
    """The JSON object with its seal as the last field."""
    return line[:-1] + b',"seal":"' + _digest(line, key, before) + b'"}'


def chain_of(lines: Sequence[bytes], key: bytes) -> tuple[bytes, ...]:
    """The seals of the lines up to the first one whose seal is not valid."""
    before, found = _FIRST, []
    for line in lines:
        read = _SEALED.fullmatch(line)
        if read is None:
            break
        expected = _digest(read[1] + b"}", key, before)
        if not hmac.compare_digest(expected, read[2]):
            break
        before = expected
        found.append(expected)
    return tuple(found)


def read_key(folder: Path) -> bytes | None:
    """The key of the journals in this folder; None where there is none. Unsafe where others may know it."""
    try:
        need_own_folder(folder)
        file = open_own(folder / KEY_FILE, os.O_RDONLY, closed_to=0o077)
    except FileNotFoundError:
        return None
    try:
        key = read_all(file)
    finally:
        os.close(file)
    return key if len(key) == _SIZE else None


def make_key(folder: Path) -> bytes:
    """The key of this folder, made where there is none; however many ask at once, all get the same."""
    found = read_key(folder)
    if found is not None:
        return found
    fresh = folder / f".{KEY_FILE}.{os.getpid()}.{secrets.token_hex(8)}"
    file = open_own(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, closed_to=0o077)
    try:
        write_all(file, secrets.token_bytes(_SIZE))
        os.fsync(file)
        # A link is made whole or not at all, and never over a key that is there.
        os.link(fresh, folder / KEY_FILE)
    except FileExistsError:
        pass
    finally:
        os.close(file)
        fresh.unlink()
    made = read_key(folder)
    if made is None:
        raise OSError(22, "not a key", str(folder / KEY_FILE))
    return made


def _digest(line: bytes, key: bytes, before: bytes) -> bytes:
    return hmac.new(key, before + b"\n" + line, hashlib.sha256).hexdigest().encode()
