"""What is kept of a look has no secrets, is not too long, and is read back as it was."""

from pathlib import Path

from gym.answer import Answer
from gym.catalogue import chosen
from gym.fault import Said
from gym.judge import Mark
from gym.look import Look
from gym.outcome import End, Outcome
from gym.recording import FOLDER, bounded, read_recording, record_all
from gym.view import View
from tests.unit.gym.trials import FAULT, TWIN, said

_TEXT = """$ kubectl get nodes
NAME     STATUS   ROLES    AGE   VERSION
node-3   Ready    <none>   4m    v1.34.4
"""


_HOST = {"node-3": "[root@node-3 ~]# uptime\n up\n", "node-1": "[root@node-1 ~]# uptime\n up\n"}


def test_of_a_long_log_the_end_is_kept() -> None:
    log = "".join(f"line {number}\n" for number in range(500))
    kept = bounded(f"{_TEXT}\n$ kubectl logs x\n{log}\n$ kubectl describe node x\n{log}", 90)
    assert _TEXT in kept
    assert "$ kubectl logs x\n...\nline 410\n" in kept
    assert "$ kubectl describe node x\nline 0\n" in kept


def test_secrets_are_not_kept() -> None:
    assert "hunter2" not in bounded("$ env\nDB_PASSWORD=hunter2\n", 90)


def test_what_was_kept_is_read_back(tmp_path: Path) -> None:
    look = Look(pod="", answers={View.LIVE: Answer((), 0)}, text=_TEXT, host=_HOST)
    quiet = said(Mark.SILENT, Said.SILENT)
    outcomes = [
        Outcome(trial=FAULT, node="node-3", judged=quiet, look=look),
        Outcome(trial=TWIN, node="node-2", end=End.DID_NOT_HEAL, look=look),
    ]
    record_all(outcomes, tmp_path)
    # The hosts tell no more than the text alone.
    (path,) = tmp_path.iterdir()
    assert path.name == "nerdctl0-bridge.text.md"
    pasted = read_recording(path)
    assert (pasted.node, pasted.causes) == ("node-3", ("ip-wrong-bridge", "ip-conflict"))
    assert (pasted.said, pasted.texts) == (Said.SILENT, (_TEXT,))


def test_what_hosts_said_is_kept_where_it_contains_more(tmp_path: Path) -> None:
    (trial,) = chosen(["nerdctl0-bridge"], "")
    before = [read_recording(FOLDER / f"nerdctl0-bridge.{end}.md") for end in ("text", "host")]
    (text,), (sick, healthy) = (each.texts for each in before)
    node = before[0].node
    look = Look(pod="", answers={}, text=text, host={node: sick, "node-1": healthy})
    record_all([Outcome(trial=trial, node=node, look=look)], tmp_path)
    after = [read_recording(tmp_path / f"nerdctl0-bridge.{end}.md") for end in ("text", "host")]
    assert [each.said for each in after] == [Said.LIKELY, Said.PROVEN]
    assert f"[root@{node} ~]# ip addr\n" in after[1].texts[0]
