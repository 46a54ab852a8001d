"""No control, direction or invisible character from outside reaches standard output or standard error raw."""

import io
import json
import sys
import tarfile
import zipfile
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import yaml

from calicovet.app.cli.progress import Progress
from calicovet.app.main import main
from calicovet.app.services.render import FORMATS
from calicovet.model.language import Language
from calicovet.model.remediation.change import ObjectRef, Op, Operation, PatchObject
from calicovet.model.remediation.send_result import Made, Refusal, Refused
from calicovet.report.words import words
from calicovet.world.journals.journal_file import begin_journal
from tests.support.bridge_incident import CAUSE, incident
from tests.support.demos import DEMOS
from tests.support.hostile import BYTES, HOSTILE, SEQUENCES, leaves, put_at, raw, spread
from tests.support.recording_server import Said
from tests.support.small_cluster import SmallCluster, status
from tests.support.small_objects import crashing, daemonset, healthy, unscheduled
from tests.support.writable_cluster import WritableCluster

LANGUAGES = ("en", "zh")
FORMS = tuple(FORMATS)
"""All that `-o` takes: a form that is added is tested at once."""
SICK = "NAME READY STATUS RESTARTS AGE\ncalico-node-abcde 0/1 CrashLoopBackOff 5 5d\n"
Say = Callable[..., str]


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("KUBECONFIG", raising=False)
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO()))


@pytest.fixture
def say(capfdbinary: pytest.CaptureFixture[bytes]) -> Say:
    """Runs a command and returns all it wrote, once it is known to hold nothing raw."""

    def run(*line: str, text: bool = True) -> str:
        try:
            code = main(list(line))
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        assert code in (0, 1, 2, 3, 4), line
        out, err = (each.decode() for each in capfdbinary.readouterr())
        assert "unexpected error" not in err, err
        assert raw(out + err) == [], line
        assert not text or out or err
        return out + err

    return run


# Text


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pasted_text(demo: Any, language: str, tmp_path: Path, say: Say) -> None:
    for every in (2, 7, 29):
        for first, form in enumerate(FORMS):
            (tmp_path / "paste.txt").write_text(spread(demo.text(), every, first % every))
            where = ("diagnose", str(tmp_path / "paste.txt"), "--lang", language)
            say(*where, "-o", form, "--facts")


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_each_sequence_in_a_name_a_status_and_a_log(
    sequence: str, tmp_path: Path, say: Say
) -> None:
    text = (
        f"$ kubectl get pods -A -o wide\nNAMESPACE NAME READY STATUS RESTARTS AGE IP NODE\n"
        f"kube-system calico-node-ab{sequence}cde 0/1 Crash{sequence}LoopBackOff 5 5d 1.2.3.4 no{sequence}de\n"
        f"$ kubectl logs calico-node-abcde -c calico-node\n"
        f"2026-11-16 07:00:01.579 [FATAL][9] startup/startup.go 99: {sequence}x{sequence}\n"
    )
    (tmp_path / "paste.txt").write_text(text)
    for form in FORMS:
        for language in LANGUAGES:
            say("diagnose", str(tmp_path / "paste.txt"), "-o", form, "--lang", language, "--facts")


def test_bytes_that_are_no_text(tmp_path: Path, say: Say) -> None:
    (tmp_path / "paste.txt").write_bytes(SICK.encode() + BYTES + b"\n" + BYTES)
    for form in FORMS:
        say("diagnose", str(tmp_path / "paste.txt"), "-o", form, "--facts")


# Names of files

NAME = "a\x1b[31m\x9b2J\u202e\u200b\U000e0041\n\r\t`|<b>.txt"


def _folder(path: Path) -> Path:
    (path / "folder").mkdir()
    for name in (NAME.encode(), b"half-\xff\xed\xa0\x80.txt"):
        (path / "folder").joinpath(name.decode(errors="surrogateescape")).write_text(SICK)
    return path / "folder"


def _tar(path: Path) -> Path:
    with tarfile.open(path / "x.tar.gz", "w:gz") as archive:
        for name in (NAME, "../" + NAME, "/" + NAME, NAME + "/" + NAME):
            member = tarfile.TarInfo(name)
            member.size = len(SICK)
            archive.addfile(member, io.BytesIO(SICK.encode()))
        link = tarfile.TarInfo("link" + NAME)
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/" + NAME
        archive.addfile(link)
    return path / "x.tar.gz"


def _zip(path: Path) -> Path:
    with zipfile.ZipFile(path / "x.zip", "w") as archive:
        for name in (NAME, "../" + NAME):
            archive.writestr(name, SICK)
    return path / "x.zip"


def _bundle(path: Path) -> Path:
    index = {"schema": "calicovet-bundle/v1", "pieces": [{"path": NAME, "kind": NAME}]}
    with tarfile.open(path / "b.tar.gz", "w:gz") as archive:
        for name, text in (
            ("calicovet/index.json", json.dumps(index)),
            (f"calicovet/{NAME}", SICK),
        ):
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return path / "b.tar.gz"


@pytest.mark.parametrize("make", [_folder, _tar, _zip, _bundle])
def test_names_of_files(make: Callable[[Path], Path], tmp_path: Path, say: Say) -> None:
    path = make(tmp_path)
    for form in FORMS:
        for language in LANGUAGES:
            say("diagnose", str(path), "-o", form, "--lang", language, "--facts")
    say("diagnose", "--each", str(path), str(path / NAME))
    say("fix", CAUSE, str(path))
    say("whatif", "address", str(path))


# Arguments


@pytest.mark.parametrize(
    "line",
    [
        ("diagnose", HOSTILE.replace("/", "")),
        ("diagnose", "-o", HOSTILE),
        ("diagnose", "--lang", HOSTILE),
        ("diagnose", f"--{HOSTILE}"),
        ("diagnose", "--node", HOSTILE, "PASTE"),
        ("diagnose", "--kubeconfig", HOSTILE),
        ("diagnose", "--server", HOSTILE),
        ("diagnose", "--server", f"https://{HOSTILE}"),
        ("diagnose", "--server", f"http://127.0.0.1:1/{HOSTILE}"),
        ("diagnose", "--server", "http://127.0.0.1:1", "--host-facts", HOSTILE),
        (HOSTILE,),
        ("demo", HOSTILE),
        ("explain", HOSTILE),
        ("causes", HOSTILE),
        ("causes", "--stage", HOSTILE),
        ("causes", "--red-herrings", HOSTILE),
        ("fix", HOSTILE),
        ("fix", HOSTILE, "PASTE"),
        ("fix", CAUSE, HOSTILE),
        ("fix", CAUSE, "--plan", HOSTILE, "--apply", "--server", "http://127.0.0.1:1"),
        ("rollback", HOSTILE),
        ("rollback", HOSTILE + ".jsonl"),
        ("whatif", "address", HOSTILE),
        ("whatif", "address", f"interface={HOSTILE}", "PASTE"),
        ("whatif", "address", f"cidr={HOSTILE}", "PASTE"),
        ("whatif", HOSTILE),
        ("preflight", "--to", HOSTILE, "--host"),
        ("preflight", "--host", "--host-facts", HOSTILE),
        ("host-script", "--node", HOSTILE),
        ("host-script", "--api", HOSTILE),
        ("collect", "-o", HOSTILE, "--server", "http://127.0.0.1:1"),
        ("collect", "-o", f"/nowhere/{HOSTILE}", "--server", "http://127.0.0.1:1"),
        ("new-cause", HOSTILE, HOSTILE),
        ("--debug", "diagnose", HOSTILE),
    ],
    ids=lambda line: " ".join(word for word in line if word.isprintable()),
)
def test_arguments(
    line: tuple[str, ...], tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "paste.txt").write_text(SICK)
    kept = tuple("paste.txt" if word == "PASTE" else word for word in line)
    for language in LANGUAGES:
        monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8" if language == "zh" else "C")
        say(*kept)


# A live cluster


def config(path: Path, url: str, **more: str) -> str:
    """A kubeconfig; what is given replaces a name in it."""
    name = {"cluster": "c", "user": "u", "context": "here", **more}
    told = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": name["context"],
        "clusters": [{"name": name["cluster"], "cluster": {"server": url}}],
        "users": [{"name": name["user"], "user": {"token": "t0ken"}}],
        "contexts": [
            {
                "name": name["context"],
                "context": {"cluster": name["cluster"], "user": name["user"], "namespace": "x"},
            }
        ],
    }
    path.joinpath("config").write_text(yaml.safe_dump(told))
    return str(path / "config")


def objects() -> list[dict[str, Any]]:
    return [daemonset(3), *healthy(1), *crashing(2), unscheduled("calico-node-00003")]


_PLACES = sorted({(each["kind"], at) for each in objects() for at in leaves(each)}, key=str)
_KEPT = ("apiVersion", "kind")
PLACES = [(kind, at) for kind, at in _PLACES if at[0] not in _KEPT]


@pytest.mark.parametrize("group", range(12))
def test_every_text_of_a_live_cluster(group: int, tmp_path: Path, say: Say) -> None:
    """One field after the other is hostile, so that the others are still recognised."""
    forms = cycle(FORMS)
    for kind, at in PLACES[group::12]:
        hurt = objects()
        for each in hurt:
            if each["kind"] == kind and at in set(leaves(each)):
                put_at(each, at, HOSTILE)
        with SmallCluster(hurt) as cluster:
            cluster.logs["calico-node-00002", "calico-node", False] = f"{HOSTILE}\n"
            path = config(tmp_path, cluster.url)
            for language in LANGUAGES:
                words = ("--kubeconfig", path, "--lang", language, "--deadline", "10s")
                say("diagnose", *words, "-o", next(forms), "--facts", "--no-node-proxy")


@pytest.mark.parametrize("field", ["cluster", "user", "context"])
@pytest.mark.parametrize("command", [("diagnose",), ("preflight", "--rbac")])
def test_names_in_a_kubeconfig(
    field: str, command: tuple[str, ...], tmp_path: Path, say: Say
) -> None:
    with SmallCluster(objects()) as cluster:
        path = config(tmp_path, cluster.url, **{field: HOSTILE})
        for language in LANGUAGES:
            say(*command, "--kubeconfig", path, "--lang", language)
        say(*command, "--kubeconfig", path, f"--{field}", f"not {HOSTILE}")
        say("collect", "--kubeconfig", path, "-o", str(tmp_path / "b.tar.gz"), "--force")
        say("diagnose", str(tmp_path / "b.tar.gz"), "--facts")


def test_a_plugin_and_files_of_a_kubeconfig(tmp_path: Path, say: Say) -> None:
    for user in (
        {"exec": {"command": f"./{HOSTILE.replace('/', '')}", "apiVersion": HOSTILE}},
        {"exec": {"command": f"./{HOSTILE.replace('/', '')}", "apiVersion": PLUGIN_VERSION}},
        {"exec": {"command": "sh", "args": ["-c", "exit 1"], "apiVersion": PLUGIN_VERSION}},
        {
            "exec": {
                "command": "sh",
                "args": ["-c", f"echo '{HOSTILE}'"],
                "apiVersion": PLUGIN_VERSION,
            }
        },
        {"client-certificate": HOSTILE, "client-key": HOSTILE},
        {"tokenFile": HOSTILE},
        {"auth-provider": {"name": HOSTILE}},
        {HOSTILE: HOSTILE},
    ):
        path = Path(config(tmp_path, "https://127.0.0.1:1"))
        told = yaml.safe_load(path.read_text())
        told["users"][0]["user"] = user
        path.write_text(yaml.safe_dump(told))
        for language in LANGUAGES:
            say("diagnose", "--kubeconfig", str(path), "--lang", language)
    for text in (HOSTILE, f"{{{HOSTILE}", f'current-context: "{HOSTILE}', f"clusters: {HOSTILE!r}"):
        path.write_text(text)
        say("diagnose", "--kubeconfig", str(path))


PLUGIN_VERSION = "client.authentication.k8s.io/v1"


@pytest.mark.parametrize("code", [400, 401, 403, 409])
def test_messages_of_a_server(code: int, tmp_path: Path, say: Say) -> None:
    languages = cycle(LANGUAGES)
    with SmallCluster(objects()) as cluster:
        cluster.fail("pods|daemonsets", lambda _: status(code, HOSTILE, HOSTILE))
        path = config(tmp_path, cluster.url)
        for command in (("diagnose",), ("preflight",), ("fix", CAUSE), ("whatif", "address")):
            say(*command, "--kubeconfig", path, "--lang", next(languages))
        say("diagnose", "--kubeconfig", path, "-o", "json")


def test_an_answer_that_is_no_json(tmp_path: Path, say: Say) -> None:
    with SmallCluster(objects()) as cluster:
        for code in (200, 403):
            cluster.fail("", lambda _, code=code: Said(BYTES, code))  # type: ignore[misc]
            say("diagnose", "--kubeconfig", config(tmp_path, cluster.url))
            cluster._faults.clear()


# fix, journals and rollback


def hostile_journal(folder: Path, url: str, name: str) -> Path:
    patch = PatchObject(
        ref=ObjectRef(
            api_version="apps/v1",
            kind="DaemonSet",
            plural="daemonsets",
            name="calico-node",
            namespace="kube-system",
        ),
        operations=(Operation(Op.ADD, f"/spec/{HOSTILE.replace('/', '')}", {HOSTILE: HOSTILE}),),
        undo=(Operation(Op.ADD, f"/spec/{HOSTILE.replace('/', '')}", {HOSTILE: HOSTILE}),),
    )
    writer = begin_journal(
        folder,
        plan=name,
        causes=(CAUSE, HOSTILE),
        nodes=(HOSTILE,),
        context=HOSTILE,
        server=url,
        authority=HOSTILE,
        changes=(patch, patch),
    )
    writer.sending(0)
    writer.done(0, Made(uid=HOSTILE, resource_version=HOSTILE))
    writer.sending(1)
    writer.refused(1, Refused(why=Refusal.NO_ANSWER, said=HOSTILE))
    return writer.path


@pytest.mark.parametrize("is_sealed", [True, False])
def test_fields_of_a_journal(is_sealed: bool, tmp_path: Path, say: Say) -> None:
    folder = tmp_path / "state" / "calicovet" / "journals"
    with incident() as cluster:
        for url in (cluster.url, HOSTILE):
            path = hostile_journal(folder, url, "aaa" if url == HOSTILE else "bbb")
            if not is_sealed:
                path.write_bytes(path.read_bytes().replace(b'"nodes":', b'"nodes" :'))
            for language in LANGUAGES:
                where = ("--lang", language, "--kubeconfig", config(tmp_path, cluster.url))
                for form in ("text", "json"):
                    say("rollback", str(path), "-o", form, *where)
                    say("rollback", str(path), "--dry-run", "-o", form, *where)
                    say("fix", "--list", "-o", form, "--lang", language)
    say("rollback", str(path.rename(path.with_name(f"{NAME}.jsonl"))), "--lang", "en")
    say("fix", "--list")
    say("fix", "--list", "-o", "json")


@pytest.mark.parametrize("form", ["text", "json", "script"])
def test_a_plan_and_what_the_server_says_to_it(form: str, tmp_path: Path, say: Say) -> None:
    def answer(cluster: WritableCluster) -> Callable[[Any], Said]:
        def refuse(seen: Any) -> Said:
            if seen.method == "PATCH":
                return status(400, HOSTILE, HOSTILE)
            return cluster.answer_without_faults(seen)

        return refuse

    with incident() as cluster:
        each = cluster.object("DaemonSet", "calico-node")
        each["metadata"]["annotations"] = {HOSTILE: HOSTILE}
        each["spec"]["template"]["spec"]["containers"][0]["env"] = [
            {"name": HOSTILE, "value": HOSTILE},
        ]
        path = config(tmp_path, cluster.url)
        for language in LANGUAGES:
            say("fix", CAUSE, "--kubeconfig", path, "--lang", language, "-o", form)
        cluster.fail("/daemonsets/calico-node", answer(cluster))
        for language in LANGUAGES:
            say("fix", CAUSE, "--kubeconfig", path, "--lang", language, "-o", form)


# The output of host scripts


@pytest.mark.parametrize("every", [2, 5, 17])
def test_host_facts(every: int, tmp_path: Path, say: Say) -> None:
    told = (
        "$ hostname\nnode-1\n$ uname -r\n5.15.0\n$ ip addr\n1: lo: <LOOPBACK,UP> mtu 65536\n"
        "    inet 127.0.0.1/8 scope host lo\n2: eth0: <UP> mtu 1500\n    inet 10.0.0.2/24 scope\n"
        "$ cat /etc/os-release\nNAME=Ubuntu\n$ df -h\nFilesystem Size Used Avail Use% Mounted on\n"
    )
    (tmp_path / "facts.txt").write_text(spread(told, every, 1))
    for language in LANGUAGES:
        path = ("--host-facts", str(tmp_path / "facts.txt"), "--lang", language)
        say("preflight", "--host", *path)
        say("preflight", "--host", *path, "-o", "json")
        say("diagnose", str(tmp_path / "facts.txt"), "--lang", language, "--facts")
        for form in ("text", "markdown", "json"):
            say("whatif", "address", str(tmp_path / "facts.txt"), "-o", form, "--lang", language)


# Progress


def test_progress() -> None:
    stream = io.StringIO()
    progress = Progress(words(Language.EN), stream, terminal=True)
    progress._frame = {}  # type: ignore[assignment]
    progress._what, progress._total = HOSTILE, 2
    progress._draw()
    assert raw(stream.getvalue().replace("\r\x1b[K", "")) == []


# Colours are the report's own


@pytest.mark.parametrize(
    "line",
    [
        ("demo",),
        ("causes",),
        ("causes", "--red-herrings"),
        ("explain", CAUSE),
        ("fix", CAUSE, "PASTE"),
        ("preflight", "--host"),
        ("diagnose", "PASTE"),
    ],
    ids=" ".join,
)
def test_colours_are_kept(
    line: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paste = next(each for each in DEMOS if each.name == "requests-hang-on-one-node").text()
    (tmp_path / "paste.txt").write_text(paste)
    main(
        [
            *(str(tmp_path / "paste.txt") if each == "PASTE" else each for each in line),
            "--color=always",
        ]
    )
    out = capsys.readouterr().out
    assert "\x1b[" in out and r"\x1b" not in out
