"""What `fix --apply` does about each incident that ships is within what its cause declares, and `rollback` takes it back."""

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from calicovet.app.commands.demo import expectations
from calicovet.app.main import main
from calicovet.app.undoing import reach_in
from calicovet.remedy.permitted import is_permitted
from calicovet.world.journal import list_journals
from tests.live.retold import retell
from tests.support.demos import DEMOS
from tests.support.writable_cluster import WritableCluster
from tests.unit.app.test_fix_writes_nothing import brought, fix, playing

_TEXTS = {demo.name: demo.text() for demo in DEMOS}
_NAMED = [(name, expected.cause) for name, expected in expectations().items() if expected.cause]
_COUNTERS = ("generation", "resourceVersion")


def lasting(cluster: WritableCluster) -> Any:
    """All objects but pods, which are replaced, without what counts changes."""
    found = json.loads(json.dumps(cluster.objects))
    for each in found:
        for name in _COUNTERS:
            each["metadata"].pop(name, None)
    return [each for each in found if each["kind"] != "Pod"]


@pytest.mark.parametrize(("name", "cause"), _NAMED)
def test_what_was_applied_is_declared_and_taken_back(
    name: str,
    cause: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO()))
    retold = retell([_TEXTS[name]])
    with playing(retold) as cluster:
        before = lasting(cluster)
        words = (cause, *brought(retold, tmp_path), "--even-if-managed", "--within", "0")
        fix(cluster, tmp_path, *words, "-o", "json")
        told = json.loads(capsys.readouterr().out)
        if not any(step["changes"] for step in told["plan"]["steps"]):
            return
        code = fix(cluster, tmp_path, *words, "--apply", "--plan", told["plan"]["id"])
        journals = list_journals(tmp_path / "state" / "calicovet" / "journals")
        assert (code, len(journals)) == (0, 1), capsys.readouterr()
        reach = reach_in([cause])
        assert all(is_permitted(entry.change, reach) for entry in journals[0].entries)
        if cluster.written and all(seen.method == "DELETE" for seen in cluster.written):
            return
        assert lasting(cluster) != before
        where = ("--kubeconfig", str(tmp_path / "config"), "--lang", "en", journals[0].id)
        capsys.readouterr()
        assert main(["rollback", "--dry-run", "-o", "json", *where]) == 0
        plan = json.loads(capsys.readouterr().out)["plan"]
        assert main(["rollback", "--plan", plan, *where]) == 0
        assert lasting(cluster) == before
