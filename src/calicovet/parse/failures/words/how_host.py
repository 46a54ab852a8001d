"""Vocabulary: how hosts fail in the words of kernels, journals, runtimes and security agents."""

from calicovet.model.failures.how import How
from calicovet.parse.failures.vocabulary_row import Weight, how

_PRECISE, _EFFECT = Weight.PRECISE, Weight.EFFECT

KERNEL = (
    how(
        How.VERIFIER_REFUSED,
        "btf",
        r"\bBTF\b.{0,60}?\b(?:missing|unsupported|invalid|not (?:readable|found|supported|available))\b|\b(?:unsupported|invalid|no) (?:kernel |vmlinux )?BTF\b",
        Weight.WHOLE,
    ),
    how(
        How.DENIED,
        "martian source|martian destination",
        r"\bmartian (?:source|destination)\b",
        _PRECISE,
    ),
    how(
        How.OUT_OF_MEMORY,
        "allocate unable memory",
        r"\bunable to allocate memory\b",
        _PRECISE,
    ),
    how(
        How.FULL,
        "reached|limit its|limit at|hit limit|hit maximum",
        r"\b(?:has |have )?reached (?:its |the )?(?:limit|maximum|max\w*)\b|\b(?:is |are )?at (?:its|the|their) limit\b|\bhit (?:its|the) (?:limit|maximum)\b",
    ),
    how(
        How.FULL,
        "all full|all used|all taken|block new no",
        r"\ball (?:\w+ )?(?:blocks|pools|addresses) are (?:full|used|taken)\b|\bno new block can be\b",
        _PRECISE,
    ),
    how(
        How.NOT_SUPPORTED,
        "unknown filesystem|unknown qdisc|qdisc kind|kernel cannot|kernel can t|kernel unable",
        r"\bunknown filesystem type\b|\bunknown qdisc\b|\bqdisc kind is unknown\b|\bkernel\b.{0,40}? (?:cannot|can.t|is unable to) (?:run|load|support|handle)\b",
        _PRECISE,
    ),
    how(
        How.INVALID_ARGUMENT,
        "cross device link|exdev",
        r"\binvalid cross-device link\b|\bEXDEV\b",
        _PRECISE,
    ),
    how(
        How.TOO_OLD,
        "isa level",
        r"\bISA level is lower than required\b",
        _PRECISE,
    ),
    how(
        How.VERIFIER_REFUSED,
        "tail map rejected|attach type differs|array rejected",
        r"\btail[ _-]call map (?:was |is )?rejected\b|\bexpected_attach_type differs\b|\bprog(?:ram)? array (?:was |is )?rejected\b",
        Weight.WHOLE,
    ),
    how(
        How.MISSING,
        "mounted|missing",
        r"\b(?:is|are) (?:not|n.t) mounted\b|\bisn.t mounted\b|\b(?:is|are) missing at\b",
        _PRECISE,
    ),
    how(
        How.EVICTED,
        "low resource",
        r"\blow on resource: (?:nodefs|imagefs|ephemeral-storage)",
        _PRECISE,
    ),
)

PROGRAMS = (
    how(
        How.REFUSED,
        "cannot connect docker daemon",
        r"\bcannot connect to the docker daemon\b",
        _PRECISE,
    ),
    how(
        How.INVALID_VALUE,
        "line failed",
        r"\b(?:restore|nft|ipset)\S{0,20}: line \d{1,6} failed\b",
        _PRECISE,
    ),
    how(
        How.MISSING_LIBRARY,
        "relocating symbol found|relocating symbol",
        r"\berror relocating \S{1,120}: \S{1,120}: symbol not found\b",
        Weight.WHOLE,
    ),
    how(
        How.CORRUPT,
        "mismatched rootfs|mismatched layers",
        r"\bmismatched image rootfs\b",
        Weight.WHOLE,
    ),
    how(
        How.WRONG_TYPE,
        "shared mount",
        r"\bnot a (?P<v>shared)(?: or slave)? mount\b",
        Weight.WHOLE,
    ),
    how(
        How.EXEC_FORMAT,
        "matching manifest|match manifest",
        r"\bno match(?:ing)? (?P<v>manifest) for\b",
        Weight.WHOLE,
    ),
    how(
        How.EXEC_FORMAT,
        "match platform",
        r"\bimage (?P<v>platform)\b.{0,60}? does not match\b",
        Weight.WHOLE,
    ),
    how(
        How.CORRUPT,
        "extract layer|verification failed|content digest found|layer verification",
        r"\bfailed to extract layer\b|\blayer verification failed\b|\bcontent digest \S{1,90} not found\b",
        Weight.WHOLE,
    ),
    how(
        How.MISSING_PROGRAM,
        "executable file found|exec stat",
        r"\bexecutable file \W{0,2}\S{1,90}\W{0,2} not found\b|\bexec: \W{0,3}\S{1,90}\W{0,3}: stat \S{1,90}: no such file or directory",
        Weight.WHOLE,
    ),
    how(
        How.INVALID_VALUE,
        "short name resolution|unqualified registries",
        r"\bshort-name resolution (?:is )?enforced\b|\bunqualified-search registries\b",
        Weight.WHOLE,
    ),
    how(
        How.ADDRESS_IN_USE,
        "usage socket address",
        r"\bonly one usage of each socket address\b",
        _PRECISE,
    ),
    how(
        How.NOT_PERMITTED,
        "root",
        r"\byou must be root\b|\bare you root\b|\bnot running as root\b",
        Weight.WHOLE,
    ),
    how(
        How.MISMATCH,
        "bad bgp identifier|bad peer as|password mismatch",
        r"\b(?P<v>bad (?:BGP identifier|peer AS))\b|\bpassword mismatch\b",
        Weight.WHOLE,
    ),
    how(
        How.CONFLICT,
        "kube proxy|kubeproxy",
        r"\bkube-?proxy\b.{0,20}?\b(?:chains?|rules)\b.{0,40}?\bBPF mode\b|\bkube-?proxy is still (?:running|active|programming)\b",
        _PRECISE,
    ),
    how(
        How.CONFLICT,
        "networkmanager|networkd",
        r"\bNetworkManager\b.{0,120}?\b(?:cali[0-9a-f]{3,11}|tunl0|vxlan\.calico|wireguard\.cali)\b.{0,60}?(?:\bnow managed\b|\broute removed\b|\bunmanaged -> |\bdisconnected -> |-> (?:prepare|config|ip-config|activated)\b)"
        r"|\bnetworkd\b.{0,60}?\b(?:cali[0-9a-f]{3,11}|tunl0|vxlan\.calico|wireguard\.cali)\b.{0,60}?(?:\b[Rr]emoving (?:old )?(?:route|address)|\bforeign (?:routes|rules) dropped\b|\bManageForeignRoutes\b|\b[Bb]ringing link down\b)",
        Weight.WHOLE,
    ),
    how(
        How.KILLED,
        "terminated policy|blocked process|killed security|killed endpoint|killed antivirus",
        r"\bterminated by (?:a |the )?policy\b|\bblocked process\b|\bkilled by (?:the |a )?(?:security|endpoint|antivirus)\b",
        Weight.WHOLE,
    ),
)

HOWS = (*KERNEL, *PROGRAMS)
