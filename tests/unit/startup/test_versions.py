"""Which release behaves how."""

import re

import pytest

from calicovet.startup.autodetection.go_regexp import go_pattern
from calicovet.startup.autodetection.interface_names import first_match, named_like_a_bridge
from calicovet.startup.versions import (
    Release,
    alike,
    exclude_list,
    has,
    kubelet_follows_runtime,
    read_release,
)


@pytest.mark.parametrize(
    ("text", "release"),
    [
        ("v3.27.0", Release(3, 27, 0)),
        ("3.8", Release(3, 8)),
        ("docker.io/calico/node:v3.20.2", Release(3, 20, 2)),
        ("v3.27.0-0.dev-263-g253d5925780a", Release(3, 27, 0, 0)),
        ("v3.30.0-rc1", Release(3, 30, 0, 0)),
        ("v3.19.1-rancher1", Release(3, 19, 1)),
    ],
)
def test_releases_are_read(text: str, release: Release) -> None:
    assert read_release(text) == release


@pytest.mark.parametrize("text", ["", "latest", "sha256:ab12", "release-v3"])
def test_what_names_no_release_is_none(text: str) -> None:
    assert read_release(text) is None


def test_a_build_before_a_release_is_older_than_it() -> None:
    before, final = read_release("v3.27.0-0.dev-263-gabc"), read_release("v3.27.0")
    assert before is not None and final is not None
    assert Release(3, 26, 4) < before < final
    assert str(before) == "v3.27.0 (before)"


# Columns: v3.14, v3.20, v3.23.4, v3.24.4, v3.24.6, v3.27; X is excluded.
TRUTH = """
nerdctl0 ......
podman0 .....X
br-3fa2 .....X
br0 ......
vmbr0 ......
cni0 .XXXXX
tun0 ......
wg0 ......
tunl0 XXXXXX
vxlan.calico XX.XXX
wireguard.cali XX.XXX
wlo1 XX....
ibmveth0 XX....
nodelocaldns XX..XX
kube-ipvs0 XXXXXX
docker_gwbridge XXXXXX
virbr0 XXXXXX
tailscale0 ......
cilium_host ......
weave ......
lxdbr0 ......
incusbr0 ......
kube-bridge ......
crio0 ......
bond0 ......
"""
RELEASES = ("v3.14.0", "v3.20.0", "v3.23.4", "v3.24.4", "v3.24.6", "v3.27.0")


@pytest.mark.parametrize("row", TRUTH.split("\n")[1:-1])
def test_the_exclude_lists_say_what_they_said(row: str) -> None:
    name, marks = row.split()
    excluded = "".join(
        "X" if first_match(exclude_list(read_release(release))[0], name) else "."
        for release in RELEASES
    )
    assert excluded == marks


@pytest.mark.parametrize(
    ("release", "anchored"),
    [
        ("v3.14.2", False),
        ("v3.23.3", False),
        ("v3.23.4", True),
        ("v3.24.2", False),
        ("v3.24.3", True),
    ],
)
def test_the_list_was_anchored_in_two_series(release: str, anchored: bool) -> None:
    patterns, said = exclude_list(read_release(release))
    assert said is anchored
    assert all(pattern.startswith("^") is anchored for pattern in patterns)


def test_two_releases_forgot_calicos_own_devices() -> None:
    for release, there in (
        ("v3.23.4", False),
        ("v3.23.5", True),
        ("v3.24.3", False),
        ("v3.24.5", True),
    ):
        patterns, _ = exclude_list(read_release(release))
        assert (r"^vxlan\.calico.*" in patterns) is there


def test_an_unknown_release_counts_as_new() -> None:
    assert exclude_list(None) == exclude_list(read_release("v3.31.0"))


@pytest.mark.parametrize(
    ("kubelet", "runtime", "follows"),
    [
        ("v1.27.4", "containerd://2.0.0", False),
        ("v1.28.0", "containerd://2.0.0", False),
        ("v1.30.9", "cri-o://1.30.0", False),
        ("v1.31.0", "containerd://2.0.0", True),
        ("v1.34.4", "containerd://1.7.12", False),
        ("v1.31.2", "cri-o://1.28.0", True),
        ("v1.31.2", "cri-o://1.27.0", False),
        ("v1.31.2", "docker://20.10.7", None),
        ("v1.31.2", "containerd", None),
        ("", "containerd://2.0.0", None),
    ],
)
def test_who_takes_the_cgroup_driver_from_the_runtime(
    kubelet: str, runtime: str, follows: bool | None
) -> None:
    assert kubelet_follows_runtime(kubelet, runtime) is follows


def test_a_behaviour_of_an_unknown_release_is_not_known() -> None:
    assert has(None, "cidr-method") is None
    assert has(Release(3, 16), "cidr-method") is True
    assert has(Release(3, 15, 5), "cidr-method") is False


def test_releases_without_a_boundary_between_them_are_alike() -> None:
    assert alike(Release(3, 4, 1), Release(3, 8))
    assert not alike(Release(3, 22), Release(3, 25))


@pytest.mark.parametrize(
    "link",
    [
        "nerdctl0",
        "br-3fa2",
        "docker0",
        "virbr0",
        "virbr0-nic",
        "lxdbr0",
        "podman0",
        "cni0",
        "cni-podman0",
        "weave",
        "kube-bridge",
        "br0",
        "vmbr0",
        "docker_gwbridge",
        "br-int",
        "incusbr0",
        "nerdctl0@if3",
    ],
)
def test_names_that_bridges_have(link: str) -> None:
    assert named_like_a_bridge(link)


@pytest.mark.parametrize(
    "link", ["bond0", "eth0", "ens160", "tailscale0", "wg0", "enp3s0", "", "brcm0", "vxlan.calico"]
)
def test_names_that_bridges_do_not_have(link: str) -> None:
    assert not named_like_a_bridge(link)


def test_gos_own_spellings_are_understood() -> None:
    pattern = go_pattern(r"^eth[[:digit:]]\z")
    assert isinstance(pattern, re.Pattern)
    assert pattern.search("eth0") and not pattern.search("eth0.5")
