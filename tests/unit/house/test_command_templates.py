"""Commands are made by templates that quote, never by gluing text together."""

import ast
from collections.abc import Iterator, Set
from pathlib import Path
from string import Formatter

import pytest

import calicovet
from calicovet.model.shell import command, part

_ROOT = Path(calicovet.__file__).parent
_PACKAGES = ("causes", "diagnosis", "model", "remedy", "report", "startup", "world", "app")
_TEMPLATES = {command.__name__, part.__name__}
_TYPED = {"commands", "undo", "saw", "command", "taken_by", "how_to_close", "typed"}
"""What holds a command: arguments and variables of that name."""
_LINES = {"taken_by", "how_to_close", "line", "typed"}
"""The same where the cluster is read: there a line is what a person would type."""
_PROGRAMS = frozenset(
    [
        "arping",
        "calicoctl",
        "cat",
        "chmod",
        "chown",
        "cp",
        "crictl",
        "ctr",
        "curl",
        "docker",
        "echo",
        "ethtool",
        "findmnt",
        "getent",
        "grep",
        "grubby",
        "ip",
        "iptables",
        "journalctl",
        "kubeadm",
        "kubectl",
        "ls",
        "mkdir",
        "modprobe",
        "mount",
        "mv",
        "nc",
        "nft",
        "oc",
        "openssl",
        "ping",
        "printf",
        "rm",
        "rmdir",
        "sed",
        "sh",
        "skopeo",
        "ss",
        "ssh",
        "stat",
        "sysctl",
        "systemctl",
        "tar",
        "test",
        "timeout",
        "touch",
        "umount",
    ]
)
_OF_THE_SHELL = ("shell.py", "host_script_text.py", "host_script.py", "host_probes.py", "redact.py")
"""Where text of the shell is written out: each word goes through shlex, or is the program's own."""


def _modules(package: str = "") -> list[Path]:
    roots = [package] if package else _PACKAGES
    paths = (path for root in roots for path in (_ROOT / root).rglob("*.py"))
    return sorted(
        path for path in paths if path.name not in _OF_THE_SHELL and path.parent.name != "kube"
    )


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.Name) and node.id.strip("_").isupper()
    )


def _glued(node: ast.AST) -> bool:
    """Whether text is put together from values: an f-string, a sum, `%` or `.format`."""
    match node:
        case ast.JoinedStr(values=values):
            holes = (value for value in values if isinstance(value, ast.FormattedValue))
            return not all(_is_constant(hole.value) for hole in holes)
        case ast.BinOp(left=left, op=ast.Add() | ast.Mod(), right=right):
            sides = (left, right)
            texts = any(
                isinstance(side, ast.JoinedStr)
                or (isinstance(side, ast.Constant) and isinstance(side.value, str))
                for side in sides
            )
            return texts and not all(_is_constant(side) for side in sides)
        case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="format")):
            return True
    return False


def _first_word(node: ast.AST) -> str:
    match node:
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return text.split(" ")[0]
        case ast.BinOp(left=left):
            return _first_word(left)
        case ast.Constant(value=str(text)):
            return text.split(" ")[0]
        case ast.Call(func=ast.Attribute(value=value)):
            return _first_word(value)
    return ""


def _outside_of_templates(node: ast.AST) -> Iterator[ast.AST]:
    """The expression without what templates are given, which they quote."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in _TEMPLATES:
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _outside_of_templates(child)


def _typed(tree: ast.AST, names: Set[str]) -> Iterator[ast.expr]:
    """Every expression that becomes a command by its name."""
    for node in ast.walk(tree):
        match node:
            case ast.keyword(arg=str(name), value=value) if name in names:
                yield value
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in names:
                yield value


def _faults(tree: ast.AST, package: str = "causes") -> Iterator[int]:
    outside = package in ("world", "app")
    for value in _typed(tree, _LINES if package == "world" else _TYPED):
        for node in _outside_of_templates(value):
            if _glued(node):
                yield node.lineno  # type: ignore[attr-defined]
    for node in () if outside else _outside_of_templates(tree):
        if _glued(node) and _first_word(node) in _PROGRAMS:
            yield node.lineno  # type: ignore[attr-defined]


def _templates(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and ast.unparse(node.func) in _TEMPLATES):
            continue
        first = node.args[0] if node.args else None
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield node, first.value


def _holes_in_quotes(template: str) -> Iterator[str]:
    """The holes that stand between quotes, where a quoted value would end them."""
    open_quotes = [""]
    for text, hole, _, _ in Formatter().parse(template):
        escaped = False
        for at, char in enumerate(text):
            inside = open_quotes[-1]
            if escaped:
                escaped = False
            elif char == "\\" and inside != "'":
                escaped = True
            elif inside != "'" and text.startswith("$(", at):
                open_quotes += [")", ""]
            elif char == ")" and inside == "" and len(open_quotes) > 1:
                del open_quotes[-2:]
            elif char in "'\"" and inside in ("", char):
                open_quotes[-1] = "" if inside else char
        if hole is not None and open_quotes[-1]:
            yield hole


def test_the_check_sees_what_it_is_for() -> None:
    seen = (
        'RunOnNode("x", commands=(f"ls {path}",))',
        'a = f"kubectl get {pod}"',
        'line = "ls " + x',
    )
    for source in seen:
        assert [*_faults(ast.parse(source))], source
    kept = 'RunOnNode("x", commands=(command("ls {path}", path=f"/{x}"),))', 'a = f"ls {_FILE}"'
    for source in kept:
        assert not [*_faults(ast.parse(source))], source
    assert [*_holes_in_quotes('a \'{x}\' "$(b {y})" "{z}" {u}')] == ["x", "z"]


@pytest.mark.parametrize("package", _PACKAGES)
def test_no_command_is_glued_together(package: str) -> None:
    found = [
        f"{path.relative_to(_ROOT)}:{line}"
        for path in _modules(package)
        for line in _faults(ast.parse(path.read_text(encoding="utf-8")), package)
    ]
    assert found == []


def test_values_between_quotes_are_parts() -> None:
    found = {
        (path.parent.name if path.name == "cause.py" else path.name, hole)
        for path in _modules()
        for node, template in _templates(ast.parse(path.read_text(encoding="utf-8")))
        for hole in _holes_in_quotes(template)
        if not _is_part(node, hole)
    }
    # Parts, by the names of variables that hold them.
    assert found == {
        ("host_steps.py", "options"),
        ("host_steps.py", "target"),
        ("host_steps.py", "name"),
    }


def _is_part(call: ast.Call, hole: str) -> bool:
    value = next(each.value for each in call.keywords if each.arg == hole)
    return isinstance(value, ast.Call) and ast.unparse(value.func) == part.__name__
