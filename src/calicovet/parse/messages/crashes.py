"""What shows that a program crashed: words of loaders, shells and kernels, and frames of known bugs."""

from calicovet.model.facts.said import (
    CniInstallSaid,
    FelixSaid,
    KubeletSaid,
    RuntimeSaid,
    StartupSaid,
)
from calicovet.parse.messages.form import said

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
        r"(?P<program>[\w./-]{1,80}): (symbol lookup error: [^\s:]{1,120}: undefined symbol: (?P<missing>[\w@.]{1,80})|(?P<library>/[^\s:]{1,120}): version \W{0,2}(?P<version>[\w.]{3,40})\W{0,2} not found)",
        StartupSaid,
        anyone=True,
        fatal=True,
        words=("symbol", "version"),
    ),
    said(
        "generic-illegal-instruction",
        r"((^|\s)SIGILL: illegal instruction|(\s|: )Illegal instruction( \(core dumped\))?(\s|$|: 4))",
        StartupSaid,
        anyone=True,
        fatal=True,
        words=("illegal",),
    ),
    said(
        "generic-native-crash",
        r"((^|\s)SIG(?P<signal>SEGV: segmentation violation|BUS: bus error|FPE: floating-point exception)\s*$|line \d+: \s*\d+ (?P<shell>Segmentation fault|Bus error)( \(core dumped\))?)",
        StartupSaid,
        anyone=True,
        fatal=True,
        words=("sigsegv", "sigbus", "sigfpe", "segmentation", "bus"),
    ),
    said(
        "generic-oci-runtime-error",
        r"\bOCI runtime (create|start) failed: (runc (create|start) failed: )?((unable to start container process|container_linux\.go:\d+: starting container process caused): )?(?P<error>[^\n]{1,300}?)(: unknown)?\s*$",
        RuntimeSaid,
    ),
)

KNOWN = (
    said(
        "img-libpcap-missing",
        r"error while loading shared libraries: (?P<library>libpcap\.so\.0\.8)",
        StartupSaid,
        anyone=True,
        fatal=True,
    ),
    said(
        "felix-xdp-wipe-failed",
        r"Failed to wipe the XDP state after (?P<tries>\d{1,3}) tries",
        FelixSaid,
        fatal=True,
    ),
    said(
        "felix-xdp-wipe-failed:try",
        r"failed to wipe the XDP state\b(.{0,10}?error\W{1,3}(?P<error>.{1,160}?)(: |$))?",
        FelixSaid,
        yields_to=("felix-xdp-wipe-failed",),
    ),
    said(
        "felix-nft-crashes",
        r"\b(failed to run nft|performing nft transaction|Failed to delete table)\b.{0,60}?signal: (?P<signal>segmentation fault|aborted|bus error)",
        FelixSaid,
        words=("nft", "delete"),
    ),
    said(
        "felix-nft-overlapping-cidrs",
        r"\b(?P<error>conflicting intervals specified|interval overlaps with an existing one)\b",
        FelixSaid,
        words=("intervals", "interval"),
    ),
    said(
        "cni-token-without-expiry",
        r"\bcni\.tokenUpdateFromFile\(",
        CniInstallSaid,
        words=("tokenupdatefromfile",),
        fatal=True,
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
        words=("calico", "service", "rc"),
    ),
)

MESSAGES = (*GENERIC, *KNOWN)
