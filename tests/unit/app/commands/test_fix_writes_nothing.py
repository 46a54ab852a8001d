"""Without `--apply`, `fix` sends questions and rehearsals, whatever the incident: an API server writes down what it is sent."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from calicovet.app.commands.demo import expectations
from calicovet.app.main import main
from calicovet.model.finding import Verdict
from tests.live.retold import Retold, retell
from tests.support.answers import diagnosis_of
from tests.support.demos import DEMOS
from tests.support.writable_cluster import WritableCluster, is_rehearsal

_TEXTS = {demo.name: demo.text() for demo in DEMOS}
_NAMED = [(name, expected.cause) for name, expected in expectations().items() if expected.cause]
_REVIEW = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"


def playing(retold: Retold) -> WritableCluster:
    """The incident as a cluster that could be written."""
    cluster = WritableCluster(json.loads(json.dumps(list(retold.objects))))
    for log in retold.logs:
        cluster.logs[log.pod, log.container, log.previous] = log.text
    for node, path, content in retold.answers:
        text = content if isinstance(content, str) else json.dumps(content)
        cluster.kubelets[node, path] = text
    return cluster


def brought(retold: Retold, folder: Path) -> Iterator[str]:
    for number, text in enumerate(retold.brought):
        path = folder / f"brought-{number}.txt"
        path.write_text(text, encoding="utf-8")
        yield from ("--host-facts", str(path))


def fix(cluster: WritableCluster, folder: Path, *words: str) -> int:
    path = folder / "config"
    path.write_text(
        "apiVersion: v1\nkind: Config\n"
        f'clusters: [{{name: c, cluster: {{server: "{cluster.url}"}}}}]\n'
        "contexts: [{name: here, context: {cluster: c}}]\ncurrent-context: here\n",
        encoding="utf-8",
    )
    return main(["fix", "--kubeconfig", str(path), "--lang", "en", *words])


def need_only_questions(cluster: WritableCluster) -> None:
    """Every request that was sent reads, asks for a right, or is a rehearsal."""
    assert cluster.seen
    for seen in cluster.seen:
        asks = seen.method == "GET" or (seen.method == "POST" and seen.path == _REVIEW)
        assert asks or is_rehearsal(seen), (seen.method, seen.path)


@pytest.mark.parametrize("flags", [(), ("--even-if-managed",)], ids=["", "even-if-managed"])
@pytest.mark.parametrize(("name", "cause"), _NAMED)
def test_a_plan_for_an_incident_that_ships_writes_nothing(
    name: str,
    cause: str,
    flags: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    retold = retell([_TEXTS[name]])
    with playing(retold) as cluster:
        before = json.dumps(cluster.objects)
        assert fix(cluster, tmp_path, cause, *brought(retold, tmp_path), *flags) == 0
        assert json.dumps(cluster.objects) == before
        need_only_questions(cluster)
    assert cause in capsys.readouterr().out
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize("name", _TEXTS)
def test_what_is_only_possible_writes_nothing_and_is_not_applied(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    retold = retell([_TEXTS[name]])
    possible = {
        finding.name
        for node in diagnosis_of(_TEXTS[name]).nodes
        for finding in node.findings
        if finding.verdict is Verdict.POSSIBLE
    }
    with playing(retold) as cluster:
        for cause in possible:
            fix(cluster, tmp_path, cause, *brought(retold, tmp_path))
            need_only_questions(cluster)
            # A live cluster may know better than the text, either way.
            if "NOT PROVEN" not in capsys.readouterr().out:
                continue
            assert fix(cluster, tmp_path, cause, *brought(retold, tmp_path), "--apply") == 3
            assert "nothing is applied" in capsys.readouterr().err
        if possible:
            need_only_questions(cluster)
    assert not (tmp_path / "state").exists()
