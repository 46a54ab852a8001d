"""Seals of journals: what an attacker can do with the lines, several fixers at once, and kill -9 at any moment."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calicovet.model.journal import Trust
from calicovet.world.journal import list_journals, read_journal
from calicovet.world.seal import KEY_FILE, chain_of, make_key, sealed
from tests.start.test_last_resort import SOURCE

KEY = bytes(range(32))


def chain(count: int, key: bytes = KEY) -> list[bytes]:
    lines = [sealed(b'{"entry":0}', key)]
    for number in range(1, count):
        [*_, before] = chain_of(lines, key)
        lines.append(sealed(b'{"entry":%d}' % number, key, before))
    return lines


LINES = chain(6)


@given(st.lists(st.sampled_from(LINES), max_size=8))
def test_only_the_lines_in_their_order_are_valid(lines: list[bytes]) -> None:
    valid = len(chain_of(lines, KEY))
    assert lines[:valid] == LINES[:valid]
    assert valid == len(lines) or valid == len(LINES) or lines[valid] != LINES[valid]


@given(st.integers(0, 5), st.data())
def test_no_byte_can_be_changed(number: int, data: st.DataObject) -> None:
    lines = list(LINES)
    at = data.draw(st.integers(0, len(lines[number]) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != lines[number][at]))
    lines[number] = lines[number][:at] + bytes([other]) + lines[number][at + 1 :]
    assert len(chain_of(lines, KEY)) == number


def test_another_key_makes_another_seal() -> None:
    assert chain_of(LINES, bytes(32)) == ()
    assert chain_of(chain(2, bytes(32)), KEY) == ()


MAKES_KEYS = """
import sys
from pathlib import Path
from calicovet.world.seal import make_key
sys.stdin.readline()
print(make_key(Path(sys.argv[1])).hex())
"""


def python(program: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, str(folder)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_four_that_ask_at_once_get_the_same_key(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    running = [python(MAKES_KEYS, tmp_path) for _ in range(4)]
    for each in running:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    keys = {each.communicate()[0].strip() for each in running}
    assert keys == {make_key(tmp_path).hex()}
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


WRITES_JOURNALS = """
import sys
from itertools import count
from pathlib import Path
from calicovet.model.change import ObjectRef, DeletePod
from calicovet.model.sent import Made
from calicovet.world.journal import begin_journal
ref = ObjectRef(api_version="v1", kind="Pod", plural="pods", name="calico-node-x", namespace="n")
changes = tuple(DeletePod(ref=ref, uid=str(each)) for each in range(3))
sys.stdin.readline()
for number in count():
    journal = begin_journal(
        Path(sys.argv[1]), plan=f"plan{number}", causes=("x",), nodes=(), context="", server="",
        authority="", changes=changes,
    )
    for each in range(3):
        journal.sending(each)
        journal.done(each, Made(uid=str(each), resource_version="1"))
    print(number, flush=True)
"""


@pytest.mark.parametrize("lines", range(4))
def test_kill_9_at_any_moment_leaves_journals_that_can_be_rolled_back(
    lines: int, tmp_path: Path
) -> None:
    folder = tmp_path / "journals"
    with python(WRITES_JOURNALS, folder) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("go\n")
        process.stdin.flush()
        for _ in range(lines):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    paths = list(folder.glob("*.jsonl")) if folder.exists() else []
    read = {journal.id: journal.trust for journal in list_journals(folder)}
    # A journal whose first line is not whole was written before anything could be sent.
    assert all(path.read_bytes().count(b"\n") == 0 for path in paths if path.stem not in read)
    assert set(read.values()) <= {Trust.SEALED}
    assert len(read) >= lines


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_a_last_line_that_is_cut_anywhere_is_left_out(cut: int, tmp_path: Path) -> None:
    folder = tmp_path / "journals"
    with python(WRITES_JOURNALS, folder) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("go\n")
        process.stdin.flush()
        process.stdout.readline()
        process.kill()
    path = min(folder.glob("*.jsonl"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    journal = read_journal(path, keys=folder)
    assert journal.trust is Trust.SEALED
    assert len(journal.entries) == 3
