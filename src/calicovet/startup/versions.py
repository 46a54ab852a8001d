"""Behaviour that differs between releases of Calico."""

import re
from typing import NamedTuple


class Release(NamedTuple):
    """A release of anything; compares with plain tuples: `release >= (3, 25)`."""

    major: int
    minor: int
    patch: int = 0
    final: int = 1
    """0 for a build before the release it is named after (v3.27.0-0.dev-263, -rc1)."""

    def __str__(self) -> str:
        return f"v{self.major}.{self.minor}.{self.patch}" + ("" if self.final else " (before)")


# A tag may stand inside an image's name, so digits must not run on to the left.
_RELEASE = re.compile(
    r"(?<![\d.])v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,5}))?(-(?:0\.dev|dev|rc|alpha|beta|pre))?"
)


def read_release(text: str) -> Release | None:
    """The first release named in a short text, or None where there is none."""
    found = _RELEASE.search(text[:200])
    if found is None:
        return None
    major, minor, patch, before = found.groups()
    return Release(int(major), int(minor), int(patch or 0), 0 if before else 1)


BOUNDARIES: dict[str, tuple[int, ...]] = {
    # The first minor release after the change was proposed; which patch brought it is not known.
    "felix-goes-on-without-xdp": (3, 11),
    "lines-name-their-component": (3, 14),
    "cni-links-are-excluded": (3, 15),
    "cidr-method": (3, 16),
    "probes-wait-ten-seconds": (3, 20),
    "services-log-to-stdout": (3, 21),
    "internal-ip-method": (3, 22),
    "install-cni-asks-the-api": (3, 23, 2),
    "bpffs-is-prepared": (3, 24),
    "bridges-are-excluded": (3, 25),
    "pools-may-be-none": (3, 29),
    "network-is-marked-last": (3, 31),
    "services-are-one-process": (3, 32),
}
"""Where a diagnosis changes: the first release that behaves the new way."""


def has(release: Release | None, behaviour: str) -> bool | None:
    """Whether a release behaves in that way; None where the release is not known."""
    return None if release is None else release >= BOUNDARIES[behaviour]


def alike(low: Release, high: Release) -> bool:
    """Whether no boundary lies between two releases."""
    return all((low >= edge) == (high >= edge) for edge in BOUNDARIES.values())


def kubelet_follows_runtime(kubelet_version: str, runtime: str) -> bool | None:
    """Whether this kubelet takes its cgroup driver from the runtime; None: not known.

    The gate KubeletCgroupDriverFromCRI is off by default before 1.31, and asks a call that
    containerd answers from 2.0 and CRI-O from 1.28 on.
    """
    kubelet = read_release(kubelet_version)
    if kubelet is None:
        return None
    if kubelet < (1, 31):
        return False
    name, _, version = runtime.partition("://")
    release = read_release(version or runtime)
    if release is None:
        return None
    if "containerd" in name.lower():
        return release >= (2, 0)
    if "cri-o" in name.lower() or "crio" in name.lower():
        return release >= (1, 28)
    return None


_OLDEST = (
    *("docker.*", "cbr.*", "dummy.*", "virbr.*", "lxcbr.*", "veth.*"),
    *("lo", "cali.*", "tunl.*", "flannel.*", "kube-ipvs.*"),
)
_WITH_CNI = (*_OLDEST, "cni.*")
_ANCHORED = tuple("^" + pattern for pattern in _WITH_CNI)
_OWN_DEVICES = (
    r"^vxlan\.calico.*",
    r"^vxlan-v6\.calico.*",
    r"^wireguard\.cali.*",
    r"^wg-v6\.cali.*",
)
_NEWEST = (
    *("^docker.*", "^cbr.*", "^dummy.*", "^podman.*", "^virbr.*", "^lxcbr.*", "^veth.*", "^lo"),
    *("^br-.*", "^cali.*", "^tunl.*", "^flannel.*", "^kube-ipvs.*", "^cni.*"),
    *_OWN_DEVICES,
    "^nodelocaldns.*",
)


def exclude_list(release: Release | None) -> tuple[tuple[str, ...], bool]:
    """The names that first-found passes over, and whether they must stand at the name's start.

    A release that is not known is taken for a new one.
    """
    if release is None or release >= (3, 25):
        return _NEWEST, True
    if release < (3, 15):
        return _OLDEST, False
    if release < (3, 23, 4) or (3, 24) <= release < (3, 24, 3):
        return _WITH_CNI, False
    # Two releases anchored the list before they named Calico's own devices in it.
    if release < (3, 23, 5) or (3, 24) <= release < (3, 24, 4):
        return _ANCHORED, True
    if release >= (3, 24, 6):
        return (*_ANCHORED, *_OWN_DEVICES, "^nodelocaldns.*"), True
    return (*_ANCHORED, *_OWN_DEVICES), True
