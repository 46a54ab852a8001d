"""What `make heads` adds to a case."""

from pathlib import Path

from scripts.case_heads import with_lines, write

_CASE = """\
# The near miss.
node    = "n1"
shape   = "pending"
not     = ["x-y"]
plan    = ["exec p -c calico-node -- bird -p"]

-- paste.txt --
$ kubectl get pods
-- no head --
"""


def test_a_line_stands_behind_the_keys_that_are_usual_before_it() -> None:
    added = {"stage": 'stage   = "none"', "finds": "finds   = {}", "exit": "exit    = 3"}
    assert with_lines('# Why.\nnode    = "n1"\nnot     = ["x-y"]\n', added) == (
        '# Why.\nnode    = "n1"\nstage   = "none"\nfinds   = {}\nnot     = ["x-y"]\nexit    = 3\n'
    )


def test_nothing_but_the_head_of_a_case_changes(tmp_path: Path) -> None:
    path = tmp_path / "a.case"
    path.write_text(_CASE, encoding="utf-8")
    write(path, {"exit": "exit    = 3"})
    new = path.read_text(encoding="utf-8")
    assert new == _CASE.replace('not     = ["x-y"]\n', 'not     = ["x-y"]\nexit    = 3\n')
