"""Templates of commands: what is quoted, and what is left for a human."""

import shlex

import pytest

from calicovet.model.shell import command, fits, part


def test_an_ordinary_value_stands_as_it_is() -> None:
    line = command("kubectl -n {namespace} logs {pod}", namespace="kube-system", pod="calico-1")
    assert line == "kubectl -n kube-system logs calico-1"


@pytest.mark.parametrize("value", [None, "", "a b", "$(id)", "-o", "a;b", "a\nb", "ü", "<node>"])
def test_what_cannot_be_a_name_leaves_a_placeholder(value: str | None) -> None:
    assert command("kubectl describe node {node}", node=value) == "kubectl describe node <node>"


def test_a_hole_says_what_is_missing() -> None:
    line = command("kubectl logs {pod:calico-node pod}", pod="")
    assert line == "kubectl logs <calico-node pod>"


@pytest.mark.parametrize(
    "value", ["a b", "$(id)", "`id`", "a'b", 'a"b', "~", "*", "#", "<x>", "a\\"]
)
def test_any_other_value_is_one_word(value: str) -> None:
    assert shlex.split(command("getent hosts {name}", name=value)) == ["getent", "hosts", value]


@pytest.mark.parametrize("value", ["-o", "--proxy-command=x", "-"])
def test_a_value_is_no_option(value: str) -> None:
    assert command("getent hosts {name}", name=value) == "getent hosts <name>"
    # Within a word it cannot be one.
    assert command("set name={name}", name=value) == f"set name={value}"


@pytest.mark.parametrize("value", ["a\nb", "a\tb", "a\x1b[2Jb", "a\u202eb", "a\x00b"])
def test_no_value_breaks_or_hides_the_line(value: str) -> None:
    assert command("getent hosts {name}", name=value) == "getent hosts <name>"


def test_several_words_are_quoted_each() -> None:
    assert command("systemctl restart {unit}", unit=("a", "b")) == "systemctl restart a b"
    assert command("rm {file}", file=("a b", "c")) == "rm 'a b' c"
    assert command("rm {file}", file=()) == "rm <file>"
    assert command("rm {file}", file=("a", "-rf")) == "rm <file>"


def test_a_part_is_taken_as_it_is() -> None:
    place = part("-n {namespace}", namespace="a;b")
    assert command("kubectl {place} get pods", place=place) == "kubectl -n <namespace> get pods"
    assert type(command("{place}", place=place)) is str


def test_braces_of_the_shell_are_doubled() -> None:
    line = command("kubectl get node {node} -o jsonpath='{{.spec}}'", node="n1")
    assert line == "kubectl get node n1 -o jsonpath='{.spec}'"


@pytest.mark.parametrize(
    ("hole", "good", "bad"),
    [
        ("address", ("10.0.0.1", "fd00::1", "[fd00::1]:6443", "api.example.org:443"), "10.0.0.1/"),
        ("network", ("10.0.0.0/8", "fd00::/64"), "10.0.0.0/8;id"),
        ("link", ("eth0.100", "bond0:1", "veth1@if2"), "eth0/.."),
        ("image", ("registry:5000/calico/node:v3.31.0@sha256:ab",), "image#e"),
        ("path", ("/etc/cni/net.d/it's here",), "etc"),
        ("object", ("system:node", "default"), "../secret"),
    ],
)
def test_a_value_has_the_form_of_its_hole(hole: str, good: tuple[str, ...], bad: str) -> None:
    assert all(fits(hole, value) for value in good)
    assert not fits(hole, bad)
