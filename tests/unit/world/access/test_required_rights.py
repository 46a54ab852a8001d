"""The table of rights, the roles that grant them, and what is made of an API server's answers."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import yaml

from calicovet.app.main import main
from calicovet.model.language import Language
from calicovet.model.rights import AnsweredRights, Right, Role
from calicovet.report.access import render_rights, render_rights_json
from calicovet.report.words import words
from calicovet.world.access.granted_rights import ask_rights
from calicovet.world.access.required_rights import RIGHTS
from calicovet.world.cluster.api_paths import calico_lists
from calicovet.world.cluster.worker_pool import Pool
from tests.support.recording_server import RecordingServer, Said, Seen
from tests.unit.world.kube.targets import client_of

_FOLDER = Path(__file__).parents[4] / "deploy" / "rbac"
_FILES = {Role.READ: "read.yaml", Role.NODE_PROXY: "nodeproxy.yaml", Role.FIX: "fix.yaml"}
_EVERYTHING = {"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}

Grant = tuple[str, str, str, str]
Capture = pytest.CaptureFixture[str]
Judge = Callable[[Mapping[str, str]], bool]


def manifest(role: Role) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((_FOLDER / _FILES[role]).read_text(encoding="utf-8"))
    return found


def granted_by(role: Role) -> set[Grant]:
    return {
        (group, resource, verb, name)
        for rule in manifest(role)["rules"]
        for group in rule["apiGroups"]
        for resource in rule["resources"]
        for verb in rule["verbs"]
        for name in rule.get("resourceNames", [""])
    }


def rights_of(role: Role) -> tuple[Right, ...]:
    return tuple(right for right in RIGHTS if right.role in (Role.READ, role))


def in_table(role: Role) -> set[Grant]:
    return {
        (right.group, right.resource, verb, name)
        for right in rights_of(role)
        for verb in right.verbs
        for name in right.names or ("",)
    }


@pytest.mark.parametrize("role", Role)
def test_a_role_grants_what_the_table_says_and_no_more(role: Role) -> None:
    assert manifest(role)["metadata"]["name"] == role
    assert granted_by(role) == in_table(role)


@pytest.mark.parametrize("role", Role)
def test_no_role_reads_secrets_or_grants_by_a_star(role: Role) -> None:
    words = {word for grant in granted_by(role) for word in grant}
    assert not any("secret" in word or "*" in word for word in words)


def test_reading_roles_only_read() -> None:
    assert {verb for _, _, verb, _ in granted_by(Role.NODE_PROXY)} == {"get", "list"}


def test_only_one_role_reaches_kubelets() -> None:
    reach = {role for role in Role if any("proxy" in grant[1] for grant in granted_by(role))}
    assert reach == {Role.NODE_PROXY}


def test_every_list_of_calico_is_in_the_table() -> None:
    groups = frozenset({"crd.projectcalico.org", "operator.tigera.io"})
    paths = {*calico_lists(groups), *calico_lists(frozenset({"projectcalico.org"}))}
    asked = {(path.split("/")[2], path.split("/")[4]) for path in paths}
    assert asked <= {(right.group, right.resource) for right in rights_of(Role.READ)}


def test_every_right_has_words() -> None:
    frame = words(Language.EN)
    keys = {f"right.{right.key}.{part}" for right in RIGHTS for part in ("for", "without")}
    assert keys == {key for key in frame if key.startswith("right.")}


# What the API server says.


class Rules:
    """An API server that lists rules by namespace, and judges single questions."""

    def __init__(self) -> None:
        self.rules: dict[str, list[dict[str, list[str]]]] = {}
        self.incomplete = False
        self.judge: Judge = lambda _: False
        self.groups = ["apps", "crd.projectcalico.org", "operator.tigera.io"]
        self.closed: frozenset[str] = frozenset()
        """The last words of paths that are forbidden."""

    def __call__(self, seen: Seen) -> Said:
        last = seen.path.rpartition("/")[2]
        if last in self.closed:
            return Said(b'{"kind":"Status","reason":"Forbidden","message":"no"}', 403)
        if last == "apis":
            return _said({"groups": [{"name": group} for group in self.groups]})
        if last == "selfsubjectreviews":
            return _said({"status": {"userInfo": {"username": "ada"}}})
        spec = json.loads(seen.body)["spec"]
        if last == "selfsubjectrulesreviews":
            rules = self.rules.get(spec["namespace"], self.rules.get("", []))
            status = {"resourceRules": rules or None, "incomplete": self.incomplete}
            return _said({"status": status})
        return _said({"status": {"allowed": self.judge(spec["resourceAttributes"])}})


def _said(answer: object) -> Said:
    return Said(json.dumps(answer).encode(), 201)


@pytest.fixture
def server() -> Iterator[RecordingServer]:
    with RecordingServer() as server:
        yield server


def ask(server: RecordingServer, rules: Rules, namespace: str = "") -> AnsweredRights:
    server.answer = rules
    stop = Event()
    return ask_rights(
        client_of(server.url, stop), Pool(workers=8, deadline=20.0, stop=stop), namespace
    )


def by_key(rights: AnsweredRights) -> dict[str, bool | None]:
    return {answer.right.key: answer.allowed for answer in rights.answers}


def rule(right: Right) -> dict[str, list[str]]:
    return {
        "apiGroups": [right.group],
        "resources": [right.resource],
        "verbs": list(right.verbs),
        "resourceNames": list(right.names),
    }


def test_who_may_do_everything_misses_nothing(server: RecordingServer) -> None:
    rules = Rules()
    rules.rules[""], rules.judge = [_EVERYTHING], lambda _: True
    rights = ask(server, rules)
    assert rights.user == "ada"
    assert set(by_key(rights).values()) == {True}


def test_one_request_for_each_namespace_and_reviews_only_for_the_cluster(
    server: RecordingServer,
) -> None:
    ask(server, Rules())
    sent = [seen.path.rpartition("/")[2] for seen in server.seen]
    assert sent.count("selfsubjectrulesreviews") == 4
    asked = [
        json.loads(seen.body)["spec"] for seen in server.seen if seen.path.endswith("accessreviews")
    ]
    assert not any(spec["resourceAttributes"].get("namespace") for spec in asked)
    reviews = [json.dumps(spec, sort_keys=True) for spec in asked]
    assert len(set(reviews)) == len(reviews)
    # Beside these: the server's groups, the rules of four namespaces, and who asks.
    assert len(sent) == len(reviews) + 6


def test_a_list_that_may_lack_rules_is_asked_beyond(server: RecordingServer) -> None:
    rules = Rules()
    rules.incomplete = True
    rules.judge = lambda asked: asked["resource"] == "pods" and asked["verb"] in ("get", "list")
    told = by_key(ask(server, rules))
    assert told["pods"] and told["logs"] and not told["events"]


def test_a_list_that_is_whole_is_believed(server: RecordingServer) -> None:
    rules = Rules()
    rules.judge = lambda asked: "namespace" in asked
    assert by_key(ask(server, rules))["pods"] is False


@pytest.mark.parametrize(
    ("resource", "allowed"), [("pods/log", True), ("*/log", True), ("*", True), ("pods", False)]
)
def test_a_subresource_is_granted_by_its_own_name_or_a_star(
    resource: str, allowed: bool, server: RecordingServer
) -> None:
    rules = Rules()
    rules.rules[""] = [{"apiGroups": [""], "resources": [resource], "verbs": ["get"]}]
    assert by_key(ask(server, rules))["logs"] is allowed


@pytest.mark.parametrize(
    ("names", "allowed"), [([], True), (["kubeadm-config", "x"], True), (["x"], False)]
)
def test_names_narrow_a_rule(names: list[str], allowed: bool, server: RecordingServer) -> None:
    rules = Rules()
    narrow = {"apiGroups": [""], "resources": ["configmaps"], "verbs": ["get"]}
    rules.rules[""] = [{**narrow, "resourceNames": names}]
    assert by_key(ask(server, rules))["kubeadm-config"] is allowed


def test_a_list_is_not_granted_by_names(server: RecordingServer) -> None:
    rules = Rules()
    narrow = {"apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list"]}
    rules.rules[""] = [{**narrow, "resourceNames": ["calico-node-x7k2p"]}]
    assert by_key(ask(server, rules))["pods"] is False


def test_rights_in_one_namespace_alone_are_not_enough_until_it_is_named(
    server: RecordingServer,
) -> None:
    rules = Rules()
    rules.rules["kube-system"] = [_EVERYTHING]
    pods = next(each for each in ask(server, rules).answers if each.right.key == "pods")
    assert (pods.allowed, pods.only_in) == (False, ("kube-system",))
    assert by_key(ask(server, rules, "kube-system"))["pods"] is True


def test_groups_that_the_cluster_does_not_serve_are_no_matter(server: RecordingServer) -> None:
    rules = Rules()
    rules.groups = ["apps"]
    assert not {"ippools", "installations"} & set(by_key(ask(server, rules)))
    rules.groups = ["projectcalico.org"]
    groups = {each.right.group for each in ask(server, rules).answers}
    assert "projectcalico.org" in groups and "crd.projectcalico.org" not in groups


def test_a_server_that_answers_no_review_leaves_all_open(server: RecordingServer) -> None:
    rules = Rules()
    rules.closed = frozenset(
        {"apis", "selfsubjectrulesreviews", "selfsubjectaccessreviews", "selfsubjectreviews"}
    )
    rights = ask(server, rules)
    assert rights.user == "" and set(by_key(rights).values()) == {None}


# The command.


def kubeconfig(folder: Path, url: str) -> str:
    path = folder / "config"
    path.write_text(
        f"""\
apiVersion: v1
kind: Config
clusters: [{{name: c, cluster: {{server: "{url}"}}}}]
contexts: [{{name: here, context: {{cluster: c}}}}]
current-context: here
""",
        encoding="utf-8",
    )
    return str(path)


def preflight(folder: Path, server: RecordingServer, *flags: str) -> int:
    return main(
        [
            "preflight",
            "--rbac",
            "--kubeconfig",
            kubeconfig(folder, server.url),
            "--lang",
            "en",
            *flags,
        ]
    )


def test_all_that_is_needed_is_0(tmp_path: Path, server: RecordingServer, capsys: Capture) -> None:
    rules = Rules()
    needed = [right for right in RIGHTS if right.needed]
    rules.rules[""] = [rule(right) for right in needed]
    rules.judge = lambda asked: asked["resource"] in ("nodes", "daemonsets")
    server.answer = rules
    assert preflight(tmp_path, server) == 0
    told = capsys.readouterr()
    assert told.err == f"calicovet: context here, server {server.url}\n"
    assert "MISSING" not in told.out


def test_something_needed_that_is_missing_is_1_and_can_be_pasted(
    tmp_path: Path, server: RecordingServer, capsys: Capture
) -> None:
    server.answer = Rules()
    assert preflight(tmp_path, server) == 1
    out = capsys.readouterr().out
    pasted = list(yaml.safe_load_all(out.partition("<<'EOF'\n")[2].partition("EOF\n")[0]))
    assert [each["kind"] for each in pasted] == ["ClusterRole", "ClusterRoleBinding"]
    assert pasted[1]["subjects"][0]["name"] == "ada"
    granted = {resource for each in pasted[0]["rules"] for resource in each["resources"]}
    assert {"pods/log", "nodes", "daemonsets"} <= granted
    assert "nodes/proxy" not in granted
    assert {verb for each in pasted[0]["rules"] for verb in each["verbs"]} == {"get", "list"}


def test_a_server_that_does_not_say_is_4(
    tmp_path: Path, server: RecordingServer, capsys: Capture
) -> None:
    rules = Rules()
    rules.closed = frozenset({"selfsubjectrulesreviews", "selfsubjectaccessreviews"})
    server.answer = rules
    assert preflight(tmp_path, server) == 4
    told = capsys.readouterr()
    assert told.out == "" and "system:basic-user" in told.err


def test_json_has_rule_answer_and_reason_in_both_languages(
    tmp_path: Path, server: RecordingServer, capsys: Capture
) -> None:
    server.answer = Rules()
    assert preflight(tmp_path, server, "-o", "json") == 1
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "calicovet-rights/v1"
    logs = next(each for each in told["rights"] if each["rule"]["resources"] == ["pods/log"])
    assert logs["rule"] == {"apiGroups": [""], "resources": ["pods/log"], "verbs": ["get"]}
    assert (logs["allowed"], logs["needed"], logs["role"]) == (False, True, "calicovet-read")
    assert set(logs["for"]) == set(logs["without"]) == {"en", "zh"}


def test_a_right_that_is_not_known_is_null_and_a_question_mark(server: RecordingServer) -> None:
    rules = Rules()
    rules.closed = frozenset({"selfsubjectaccessreviews"})
    rights = ask(server, rules)
    nodes = next(
        each
        for each in json.loads(render_rights_json(rights))["rights"]
        if each["rule"]["resources"] == ["nodes"]
    )
    assert nodes["allowed"] is None
    lines = render_rights(rights, Language.EN, 100).splitlines()
    assert any(line.split()[:2] == ["?", "nodes"] for line in lines)
