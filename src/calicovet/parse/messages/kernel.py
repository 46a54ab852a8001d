"""What the kernel says, and the services beside it."""

from calicovet.model.facts.said import KernelSaid
from calicovet.parse.messages.form import said

_SAID = KernelSaid

MESSAGES = (
    said(
        "host-oomkilled:cgroup",
        r"\boom-kill:(constraint=(?P<constraint>\w{1,40}))?.{0,400}?task=(?P<process>calico-node|bird6?|(calico-)?felix)\b",
        _SAID,
    ),
    said(
        "host-oomkilled:process",
        r"\bKill(ed)? process \d+ \W{0,2}(?P<process>calico-node|bird6?|(calico-)?felix)\W",
        _SAID,
    ),
    said(
        "img-cpu-segfault",
        r"\b(segfault at|trap invalid opcode|invalid opcode)\b.{0,200}?(?P<process>flexvol|bash|calico|bird|libc)",
        _SAID,
        words=("segfault", "opcode"),
    ),
    said(
        "img-cpu-segfault:before",
        r"\b(?P<process>flexvol|calico-node|bird6?)\[\d+\]: segfault at\b",
        _SAID,
        words=("segfault",),
    ),
    said(
        "rt-apparmor-profile:denied",
        r"\bapparmor\W{1,4}DENIED\W.{0,300}?(?P<process>calico|felix|bird|runc|containerd)",
        _SAID,
    ),
    said(
        "cni-selinux-denied:avc",
        r"\bdenied\W.{0,300}?tcontext=\S*(usr_t|etc_t)",
        _SAID,
        words=("tcontext",),
    ),
    said("host-readonly-fs", r"\bRemounting filesystem read-only", _SAID),
    said("host-readonly-fs:error", r"\b(EXT4-fs error|I/O error)\b", _SAID, words=("ext", "o")),
    said(
        "host-conntrack-full",
        r"\bnf_conntrack: (nf_conntrack: )?table full, dropping packet",
        _SAID,
    ),
    said(
        "host-systemd-networkd",
        r"\b(?P<link>cali\w+): (Lost|Gained) carrier",
        _SAID,
        words=("carrier",),
    ),
    said("dp-vxlan-checksum-offload", r"\[bad udp cksum\b", _SAID),
)
