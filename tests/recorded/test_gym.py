"""What users see of real faults and of their harmless twins is understood without a cluster.

`make gym-record` writes the files: NAME.text.md is what a person would paste, NAME.host.md what
host-script printed on the sick node and on a healthy one.
"""

from pathlib import Path

import msgspec
import pytest

from calicovet.report.machine.diagnosis_json import render_json
from gym.answer import Answer, Printed
from gym.recording import FOLDER, MOST_BYTES, read_recording
from tests.unit.diagnosis.pastes import diagnosed

_STRENGTH = ("silent", "likely", "proven")
TEXTS = sorted(FOLDER.glob("*.text.md"))
HOSTS = sorted(FOLDER.glob("*.host.md"))


@pytest.mark.parametrize("path", [*TEXTS, *HOSTS], ids=lambda path: path.name.removesuffix(".md"))
def test_what_was_put_in_is_named_as_surely_as_before_and_nothing_else(path: Path) -> None:
    kept = read_recording(path)
    own = _answer(*_texts(path)).of(kept.node)
    named = own.named if own else ()
    assert {each.name for each in named[:1]} <= {*kept.causes}
    said = named[0].verdict if named else "silent"
    assert _STRENGTH.index(said) >= _STRENGTH.index(kept.said.value)


@pytest.mark.parametrize("path", [*TEXTS, *HOSTS], ids=lambda path: path.name.removesuffix(".md"))
def test_a_recording_is_no_longer_than_what_people_paste(path: Path) -> None:
    assert path.stat().st_size <= MOST_BYTES


def _texts(path: Path) -> tuple[str, ...]:
    """What was pasted; then, where hosts were asked, what they said."""
    pasted = path.with_name(f"{path.name.split('.')[0]}.text.md")
    paths = dict.fromkeys((pasted, path))
    return tuple(text for each in paths if each.exists() for text in read_recording(each).texts)


def _answer(*texts: str) -> Answer:
    printed = msgspec.json.decode(render_json(diagnosed(*texts)), type=Printed)
    return Answer(tuple(printed.nodes), 0)
