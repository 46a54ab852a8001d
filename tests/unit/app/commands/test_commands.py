"""Commands, as a shell sees them."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from calicovet.app.commands.causes import stages_called
from calicovet.app.commands.new_cause import require_checkout, write_cause
from calicovet.app.main import main, program_name
from calicovet.app.services.render import FORMATS
from calicovet.causes import catalogue
from calicovet.model.case import Case
from calicovet.model.cause import Sign
from calicovet.model.errors import BadUsage
from calicovet.model.stage import StageId
from calicovet.report.machine.diagnosis_json import json_schema

Capture = pytest.CaptureFixture[str]
SCHEMA = Draft202012Validator(json.loads(json_schema()))


@pytest.fixture(autouse=True)
def _english_and_nobodys_cluster(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("KUBECONFIG", "KUBERNETES_SERVICE_HOST"):
        monkeypatch.delenv(name, raising=False)


def paste(folder: Path, text: str, name: str = "paste.txt") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


HEALTHY = """$ kubectl -n kube-system get pods -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP           NODE
calico-node-9qz4m   1/1     Running   0          2d    192.0.2.11   node-a
calico-node-x7k2p   1/1     Running   0          2d    192.0.2.12   node-b.example.com
"""
SICK = HEALTHY.replace("x7k2p   1/1     Running   0 ", "x7k2p   0/1     Running   0 ")


def test_the_version_is_one_line(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("calicovet 0.")


@pytest.mark.parametrize("output", FORMATS)
def test_every_form_names_the_unhealthy_node(output: str, tmp_path: Path, capsys: Capture) -> None:
    assert main(["diagnose", "-o", output, paste(tmp_path, SICK)]) == 3
    assert "node-b.example.com" in capsys.readouterr().out


def test_a_plugin_of_kubectl_goes_by_the_name_that_is_typed() -> None:
    assert program_name("/usr/local/bin/kubectl-calico_vet") == "kubectl calico-vet"
    assert program_name("C:\\bin\\kubectl-calico_vet.exe") == "kubectl calico-vet"
    assert program_name("/usr/bin/calicovet") == "calicovet"


@pytest.mark.parametrize("words", [[], ["diagnose"]])
def test_without_a_cluster_and_without_text_there_is_nothing_to_look_at(
    words: list[str], capsys: Capture
) -> None:
    assert main(words) == 4
    told = capsys.readouterr()
    assert told.out == "" and len(told.err.splitlines()) == 2


@pytest.mark.parametrize(
    "words", [["no-such-command"], ["diagnose", "x", "-o", "yml"], ["demo", "--lang", "fr"]]
)
def test_wrong_usage_ends_with_2(words: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert capsys.readouterr().out == ""


def test_a_missing_file_is_told_in_two_lines(capsys: Capture) -> None:
    assert main(["diagnose", "no-such-file"]) == 4
    assert capsys.readouterr().err == (
        "calicovet: there is no file no-such-file\n"
        "  give a file or a folder, or `-` for standard input\n"
    )


def test_errors_speak_the_readers_language(capsys: Capture) -> None:
    assert main(["diagnose", "no-such-file", "--lang", "zh"]) == 4
    assert "没有文件 no-such-file" in capsys.readouterr().err
    assert main(["--lang", "zh", "diagnose", "no-such-file"]) == 4
    assert "没有文件 no-such-file" in capsys.readouterr().err


def test_debug_shows_where_an_error_came_from_and_how_the_command_ends(capsys: Capture) -> None:
    assert main(["diagnose", "--debug"]) == 4
    told = capsys.readouterr().err
    assert "Traceback" in told and "NoAccess" in told


def test_a_program_that_gives_a_picture_is_told_so_in_json(tmp_path: Path, capsys: Capture) -> None:
    shot = tmp_path / "shot.png"
    shot.write_bytes(b"\x89PNG\r\n\x1a\n")
    assert main(["diagnose", str(shot), "-o", "json"]) == 4
    assert '"could-not-look"' in capsys.readouterr().out


def test_a_picture_is_refused_with_the_commands_to_paste(tmp_path: Path, capsys: Capture) -> None:
    shot = tmp_path / "shot.png"
    shot.write_bytes(b"\x89PNG\r\n\x1a\n")
    assert main(["diagnose", str(shot)]) == 4
    told = capsys.readouterr().err
    assert "shot.png is a picture" in told and "kubectl -n kube-system describe pod" in told


def test_healthy_is_one_line_and_0(tmp_path: Path, capsys: Capture) -> None:
    assert main(["diagnose", paste(tmp_path, HEALTHY)]) == 0
    assert capsys.readouterr().out == "calico-node is healthy on 2 nodes.\n"


def test_sick_without_a_cause_is_3_unless_zero_is_asked_for(
    tmp_path: Path, capsys: Capture
) -> None:
    path = paste(tmp_path, SICK)
    assert main(["diagnose", path]) == 3
    assert "CAUSE UNKNOWN" in capsys.readouterr().out
    assert main(["diagnose", path, "--exit-zero"]) == 0


def test_text_that_says_nothing_is_4(tmp_path: Path, capsys: Capture) -> None:
    assert main(["diagnose", paste(tmp_path, "the weather is fine\n")]) == 4
    assert capsys.readouterr().out.startswith("Nothing about calico-node")


def test_a_path_alone_is_diagnosed(tmp_path: Path, capsys: Capture) -> None:
    assert main([paste(tmp_path, SICK)]) == 3
    assert "node-b.example.com" in capsys.readouterr().out
    assert main(["-o", "json", paste(tmp_path, HEALTHY)]) == 0
    assert json.loads(capsys.readouterr().out)["summary"]["healthy"] == 2


def test_a_variable_chooses_the_form_and_a_flag_wins(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALICOVET_OUTPUT", "json")
    path = paste(tmp_path, HEALTHY)
    assert main([path]) == 0
    assert capsys.readouterr().out.startswith("{")
    assert main([path, "-o", "text"]) == 0
    assert capsys.readouterr().out.startswith("calico-node is healthy")


def test_a_demo_that_does_not_exist_has_a_neighbour(capsys: Capture) -> None:
    assert main(["demo", "two-node-crash"]) == 2
    assert "did you mean two-nodes-crash" in capsys.readouterr().err


def test_one_node_alone_by_its_short_name(tmp_path: Path, capsys: Capture) -> None:
    path = paste(tmp_path, SICK)
    assert main(["diagnose", path, "--node", "node-b"]) == 3
    assert main(["diagnose", path, "--node", "node-a"]) == 0
    capsys.readouterr()
    assert main(["diagnose", path, "--node", "node-b.example.org"]) == 2
    assert "did you mean node-b.example.com" in capsys.readouterr().err
    assert main(["diagnose", path, "--node", "xyz"]) == 2
    assert "nodes: node-a, node-b.example.com" in capsys.readouterr().err


@pytest.mark.parametrize("text", [HEALTHY, SICK, "the weather is fine\n"])
def test_json_is_one_valid_document(text: str, tmp_path: Path, capsys: Capture) -> None:
    main(["diagnose", paste(tmp_path, text), "-o", "json"])
    SCHEMA.validate(json.loads(capsys.readouterr().out))


def test_each_path_is_a_line_and_none_keeps_the_others_back(
    tmp_path: Path, capsys: Capture
) -> None:
    paths = [paste(tmp_path, HEALTHY, "a"), str(tmp_path / "no"), paste(tmp_path, SICK, "b")]
    assert main(["diagnose", "--each", "-o", "jsonl", *paths]) == 4
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for one in told:
        SCHEMA.validate(one)
    assert [one["input"] for one in told] == paths
    assert [one["summary"]["verdict"] for one in told] == [
        "healthy",
        "could-not-look",
        "unexplained",
    ]


def test_several_incidents_are_no_single_document(tmp_path: Path, capsys: Capture) -> None:
    assert main(["diagnose", "--each", "-o", "json", paste(tmp_path, HEALTHY)]) == 2
    assert "jsonl" in capsys.readouterr().err


def test_each_in_text_and_markdown_is_headed_by_its_path(tmp_path: Path, capsys: Capture) -> None:
    path = paste(tmp_path, SICK)
    main(["diagnose", "--each", path])
    assert capsys.readouterr().out.startswith(f"== {path}\n? node-b")
    main(["diagnose", "--each", "-o", "markdown", path])
    shown = path.replace("_", "\\_")
    assert capsys.readouterr().out.startswith(f"## {shown}\n\n<!-- calicovet: report")


def test_facts_come_before_the_verdict(tmp_path: Path, capsys: Capture) -> None:
    path = paste(tmp_path, SICK)
    main(["diagnose", path, "--facts"])
    told = capsys.readouterr().out
    assert told.index("PodListed") < told.index("CAUSE UNKNOWN")
    assert main(["diagnose", path, "--facts", "-o", "json"]) == 2


def test_more_is_said_on_standard_error_only(tmp_path: Path, capsys: Capture) -> None:
    main(["diagnose", paste(tmp_path, HEALTHY), "-v"])
    told = capsys.readouterr()
    assert told.out.count("\n") == 1
    assert "read paste.txt in" in told.err


def test_a_cause_is_explained_by_name_and_by_code(capsys: Capture) -> None:
    assert main(["explain", "ip-wrong-bridge"]) == 0
    by_name = capsys.readouterr().out
    assert main(["explain", "adr003"]) in (0, 2)
    assert "## What you see" in by_name
    assert main(["explain", "ip-wrong-bridge", "--color", "always", "--lang", "zh"]) == 0
    assert "\x1b[" in capsys.readouterr().out


def test_a_cause_that_does_not_exist_has_a_neighbour(capsys: Capture) -> None:
    assert main(["explain", "ip-wrong-brige"]) == 2
    assert "ip-wrong-bridge" in capsys.readouterr().err


def test_half_a_name_and_a_wrong_code_have_neighbours_too(capsys: Capture) -> None:
    assert main(["explain", "cgroup-driver"]) == 2
    assert "rt-cgroup-driver-reverse" in capsys.readouterr().err
    assert main(["explain", "ADR03"]) == 2
    assert "ADR003" in capsys.readouterr().err


def test_a_stage_and_a_harmless_line_are_explained_too(capsys: Capture) -> None:
    assert main(["explain", "address-chosen"]) == 0
    assert "ip-wrong-bridge" in capsys.readouterr().out
    assert main(["explain", "sctp-modprobe", "--lang", "zh"]) == 0
    assert "nf_conntrack_proto_sctp" in capsys.readouterr().out


def test_causes_for_programs_are_filtered_as_for_people(capsys: Capture) -> None:
    assert main(["causes", "bridge", "--stage", "address", "-o", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    names = [row["name"] for row in told["causes"]]
    assert "ip-wrong-bridge" in names
    assert {row["stage"] for row in told["causes"]} <= {"address-chosen", "address-unique"}


def test_red_herrings_are_listed_by_word(capsys: Capture) -> None:
    assert main(["causes", "--red-herrings", "sctp"]) == 0
    told = capsys.readouterr().out
    assert "sctp-modprobe" in told and "graceful-restart" not in told
    assert main(["causes", "--red-herrings", "-o", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["red_herrings"]) > 40
    assert main(["causes", "--red-herrings", "--stage", "bird"]) == 2


def test_causes_are_listed_by_word_and_stage(capsys: Capture) -> None:
    assert main(["causes", "bridge", "--stage", "address"]) == 0
    told = capsys.readouterr().out
    assert "ip-wrong-bridge" in told
    assert main(["causes", "bridge", "--stage", "bird"]) == 0
    assert "ip-wrong-bridge" not in capsys.readouterr().out
    assert main(["causes", "--stage", "moon"]) == 2
    assert "stages: pod," in capsys.readouterr().err
    assert main(["causes", "--stage", "adress"]) == 2
    assert "did you mean address?" in capsys.readouterr().err


def test_a_stage_goes_by_its_long_and_its_short_name() -> None:
    assert stages_called("address-chosen") == {StageId.ADDRESS_CHOSEN}
    assert StageId.ADDRESS_UNIQUE in stages_called("address")
    assert stages_called("") == set(StageId)


def test_the_schema_is_printed(capsys: Capture) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "calicovet/v1"


@pytest.mark.parametrize("debug", [True, False])
def test_a_cause_that_crashes_is_named_and_under_debug_with_its_traceback(
    debug: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def crash(case: Case) -> Iterator[Sign]:
        raise LookupError("password=hunter2")

    causes = [
        replace(cause, examine=crash) if cause.name == "ip-wrong-bridge" else cause
        for cause in catalogue.load_catalogue()
    ]
    monkeypatch.setattr(catalogue, "load_catalogue", lambda: causes)
    main(["diagnose", paste(tmp_path, SICK), "--details", *(["--debug"] if debug else [])])
    told = capsys.readouterr()
    assert "ip-wrong-bridge: calicovet failed" in told.out
    assert ("LookupError" in told.err, "in crash" in told.err) == (debug, debug)
    assert "hunter2" not in told.err


def test_a_new_cause_never_overwrites(tmp_path: Path) -> None:
    write_cause(tmp_path, {"host/new_one/cause.py": "a"})
    with pytest.raises(BadUsage):
        write_cause(tmp_path, {"host/new_one/cause.py": "b"})
    assert (tmp_path / "host/new_one/cause.py").read_text("utf-8") == "a"


def test_a_new_cause_in_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "host").write_text("a file", "utf-8")
    with pytest.raises(BadUsage) as caught:
        write_cause(tmp_path, {"host/new_one/cause.py": "a"})
    assert caught.value.key == "read-only"


@pytest.mark.parametrize("folder", ["lib/python3/site-packages", "a-target-of-pip"])
def test_no_new_cause_is_written_into_an_installed_package(folder: str, tmp_path: Path) -> None:
    with pytest.raises(BadUsage) as caught:
        require_checkout(tmp_path / folder / "calicovet/causes")
    assert caught.value.key == "no-checkout"


def test_a_new_cause_is_begun_with_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert catalogue.load_catalogue() and catalogue.retired() is not None  # before HOME is another
    home = tmp_path / "src/calicovet/causes"
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(catalogue, "HOME", home)
    assert main(["new-cause", "host", "host-on-fire"]) == 0
    told = capsys.readouterr()
    code = catalogue.next_code("host")
    assert told.out == f"host-on-fire ({code})\n"
    assert f'code="{code}"' in (home / "host/host_on_fire/cause.py").read_text("utf-8")
    assert "doc.zh.md" in told.err


def test_a_bad_name_for_a_new_cause_is_refused(capsys: Capture) -> None:
    assert main(["new-cause", "nowhere", "a-b"]) == 2
    assert main(["new-cause", "host", "NotAName"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 4


def test_standard_input_is_read(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Path(paste(tmp_path, HEALTHY)).open(encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(["diagnose", "-"]) == 0
    assert "healthy" in capsys.readouterr().out
