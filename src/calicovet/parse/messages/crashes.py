"""Message table: crashes, by loaders, shells, kernels, and frames of known bugs."""

import re

from calicovet.model.facts.base import Fact
from calicovet.model.facts.said import (
    CniInstallSaid,
    FelixSaid,
    KubeletSaid,
    RuntimeSaid,
    StartupSaid,
)
from calicovet.parse.messages.message import Message, Spoken, details_of, said

_PROGRAM = r"(?P<program>[\w./-]{1,80})"
"""What the shell was told to run."""
_BY_A_PROBE = re.compile(r"\bprobe (failed|errored)\b", re.IGNORECASE)
_IN_A_RUNNING_CONTAINER = re.compile(r"\bexec failed\b|failed to start exec\b", re.IGNORECASE)


def _missing_program(match: re.Match[str], spoken: Spoken) -> Fact | None:
    """What a container or its probe was to run; a missing shell that a person looks for is no fault."""
    probe = _BY_A_PROBE.search(spoken.text) is not None
    if not probe and _IN_A_RUNNING_CONTAINER.search(spoken.text):
        return None
    return RuntimeSaid(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        key=f"img-command-not-in-image:{'probe' if probe else 'any'}",
        details=details_of(match),
    )


GENERIC = (
    said(
        "generic-image-defect",
        r"(?P<program>[\w./-]{1,80}): error while loading shared libraries: (?P<missing>[^\s:]{1,80}): (?P<error>cannot (open|enable|allocate|apply|stat|read)[^:\n]{0,60}|file too short|invalid ELF header|wrong ELF class[^\n]{0,20}|ELF [^\n]{1,60})",
        StartupSaid,
        anyone=True,
        fatal=True,
        yields_to=("img-libpcap-missing",),
    ),
    said(
        "generic-image-defect:symbol",
        r"(?P<program>[\w./-]{1,80}): (symbol lookup error: [^\s:]{1,120}: undefined symbol: (?P<missing>[\w@.]{1,80})|(?P<library>/[^\s:]{1,120}): version \W{0,2}(?P<version>GLIBC(XX)?_[\w.]{1,40})\W{0,2} not found)",
        StartupSaid,
        anyone=True,
        fatal=True,
        words=("symbol", "glibc", "glibcxx"),
    ),
    said(
        "generic-illegal-instruction",
        rf"((^|\s)SIGILL: illegal instruction|^Illegal instruction \(core dumped\)|line \d+: \s*\d+ Illegal instruction(\s+\(core dumped\))?(\s+{_PROGRAM})?)",
        StartupSaid,
        anyone=True,
        fatal=True,
        words=("illegal",),
    ),
    said(
        "generic-native-crash",
        rf"((^|\s)SIG(?P<signal>SEGV: segmentation violation|BUS: bus error|FPE: floating-point exception)\s*$|line \d+: \s*\d+ (?P<shell>Segmentation fault)(\s+\(core dumped\))?(\s+{_PROGRAM})?)",
        StartupSaid,
        anyone=True,
        fatal=True,
        words=("sigsegv", "sigbus", "sigfpe", "segmentation"),
    ),
    said(
        "generic-oci-runtime-error",
        # In the words of containerd and Docker, of CRI-O, and of a Docker that looks at the mounts itself.
        r"(\bOCI runtime (create|start) failed: (runc (create|start) failed: )?((unable to start container process|container_linux\.go:\d+: starting container process caused): )?|\bError: container create failed: |\bError response from daemon: (?=invalid mount config\b))(?P<error>[^\n]{1,300}?)(: unknown)?\s*$",
        RuntimeSaid,
        words=("oci", "container", "daemon"),
    ),
)

KNOWN = (
    said(
        "skew-mixed-images:flag",
        r"^flag provided but not defined: -(?P<flag>[\w-]{1,40})",
        StartupSaid,
        anyone=True,
        fatal=True,
        words=("flag",),
    ),
    said(
        "img-libpcap-missing",
        r"error while loading shared libraries: (?P<library>libpcap\.so\.0\.8)",
        StartupSaid,
        anyone=True,
        fatal=True,
    ),
    said(
        "felix-xdp-wipe-failed",
        r"Failed to wipe the XDP state after (?P<tries>\d{1,3}) tries(?! over)",
        FelixSaid,
        fatal=True,
        words=("wipe",),
    ),
    # Later releases say it in longer words, and do without XDP.
    said(
        "felix-xdp-wipe-failed:goes-on",
        r"failed to wipe the XDP state after \d{1,3} tries over\b",
        FelixSaid,
        words=("wipe",),
    ),
    said(
        "felix-xdp-wipe-failed:try",
        r"failed to wipe the XDP state\b(?! after)(.{0,10}?error\W{1,3}(?P<error>.{1,160}?)(: |(?= try=)|$))?(.{0,600}?\btry=(?P<try>\d{1,2})\b)?",
        FelixSaid,
    ),
    said(
        "felix-nft-crashes",
        r"\b(failed to run nft|performing nft transaction|Failed to delete table)\b.{0,60}?signal: (?P<signal>segmentation fault)",
        FelixSaid,
        words=("segmentation",),
    ),
    said(
        "felix-nft-overlapping-cidrs",
        r"error=.{0,300}?(?P<error>conflicting intervals specified|interval overlaps with an existing one)\b",
        FelixSaid,
        words=("intervals", "overlaps"),
    ),
    said(
        "cni-token-without-expiry",
        r"\bcni\.tokenUpdateFromFile\(",
        CniInstallSaid,
        words=("tokenupdatefromfile",),
        fatal=True,
    ),
    said(
        "felix-panic-host-ip-flush",
        r"EventSequencer\)\.flushHostIPUpdates\(",
        FelixSaid,
        fatal=True,
        words=("flushhostipupdates",),
    ),
    said(
        "felix-panic-nil-node",
        r"(L3RouteResolver|VXLANResolver)\)\.OnResourceUpdate\(",
        FelixSaid,
        fatal=True,
        words=("onresourceupdate",),
    ),
    said(
        "felix-wireguard-napi",
        r"failed to set NAPI threading to \d for wireguard\b.{0,30}?interface (?P<link>[\w.-]{1,20}).{0,120}?operation not supported",
        FelixSaid,
    ),
    said(
        "etcd-secret-files-missing",
        r"could not initialize etcdv3 client: open (?P<path>[^\s:]{1,200}): (?P<error>no such file or directory|permission denied|not a directory)",
        StartupSaid,
        anyone=True,
        fatal=True,
    ),
    # Old clients do not say that they are etcd's; what Kubernetes' client reads is not etcd's matter.
    said(
        "etcd-secret-files-missing:bare",
        r"Error accessing the Calico datastore: open (?P<path>(?![^\s:]*(kubeconfig|serviceaccount|kubernetes|\.conf))[^\s:]*(cert|etcd|secret|ssl|tls|pki|\.pem|\.crt|\.key)[^\s:]*): (?P<error>no such file or directory|permission denied|not a directory)",
        StartupSaid,
        anyone=True,
        fatal=True,
        yields_to=("etcd-secret-files-missing",),
    ),
    said(
        "img-short-name",
        r"(short-name \W{0,4}(?P<image>[\w./:@-]{1,160})\W{0,4} did not resolve to an alias|short name mode is enforcing, but image name (?P<ambiguous>[\w./:@-]{1,160}) returns ambiguous|Failed to (inspect|pull) image \W{0,4}(?P<unqualified>[\w./:@-]{1,160}).{0,80}?no registries configured while trying to pull an unqualified image)",
        KubeletSaid,
        words=("short", "unqualified"),
    ),
    said(
        "felix-aws-source-dest-check",
        r"Reporter is not ready\b.{0,80}?name\W{1,3}(aws-source-destination-check|AWSSourceDestinationCheck)",
        FelixSaid,
    ),
    said(
        "felix-aws-source-dest-check:set",
        r"Failed to set source-destination-check: (?P<error>[^:\n]{1,120})",
        FelixSaid,
    ),
    said(
        "felix-bpf-map-full",
        r"Error while updating DP map\b.{0,20}?argument list too long",
        FelixSaid,
        words=("argument",),
    ),
    said(
        "felix-bpf-map-full:ifstate",
        r"Failed to write updates to ifstate BPF map",
        FelixSaid,
        words=("ifstate",),
    ),
    said(
        "img-command-not-in-image",
        r"exec: \W{0,4}(?P<path>/install-cni\.sh)\W{0,4}: stat \S{1,40}: no such file or directory",
        RuntimeSaid,
    ),
    said(
        "img-command-not-in-image",
        r"executable file \W{0,3}(?P<path>/install-cni\.sh)\W{0,3} not found",
        RuntimeSaid,
    ),
    Message(
        key="img-command-not-in-image:any",
        pattern=r"\bcrun: executable file \W{0,3}(?P<path>[\w./-]{1,120})\W{0,3} not found",
        make=_missing_program,
        words=("crun",),
        yields_to=("img-command-not-in-image", "img-corrupt-layer"),
    ),
    Message(
        key="img-command-not-in-image:any",
        # Programs of the host that are missing end in the same words.
        pattern=r"\b(start(ing)? container process|container init)\b.{0,20}?\bexec: \W{0,4}(?P<path>[\w./-]{1,120})\W{1,4} (stat \S{1,130}: no such file or directory|executable file not found in \$PATH)",
        make=_missing_program,
        words=("exec",),
        yields_to=("img-command-not-in-image", "img-corrupt-layer"),
    ),
    said(
        "felix-kind-not-served",
        r"resource does not exist: (?P<kind>Kubernetes(EndpointSlice|Service|NetworkPolicy)) with error: the server could not find the requested resource",
        FelixSaid,
    ),
    said(
        "cni-bin-files-absent",
        r"Failed to install (?P<path>/host/opt/cni/bin/[\w.-]{1,40})\W{0,3} error\W{1,3}open /host/opt/cni/bin/[\w.-]{1,40}: no such file or directory",
        CniInstallSaid,
        fatal=True,
    ),
    said(
        "cni-copy-range-refused",
        r"\bwrite (?P<path>/host/[^\s:]{1,120}): copy_file_range: (?P<error>[a-z][a-z /]{3,60})",
        CniInstallSaid,
        fatal=True,
        words=("range",),
    ),
    said(
        "typha-newer-than-node",
        r"\bBUG: cannot parse key\b.{0,8}?key=\W{0,3}(?P<key>/calico/[^\s\"']{1,160})",
        FelixSaid,
        words=("parse",),
    ),
    said(
        "felix-bpf-jumps-refused",
        r"prog \W?(?P<program>calico_(connect|sendmsg|recvmsg)_v\d{1,2})\W?: (BPF program load failed: Invalid argument|failed to load: -22)",
        FelixSaid,
        words=("prog",),
    ),
    said(
        "felix-bpf-btf-unreadable",
        r"libbpf: (failed to find valid kernel BTF|Error loading vmlinux BTF: -\d+)",
        FelixSaid,
        words=("btf",),
    ),
    said(
        "sched-limitrange-conflict",
        r"pods? \W{0,4}(?P<pod>(rke2-)?(calico-node|canal)[\w-]{0,12})\W{0,4} is invalid: .{0,200}?(?P<reason>Invalid value: \W{0,3}(?P<asked>[\w.]{1,20})\W{0,3}: must be less than or equal to (?P<resource>cpu|memory) limit)",
        KubeletSaid,
        words=("equal",),
    ),
    said(
        "sched-limitrange-conflict:bound",
        r"pods \W{0,4}(?P<pod>(rke2-)?(calico-node|canal)[\w-]{0,12})\W{0,4} is forbidden: .{0,200}?(?P<reason>(maximum|minimum) (?P<resource>cpu|memory) usage per (Container|Pod) is [\w.]{1,20}, but (request|limit|no limit|no request) is (?P<asked>[\w.]{1,20}))",
        KubeletSaid,
        words=("usage",),
    ),
    said(
        "cni-readonly-rootfs",
        r"(?P<path>(/host/opt/cni/bin)?/?calico\.conf\.tmp|/etc/service/\S{1,60}|/etc/calico/\S{1,60}|/etc/rc\.local)\W{0,3}: Read-only file system",
        StartupSaid,
        anyone=True,
        fatal=True,
        words=("only",),
    ),
)

MESSAGES = (*GENERIC, *KNOWN)
