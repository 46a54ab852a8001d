"""`fix -o script`: nothing but the script of one node, ready to be put into a file."""

import json
from pathlib import Path

import pytest

from calicovet.app.main import main
from calicovet.causes.catalogue import folder_of

_CAUSE = "rt-systemd-cgroup-silent-kill"


def _case(cause: str, stem: str) -> str:
    return str(folder_of(cause) / "cases" / f"{stem}.case")


_ONE = _case(_CAUSE, "two_files_and_a_peer")
_TWO = (_ONE, _case(_CAUSE, "literal_slice_in_cgroup"))


def test_it_prints_the_script_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", _CAUSE, _ONE, "--lang", "en", "-o", "script"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("#!/bin/sh\n# calicovet, plan ")
    assert said.out.endswith("\nesac\n")
    assert said.err == ""


def test_it_speaks_the_readers_language(capsys: pytest.CaptureFixture[str]) -> None:
    main(["fix", _CAUSE, _ONE, "--lang", "zh", "-o", "script"])
    assert "请以 root 运行" in capsys.readouterr().out


def test_of_several_nodes_one_has_to_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", _CAUSE, *_TWO, "--lang", "en", "-o", "script"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "edge-07" in said.err
    assert "--node" in said.err
    assert main(["fix", _CAUSE, *_TWO, "--lang", "en", "-o", "script", "--node", "edge-07"]) == 0
    assert "node='edge-07'\n" in capsys.readouterr().out


def test_a_plan_without_host_steps_has_no_script(capsys: pytest.CaptureFixture[str]) -> None:
    case = _case("rbac-forbidden", "after_new_images")
    assert main(["fix", "rbac-forbidden", case, "--lang", "en", "-o", "script"]) == 3
    assert capsys.readouterr().out == ""


def test_a_script_is_not_applied(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", _CAUSE, "--apply", "-o", "script"]) == 2
    assert capsys.readouterr().out == ""


def test_who_asks_about_one_node_sees_it_after_the_plan(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["fix", _CAUSE, _ONE, "--lang", "en", "--node", "k8s-w5"])
    assert "#!/bin/sh" in capsys.readouterr().out
    main(["fix", _CAUSE, _ONE, "--lang", "en"])
    said = capsys.readouterr().out
    assert "#!/bin/sh" not in said
    assert "--node k8s-w5 PATH… -o script > fix-k8s-w5.sh" in said


def test_in_json_it_stands_under_its_steps(capsys: pytest.CaptureFixture[str]) -> None:
    main(["fix", _CAUSE, _ONE, "--lang", "en", "-o", "json"])
    steps = json.loads(capsys.readouterr().out)["plan"]["steps"]
    scripts = [step["script"] for step in steps]
    assert scripts[0] == scripts[1]
    assert scripts[0]["text"].startswith("#!/bin/sh\n")
    assert scripts[0]["undo"] == "sh fix-k8s-w5.sh undo"
    # The pod is deleted where kubectl works.
    assert scripts[2] is None


def test_a_step_that_needs_a_human_is_told_with_the_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cause = "rt-sandbox-image-unavailable"
    cases = sorted(Path(folder_of(cause) / "cases").glob("*.case"))
    told = ""
    for case in cases:
        main(["fix", cause, str(case), "--lang", "en"])
        told += capsys.readouterr().out
    told = " ".join(told.split())  # lines end where the terminal does
    assert "step 1 is in no script: what stands in angle brackets is for you to put in" in told
    assert "step 2 is in no script: it has to wait for one that is not" in told


def test_a_restart_that_changes_no_file_is_a_script_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cases = sorted(Path(folder_of("rt-runtime-hung") / "cases").glob("*.case"))
    ends = [
        main(["fix", "rt-runtime-hung", str(case), "--lang", "en", "-o", "script"])
        for case in cases
    ]
    assert 0 in ends
    assert "systemctl restart containerd kubelet" in capsys.readouterr().out
