"""`fix`: a plan that is shown, rehearsed, confirmed, applied, verified, and taken back."""

import json
import sys
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from calicovet.app.commands.demo import expectations
from calicovet.app.main import main
from calicovet.app.services import fix_apply
from calicovet.world.journals.journal_file import list_journals
from tests.support.bridge_incident import (
    CAUSE,
    SICK,
    VARIABLE,
    heal,
    incident,
    sicken,
    variables,
)
from tests.support.demos import FOLDER
from tests.support.recording_server import Said, Seen
from tests.support.small_cluster import Object, status
from tests.support.writable_cluster import WritableCluster

METHOD = "kubernetes-internal-ip"
_LIVE = ("--no-node-proxy", "--lang", "en")


class Terminal(StringIO):
    """A terminal with a user who types."""

    def isatty(self) -> bool:
        return True


class Shell:
    """Runs commands against the cluster, and keeps what they print."""

    def __init__(
        self, cluster: WritableCluster, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.cluster = cluster
        self.journals = folder / "state" / "calicovet" / "journals"
        self.out = self.err = ""
        self._capsys = capsys
        self._kubeconfig = folder / "config"
        self._kubeconfig.write_text(
            "apiVersion: v1\nkind: Config\n"
            f'clusters: [{{name: c, cluster: {{server: "{cluster.url}"}}}}]\n'
            "contexts: [{name: here, context: {cluster: c}}]\ncurrent-context: here\n",
            encoding="utf-8",
        )

    def fix(self, *flags: str) -> int:
        return self.run("fix", CAUSE, "--kubeconfig", str(self._kubeconfig), *_LIVE, *flags)

    def rollback(self, journal: str, *flags: str) -> int:
        """As a script does it: what would be sent is looked at first."""
        if "--dry-run" not in flags:
            self._rollback(journal, "--dry-run", "-o", "json")
            plan = json.loads(self.out)["plan"]
            flags = (*flags, *(("--plan", plan) if plan else ()))
        return self._rollback(journal, *flags)

    def _rollback(self, *words: str) -> int:
        where = ("--kubeconfig", str(self._kubeconfig), "--lang", "en")
        return self.run("rollback", *words, *where)

    def run(self, *words: str) -> int:
        code = main(list(words))
        self.out, self.err = self._capsys.readouterr()
        assert "Traceback" not in self.err
        return code

    def json(self, *flags: str) -> Any:
        self.fix("-o", "json", *flags)
        return json.loads(self.out)

    def plan(self) -> str:
        """The id of what is planned now."""
        return str(self.json()["plan"]["id"])

    @property
    def states(self) -> list[str]:
        return [journal.state for journal in list_journals(self.journals)]


@pytest.fixture
def cluster() -> Iterator[WritableCluster]:
    with incident() as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def _hurry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(fix_apply, "PAUSE", 0.01)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO()))


@pytest.fixture
def shell(cluster: WritableCluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(cluster, tmp_path, capsys)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def type_in(*lines: str) -> None:
        monkeypatch.setattr(sys, "stdin", Terminal("".join(f"{line}\n" for line in lines)))

    return type_in


def healing(cluster: WritableCluster) -> Callable[[Seen], None]:
    """calico-node gets well once its DaemonSet was changed, and sick again once it was changed back."""

    def follow(seen: Seen) -> None:
        if "/daemonsets/" in seen.path:
            (heal if VARIABLE in variables(cluster) else sicken)(cluster, SICK)

    return follow


# Without --apply


def test_a_plan_shows_what_is_wrong_who_decides_and_what_to_type(shell: Shell) -> None:
    assert shell.fix() == 0
    for told in (
        f"{CAUSE} (ADR003)",
        "Decides   DaemonSet/calico-node in kube-system",
        "kubectl -n kube-system set env daemonset/calico-node IP_AUTODETECTION_METHOD",
        "+        - name: IP_AUTODETECTION_METHOD",
        "Risk      restarts all",
        "Instead   least impact:",
        "No help   deleting the pod",
        "comes past `network-available` within 8 min",
        "the API server would accept all of it (1); nothing was changed",
        f"calicovet fix {CAUSE} --kubeconfig=",
        "--no-node-proxy --apply\n",
    ):
        assert told in shell.out


def test_nothing_is_written_and_no_journal_begun(shell: Shell, cluster: WritableCluster) -> None:
    before = json.dumps(cluster.objects)
    shell.fix()
    assert json.dumps(cluster.objects) == before
    assert cluster.written == [] and len(cluster.rehearsed) == 1
    assert not shell.journals.exists()


def test_the_same_plan_has_the_same_id_and_another_one_another(
    shell: Shell, cluster: WritableCluster
) -> None:
    first = shell.plan()
    assert shell.plan() == first
    cluster.touch("DaemonSet", "calico-node", lambda each: each["spec"].update(minReadySeconds=1))
    assert shell.plan() != first


def test_a_cause_goes_by_its_code_too(shell: Shell) -> None:
    by_name = shell.plan()
    assert shell.run("fix", "adr003", "--kubeconfig", str(shell._kubeconfig), "-o", "json") == 0
    assert json.loads(shell.out)["plan"]["id"] == by_name


def test_a_cause_that_is_not_named_here_is_3_and_the_message_names_the_right_one(
    shell: Shell,
) -> None:
    assert (
        shell.run("fix", "host-overload-probe-kill", "--kubeconfig", str(shell._kubeconfig), *_LIVE)
        == 3
    )
    assert f"named here: {CAUSE}" in shell.err and shell.out == ""


def test_a_node_that_is_well_is_3(shell: Shell) -> None:
    assert shell.fix("--node", "node-1") == 3
    assert shell.fix("--node", "node-2") == 0


def test_an_unknown_cause_is_wrong_usage(shell: Shell) -> None:
    assert shell.run("fix", "ip-wrong-brigde", *_LIVE) == 2
    assert "did you mean ip-wrong-bridge" in shell.err
    assert shell.run("fix", *_LIVE) == 2


def test_a_server_that_is_not_there_is_4(shell: Shell) -> None:
    assert shell.fix("--server", "http://127.0.0.1:9") == 4


def test_who_may_not_change_it_gets_a_plan_and_the_missing_right(
    shell: Shell, cluster: WritableCluster
) -> None:
    cluster.locked.add("daemonsets.apps")
    assert shell.fix() == 0
    assert '{apiGroups: ["apps"], resources: [daemonsets], verbs: [patch]}' in shell.out
    assert "--apply\n" not in shell.out


def test_an_object_that_may_not_be_read_is_told_and_not_planned_for(
    shell: Shell, cluster: WritableCluster
) -> None:
    cluster.fail("daemonsets/calico-node", 403)
    told = shell.json()
    assert [each["object"] for each in told["unread"]] == ["DaemonSet/calico-node in kube-system"]
    assert all(step["changes"] == [] for step in told["plan"]["steps"])
    assert cluster.rehearsed == []


def test_json_has_plan_diff_and_rehearsal_in_both_languages(shell: Shell) -> None:
    told = shell.json()
    assert told["schema"] == "calicovet-fix/v1"
    assert told["plan"]["promise"]["within_seconds"] == 480
    assert set(told["plan"]["restarts"]) == {"en", "zh"}
    [step] = told["plan"]["steps"]
    assert [each["do"] for each in step["changes"]] == ["patch"]
    assert [each["taken"] for each in told["rehearsed"]] == [True]
    assert told["applied"] is None
    assert VARIABLE in told["diffs"][0]


def test_it_speaks_chinese(shell: Shell) -> None:
    assert shell.fix("--lang", "zh") == 0
    assert "API 服务器会全部接受" in shell.out and "Decides" not in shell.out


# From text


def test_a_text_gives_the_same_without_a_rehearsal(shell: Shell) -> None:
    assert shell.run("fix", CAUSE, str(FOLDER / "requests-hang-on-one-node.md"), *_LIVE) == 0
    assert "kubectl patch installation default" in shell.out
    assert "there is no cluster behind this evidence" in shell.out
    assert shell.cluster.seen == []


def test_a_bundle_has_kept_the_objects_that_tell_who_decides(shell: Shell, tmp_path: Path) -> None:
    bundle = str(tmp_path / "b.tar.gz")
    where = ("--kubeconfig", str(tmp_path / "config"), *_LIVE)
    assert shell.run("collect", "-o", bundle, *where) == 0
    assert shell.run("fix", CAUSE, bundle, "--lang", "en") == 0
    assert "Decides   DaemonSet/calico-node in kube-system (" in shell.out
    assert "+        - name: IP_AUTODETECTION_METHOD" in shell.out
    assert shell.run("fix", CAUSE, bundle, "-o", "json") == 0
    told = json.loads(shell.out)
    assert (told["rehearsed"], told["next"]) == (None, None)


def test_a_cause_that_no_node_has_is_reported_as_left_out(shell: Shell) -> None:
    assert shell.fix() == 0
    alone = shell.out
    paper = str(FOLDER / "requests-hang-on-one-node.md")
    assert shell.run("fix", f"{CAUSE},HST001", paper, "--lang", "en") == 0
    assert "Left out  host-overload-probe-kill: not the cause here" in shell.out
    assert "Left out" not in alone


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("ip-wrong-brige", "did you mean ip-wrong-bridge"),
        ("bridge", "did you mean ip-wrong-bridge"),
        ("qqqq", "lists them all\n"),
    ],
)
def test_a_cause_that_does_not_exist_is_told_with_those_that_are_like_it(
    word: str, hint: str, shell: Shell
) -> None:
    assert shell.run("fix", word, "--lang", "en") == 2
    assert hint in shell.err


def test_a_text_cannot_be_applied(shell: Shell) -> None:
    paper = str(FOLDER / "requests-hang-on-one-node.md")
    assert shell.run("fix", CAUSE, paper, "--apply", *_LIVE) == 2


@pytest.mark.parametrize(
    ("name", "cause"),
    [(name, expected.cause) for name, expected in expectations().items() if expected.cause],
)
def test_every_incident_that_ships_has_a_plan_in_both_languages(
    name: str, cause: str, shell: Shell
) -> None:
    paper = str(FOLDER / f"{name}.md")
    for language in ("en", "zh"):
        assert shell.run("fix", cause, paper, "--lang", language) == 0
        assert cause in shell.out
    assert shell.run("fix", cause, paper, "-o", "json") == 0
    assert json.loads(shell.out)["plan"]["steps"]


# Confirmation


def test_without_a_terminal_and_without_the_plans_id_nothing_is_done(
    shell: Shell, cluster: WritableCluster
) -> None:
    plan = shell.plan()
    assert shell.fix("--apply") == 2
    assert f"--no-node-proxy --apply --plan {plan}" in shell.err
    assert cluster.written == []


def test_the_id_of_another_plan_does_nothing(shell: Shell, cluster: WritableCluster) -> None:
    assert shell.fix("--apply", "--plan", "00000000") == 1
    assert "is not today's plan" in shell.out
    assert cluster.written == [] and shell.states == []


@pytest.mark.parametrize("said", ["", "yes", "00000000"])
def test_without_the_plan_id_the_plan_is_not_confirmed(
    said: str, shell: Shell, cluster: WritableCluster, typed: Callable[..., None]
) -> None:
    typed(said)
    assert shell.fix("--apply") == 1
    assert "the plan was not confirmed" in shell.out
    assert cluster.written == []


def test_typing_the_plan_id_applies_the_plan(
    shell: Shell, cluster: WritableCluster, typed: Callable[..., None]
) -> None:
    plan = shell.plan()
    cluster.after = healing(cluster)
    typed(plan)
    assert shell.fix("--apply") == 0
    assert f"type {plan} to apply it" in shell.err
    assert variables(cluster) == {VARIABLE: METHOD}


# Applied


def test_kept_is_told_with_the_way_back(shell: Shell, cluster: WritableCluster) -> None:
    cluster.after = healing(cluster)
    assert shell.fix("--apply", "--plan", shell.plan(), "--within", "20s") == 0
    assert "Reached: calico-node got as far as expected." in shell.out
    [journal] = list_journals(shell.journals)
    assert f"calicovet rollback {journal.id}" in shell.out
    assert journal.state == "kept"
    assert "changed: DaemonSet/calico-node in kube-system" in shell.err


def test_not_kept_is_1_and_offers_the_undo(shell: Shell, cluster: WritableCluster) -> None:
    assert shell.fix("--apply", "--plan", shell.plan(), "--within", "1s") == 1
    assert "Not reached" in shell.out and f"node-2: {CAUSE} is still the cause" in shell.out
    assert "calicovet rollback " in shell.out
    assert shell.states == ["not-kept"]
    assert variables(cluster) == {VARIABLE: METHOD}


def test_worse_is_told_when_a_healthy_node_falls_sick(
    shell: Shell, cluster: WritableCluster
) -> None:
    cluster.after = lambda _: sicken(cluster, 1)
    assert shell.fix("--apply", "--plan", shell.plan(), "--within", "30s") == 1
    assert "Worse: a healthy node became unhealthy." in shell.out
    assert "node-1: was healthy, is unhealthy now" in shell.out
    assert shell.states == ["worse"]


def test_the_undo_is_done_where_the_user_says_yes(
    shell: Shell, cluster: WritableCluster, typed: Callable[..., None]
) -> None:
    before = _spec(cluster)
    typed(shell.plan(), "yes")
    assert shell.fix("--apply", "--within", "1s") == 1
    assert "as before again" in shell.out
    assert _spec(cluster) == before
    assert shell.states == ["undone"]


def test_the_undo_is_not_done_where_the_user_says_no(
    shell: Shell, cluster: WritableCluster, typed: Callable[..., None]
) -> None:
    typed(shell.plan(), "no")
    assert shell.fix("--apply", "--within", "1s") == 1
    assert variables(cluster) == {VARIABLE: METHOD}
    assert shell.states == ["not-kept"]


def test_without_time_to_wait_it_is_applied_and_not_verified(
    shell: Shell, cluster: WritableCluster
) -> None:
    assert shell.fix("--apply", "--plan", shell.plan(), "--within", "0") == 0
    assert "what came of it was not looked at" in shell.out
    assert shell.states == ["applied"]


def test_applied_json_is_one_document_with_plan_and_outcome(
    shell: Shell, cluster: WritableCluster
) -> None:
    cluster.after = healing(cluster)
    told = shell.json("--apply", "--plan", shell.plan(), "--within", "20s")
    assert told["applied"]["result"] == "kept"
    assert told["applied"]["done"] == ["DaemonSet/calico-node in kube-system"]
    assert set(told["applied"]["reasons"][0]) == {"key", "node", "detail", "en", "zh"}


def test_the_journal_is_written_before_the_change_is_sent(
    shell: Shell, cluster: WritableCluster
) -> None:
    seen: list[str] = []
    cluster.after = lambda _: seen.extend(shell.states)
    shell.fix("--apply", "--plan", shell.plan(), "--within", "0")
    assert seen == ["broken-off"]


def test_where_no_journal_can_be_written_nothing_is_sent(
    shell: Shell, cluster: WritableCluster, tmp_path: Path
) -> None:
    plan = shell.plan()
    (tmp_path / "state").write_text("")
    assert shell.fix("--apply", "--plan", plan) == 4
    assert "cannot be written" in shell.err
    assert cluster.written == []


def test_who_may_not_change_it_does_nothing_and_is_4(
    shell: Shell, cluster: WritableCluster
) -> None:
    cluster.locked.add("daemonsets.apps")
    assert shell.fix("--apply", "--plan", shell.plan()) == 4
    assert '{apiGroups: ["apps"], resources: [daemonsets], verbs: [patch]}' in shell.out
    assert "Nothing was done" in shell.out
    assert cluster.written == [] and shell.states == []


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Callable[[], object]], None]:
    """While the program waits for the id, something happens; then the id is typed."""

    def arrange(said: str, happens: Callable[[], object]) -> None:
        class Slow(Terminal):
            def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
                happens()
                return said

        monkeypatch.setattr(sys, "stdin", Slow())

    return arrange


def test_a_change_between_plan_and_apply_is_not_overwritten(
    shell: Shell,
    cluster: WritableCluster,
    meanwhile: Callable[[str, Callable[[], object]], None],
) -> None:
    def other(each: Object) -> None:
        each["spec"]["minReadySeconds"] = 1

    meanwhile(shell.plan(), lambda: cluster.touch("DaemonSet", "calico-node", other))
    assert shell.fix("--apply") == 1
    assert "was changed since the plan was made" in shell.out and "Nothing was done" in shell.out
    assert cluster.written == [] and variables(cluster) == {}
    assert shell.states == []


def test_of_two_at_once_the_second_is_refused(
    shell: Shell,
    cluster: WritableCluster,
    meanwhile: Callable[[str, Callable[[], object]], None],
) -> None:
    plan = shell.plan()
    codes: list[int] = []
    meanwhile(
        plan,
        lambda: codes.append(shell.fix("--apply", "--plan", plan, "--within", "0")),
    )
    codes.append(shell.fix("--apply"))
    assert codes == [0, 1]
    assert len(cluster.written) == 1 and shell.states == ["applied"]


def test_a_server_that_does_not_answer_leaves_the_journal_and_the_way_back(
    shell: Shell, cluster: WritableCluster
) -> None:
    plan = shell.plan()

    def lost(seen: Seen) -> Said:
        if seen.method == "PATCH" and "dryRun" not in seen.path:
            cluster._faults.clear()
            cluster.reply(seen)  # done, but the answer is lost
            return Said(reset=True)
        return cluster.answer_without_faults(seen)

    cluster.fail("/daemonsets/calico-node", lost)
    assert shell.fix("--apply", "--plan", plan) == 1
    assert "unknown whether it was done" in shell.out
    assert shell.states == ["broken-off"]
    assert shell.rollback(plan) == 0
    assert variables(cluster) == {} and shell.states == ["undone"]


# Rollback


def _spec(cluster: WritableCluster) -> str:
    return json.dumps(cluster.object("DaemonSet", "calico-node")["spec"])


@pytest.fixture
def done(shell: Shell, cluster: WritableCluster) -> str:
    """The plan, applied."""
    plan = shell.plan()
    assert shell.fix("--apply", "--plan", plan, "--within", "0") == 0
    return plan


def test_a_rollback_leaves_the_object_as_before(
    shell: Shell, cluster: WritableCluster, done: str
) -> None:
    assert variables(cluster) == {VARIABLE: METHOD}
    assert shell.rollback(done) == 0
    assert "Undone: the objects are as before." in shell.out
    assert "env" not in _spec(cluster)
    assert shell.states == ["undone"]


def test_a_rehearsed_rollback_changes_nothing(
    shell: Shell, cluster: WritableCluster, done: str
) -> None:
    assert shell.rollback(done, "--dry-run") == 0
    assert "Everything can be undone; nothing was changed." in shell.out
    assert variables(cluster) == {VARIABLE: METHOD} and len(cluster.written) == 1
    assert shell.states == ["applied"]


def test_a_second_rollback_has_nothing_to_do(shell: Shell, done: str) -> None:
    assert shell.rollback(done) == 0
    assert shell.rollback(done) == 0
    assert "Nothing to undo" in shell.out


def test_a_field_that_was_changed_since_is_not_overwritten(
    shell: Shell, cluster: WritableCluster, done: str
) -> None:
    def other(each: Object) -> None:
        container = each["spec"]["template"]["spec"]["containers"][0]
        container["env"][0]["value"] = "interface=eth0"

    cluster.touch("DaemonSet", "calico-node", other)
    assert shell.rollback(done) == 1
    assert "changed since; not overwritten" in shell.out
    assert variables(cluster) == {VARIABLE: "interface=eth0"}
    assert shell.states == ["applied"]


def test_a_later_change_elsewhere_in_the_object_is_kept(
    shell: Shell, cluster: WritableCluster, done: str
) -> None:
    cluster.touch("DaemonSet", "calico-node", lambda each: each["spec"].update(minReadySeconds=9))
    assert shell.rollback(done) == 0
    assert cluster.object("DaemonSet", "calico-node")["spec"]["minReadySeconds"] == 9
    assert variables(cluster) == {}


def test_a_change_that_was_undone_by_hand_is_as_before(
    shell: Shell, cluster: WritableCluster, done: str
) -> None:
    def by_hand(each: Object) -> None:
        del each["spec"]["template"]["spec"]["containers"][0]["env"]

    cluster.touch("DaemonSet", "calico-node", by_hand)
    assert shell.rollback(done) == 0
    assert "is as before already" in shell.out
    assert shell.states == ["undone"]


def test_a_rollback_without_rights_is_4_and_leaves_everything(
    shell: Shell, cluster: WritableCluster, done: str
) -> None:
    cluster.locked.add("daemonsets.apps")
    assert shell.rollback(done) == 4
    assert "missing right" in shell.out
    assert variables(cluster) == {VARIABLE: METHOD}


def test_another_object_of_the_same_name_is_not_meant(
    shell: Shell, cluster: WritableCluster, done: str
) -> None:
    def recreated(each: Object) -> None:
        each["metadata"]["uid"] = "another"

    cluster.touch("DaemonSet", "calico-node", recreated)
    assert shell.rollback(done) == 1
    assert variables(cluster) == {VARIABLE: METHOD}


def test_another_cluster_is_told_before_anything_is_asked(
    shell: Shell, cluster: WritableCluster, done: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with incident() as other:
        config = shell._kubeconfig.read_text().replace(cluster.url, other.url)
        shell._kubeconfig.write_text(config)
        monkeypatch.setenv("KUBECONFIG", str(shell._kubeconfig))
        assert shell.run("rollback", done, "--lang", "en") == 2
        assert f"the journal is about {cluster.url}" in shell.err
        assert other.seen == []


def test_a_rollback_as_json(shell: Shell, done: str) -> None:
    assert shell.rollback(done, "-o", "json") == 0
    told = json.loads(shell.out)
    assert (told["schema"], told["state"]) == ("calicovet-rollback/v1", "undone")
    assert [each["state"] for each in told["changes"]] == ["undone"]


def test_the_list_shows_every_journal(shell: Shell, done: str) -> None:
    assert shell.run("fix", "--list", "--lang", "en") == 0
    assert CAUSE in shell.out and done in shell.out and "applied, not verified" in shell.out
    assert shell.run("fix", "--list", "-o", "json") == 0
    [told] = json.loads(shell.out)["journals"]
    assert told["objects"] == ["DaemonSet/calico-node in kube-system"]


def test_an_empty_list_says_so(shell: Shell) -> None:
    assert shell.run("fix", "--list", "--lang", "en") == 0
    assert "No journals" in shell.out


# Managed by another owner


@pytest.fixture
def helm(cluster: WritableCluster) -> WritableCluster:
    release = {
        "meta.helm.sh/release-name": "calico",
        "meta.helm.sh/release-namespace": "kube-system",
    }
    cluster.object("DaemonSet", "calico-node")["metadata"]["annotations"] = release
    return cluster


def test_what_helm_keeps_is_told_in_its_form_and_not_sent(
    shell: Shell, helm: WritableCluster
) -> None:
    assert shell.fix() == 0
    assert "Helm (calico in kube-system)" in shell.out
    assert helm.rehearsed == []
    assert "--even-if-managed" in shell.out
    assert "kubectl -n kube-system set env" not in shell.out


def test_what_helm_keeps_is_not_applied(shell: Shell, helm: WritableCluster) -> None:
    assert shell.fix("--apply", "--plan", shell.plan()) == 3
    assert "calicovet can send none of the steps of this plan" in shell.out
    assert helm.written == []


def test_even_if_managed_it_is_where_one_insists(shell: Shell, helm: WritableCluster) -> None:
    plan = shell.json("--even-if-managed")["plan"]["id"]
    flags = ("--even-if-managed", "--apply", "--plan", plan, "--within", "0")
    assert shell.fix(*flags) == 0
    assert variables(helm) == {VARIABLE: METHOD}


# What the server may refuse half-way


def test_a_webhook_that_refuses_is_told_in_its_own_words(
    shell: Shell, cluster: WritableCluster
) -> None:
    said = 'admission webhook "policy" denied the request: no'

    def deny(seen: Seen) -> Said:
        if seen.method == "PATCH":
            return status(400, said, "BadRequest")
        return cluster.answer_without_faults(seen)

    cluster.fail("/daemonsets/calico-node", deny)
    assert shell.fix("--apply", "--plan", shell.plan()) == 1
    assert said in " ".join(shell.out.split())
    assert cluster.written == []


@pytest.mark.parametrize(
    "body",
    [
        b"<html>please log in</html>",
        b'{"kind":"Status","status":"Success"}',
        b'{"kind":"DaemonSet","metadata":{"name":"another","uid":"u"}}',
    ],
)
def test_an_answer_that_is_not_the_object_is_not_told_as_changed(
    body: bytes, shell: Shell, cluster: WritableCluster
) -> None:
    plan = shell.plan()

    def proxy(seen: Seen) -> Said:
        if seen.method == "PATCH" and "dryRun" not in seen.path:
            return Said(body)
        return cluster.answer_without_faults(seen)

    cluster.fail("/daemonsets/calico-node", proxy)
    assert shell.fix("--apply", "--plan", plan) == 1
    assert "changed:" not in shell.err and "the answer is not DaemonSet" in shell.out
    assert shell.states == ["broken-off"]
