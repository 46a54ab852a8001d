"""The same evidence gives the same diagnosis, in whatever layout and form it comes."""

from functools import cache
from pathlib import Path

import pytest

from calicovet.api import diagnose_paths
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.finding import Verdict
from tests.support import foreign_bundles as bundles

Answer = tuple[object, ...]


def answer(diagnosis: Diagnosis) -> Answer:
    """What a person goes by: the verdict, the causes and where they are, each node and its state."""
    causes = tuple(
        (cause.name, cause.verdict, cause.nodes) for cause in diagnosis.summary.causes
    )
    nodes = sorted((each.node or "", each.state, each.stages.shape) for each in diagnosis.nodes)
    return diagnosis.summary.verdict, causes, tuple(nodes)


@cache
def evidence(*sick: int) -> bundles.Evidence:
    return bundles.incident(*sick)


@cache
def expected(*sick: int) -> Answer:
    nodes = tuple(f"node-{number}" for number in sick)
    return (("ip-wrong-bridge", Verdict.PROVEN, nodes),) if sick else ()


@pytest.mark.parametrize("sick", [(), (2,), (0, 1)], ids=["healthy", "one", "two"])
@pytest.mark.parametrize("form", bundles.FORMS)
@pytest.mark.parametrize("layout", bundles.LAYOUTS)
def test_every_layout_in_every_form_gives_the_same_diagnosis(
    tmp_path: Path, layout: str, form: str, sick: tuple[int, ...]
) -> None:
    files = bundles.LAYOUTS[layout](evidence(*sick))
    verdict, causes, nodes = answer(diagnose_paths(bundles.FORMS[form](files, tmp_path)))
    assert (causes, nodes) == (expected(*sick), _printed(*sick)[2]), verdict


@cache
def _printed(*sick: int) -> Answer:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dump.txt"
        path.write_bytes(bundles.dump_as_printed(evidence(*sick)))
        return answer(diagnose_paths(path))
