"""Every incident that ships, saved as a bundle, leads to the same findings."""

from pathlib import Path

import pytest

from calicovet.diagnosis.engine import diagnose
from calicovet.world.bundles.snapshot_file import save_bundle
from tests.support.answers import catalogue
from tests.support.demos import DEMOS, FOLDER, Demo
from tests.support.snapshots import TAKEN_AT, read_back


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_a_saved_incident_gets_the_same_diagnosis(demo: Demo, tmp_path: Path) -> None:
    snapshot = read_back(FOLDER / f"{demo.name}.md")
    path = tmp_path / "b.tar.gz"
    save_bundle(snapshot, path, taken_at=TAKEN_AT)
    again = read_back(path)
    assert again == snapshot
    assert diagnose(again, catalogue()) == diagnose(snapshot, catalogue())
