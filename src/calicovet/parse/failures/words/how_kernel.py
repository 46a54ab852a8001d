"""Vocabulary: how the kernel, its tools and settings fail; generic failure words."""

from calicovet.model.failures.how import How
from calicovet.parse.failures.vocabulary_row import Weight, how

_PRECISE, _EFFECT = Weight.PRECISE, Weight.EFFECT

KERNEL = (
    how(
        How.INVALID_ARGUMENT,
        "failed load|error load|failed|error",
        r"(failed|error).{0,60}?: -22(?!\d)",
        _PRECISE,
    ),
    how(
        How.NOT_PERMITTED,
        "failed load|error load|failed|error",
        r"(failed|error).{0,60}?: -1(?!\d)",
        _PRECISE,
    ),
    how(
        How.NOT_SUPPORTED,
        "failed load|error load|failed|error",
        r"(failed|error).{0,60}?: -(95|524)(?!\d)",
        _PRECISE,
    ),
    how(
        How.NOT_SUPPORTED,
        "support doesn|support not|do support|currently support|currently supported|didn support|don support|does support|did support",
        r"(does|do|did)( ?n.t| not) (currently )?support|not currently supported",
    ),
    how(
        How.TOO_LARGE,
        "message long too|frag needed|emsgsize|larger than|fragmentation",
        r"message too long|frag(mentation)? needed|EMSGSIZE|is larger than",
        _PRECISE,
    ),
    how(
        How.INVALID_ARGUMENT,
        "invalid argument|einval|numerical range",
        r"invalid argument|EINVAL|numerical result out of range",
    ),
    how(
        How.NOT_SUPPORTED,
        "supported not|supported family|eprotonosupport|eafnosupport|eopnotsupp|unsupported|compiled not",
        r"(operation|protocol|address family|function|set type|feature|type|version|mode|dataplane|mode enabled|ioctl)?\W{0,3}(is |are |but )?not (\w+ )?supported|unsupported \w+|EOPNOTSUPP|EPROTONOSUPPORT|EAFNOSUPPORT|not compiled in",
    ),
    how(
        How.NOT_SUPPORTED,
        "implemented function|unknown device|unsupported",
        r"function not implemented|unknown device type|\bunsupported\b",
        _EFFECT,
    ),
    how(
        How.NOT_PERMITTED,
        "permitted operation|eperm|permitted",
        r"operation not permitted|EPERM|not permitted",
    ),
    how(
        How.MODULE_MISSING,
        "module found|insmod|modprobe module|modprobe|modprob|load module|fatal|could insert",
        r"module \S{1,60} not found( in directory)?|(do you )?need to insmod|modprobe: FATAL|could not insert .{1,60}|FATAL: Module|(unable|failed) to load (kernel )?module|(error|failed).{0,30}?modprob\w*",
        _PRECISE,
    ),
    how(
        How.MODULE_MISSING,
        "initialize table|table exist|upgraded kernel|iptables who",
        r"can.t initialize ip6?tables table|table does not exist|unable to initialize table|Cannot initialize: iptables who|your kernel needs to be upgraded",
        _PRECISE,
    ),
    how(
        How.OBJECT_MISSING,
        "library match|library target",
        r"(can.t|cannot|couldn.t) find library for (match|target)",
        _PRECISE,
    ),
    how(
        How.OBJECT_MISSING,
        "chain target match|chain name|extension|revision|load match|load target|match load|found not|target unknown|not supported|match unknown",
        r"no chain/target/match by that name|couldn.t load (match|target) \S+|(extension|match|target) \S{1,40} (revision \d+ )?(not (found|supported)|is unknown)|unknown (match|target|extension)",
        _PRECISE,
    ),
    how(
        How.OBJECT_MISSING,
        "set exist|set doesn",
        r"set \S{1,60} (does ?n.t|does not) exist|the set with the given name does not exist",
        _PRECISE,
    ),
    how(
        How.OBJECT_MISSING,
        "such device no|device found|link found|find device|enodev|interface find|parent find|parent device|found interface|available no|interface such",
        r"no such (network )?(device|interface)|(device|link|interface)( \S{1,40})? (was )?not found|cannot find device|ENODEV|(unable|failed) to find (the )?(parent )?(interface|device)( with address)?|no (parent )?(device|interface) (available|found)",
    ),
    how(How.OBJECT_MISSING, "such process no|esrch", r"no such process|ESRCH", _EFFECT),
    how(How.MISSING, "session kernel open", r"cannot open session to kernel", _PRECISE),
    how(
        How.VERIFIER_REFUSED,
        "verifier|btf",
        r"(refused|rejected) by (the )?(BPF )?verifier|verifier (error|rejected|log)|(failed|error|unable|cannot|invalid).{0,80}?(?<!without )\bBTF\b",
        _PRECISE,
    ),
    how(
        How.LINK_DOWN,
        "down link|down interface|down network|device down|down state",
        r"(link|interface|network|device)( \S{1,30})? (is |went |state changed to )down|state DOWN",
    ),
    how(
        How.ALREADY_EXISTS,
        "exists file|eexist|vni exist",
        r"file exists|EEXIST|with this VNI may already exist",
        _PRECISE,
    ),
    how(
        How.TOO_OLD,
        "old too|least need|upgraded needs|userspace incompatible|incompatible kernel|newer|later|least requires|least want",
        r"\b(is |are )?too old\b|kernel and userspace incompatible|requires (at least|a newer|\S+ or (later|newer))|want at least",
        _PRECISE,
    ),
    how(
        How.TOO_NEW,
        "new too|newer",
        r"\b(is |are )?too new\b|(is |are )?newer than (supported|this)",
        _PRECISE,
    ),
    how(How.MISMATCH, "incompatible", r"\b(is |are )?incompatible\b"),
)

SETTINGS = (
    how(
        How.INVALID_VALUE,
        "must|field error|range out|small too|valid contain",
        r"\bmust (be|have|consist|contain|match|start|not)\b|error with field|out of range|too small|(does not|doesn.t) contain a valid",
    ),
    how(How.NOT_FOUND, "configured pool not", r"not in a configured pool"),
    how(
        How.OVERLAP,
        "conflicting intervals|intervals overlap",
        r"conflicting intervals|intervals overlap",
        _PRECISE,
    ),
    how(How.NOT_READY, "stopped posting", r"stopped posting node status"),
    how(
        How.INVALID_VALUE,
        "short name",
        r"short[- ]name .{1,200}?(did not resolve|ambiguous)|short[- ]name mode",
        _PRECISE,
    ),
    how(
        How.INVALID_VALUE,
        "invalid|parse|parsing|valid|malformed|unrecognized|unrecognised|convert|validating|validate|unmarshal|decode|must have|must be|must consist|well formed",
        r"\binvalid (?!argument|memory|opcode|checksum|option|bearer|certificate|object)[\w\"'(/.-]+|(failed|unable|cannot|could not|couldn.t|error)( to)? (pars(e|ing)|validat(e|ing)|unmarshal|decode|convert)|is not( a)? (valid|well.formed)|(did|does) not parse|malformed|unrecogni[sz]ed|must (be|have|consist)\b|not a valid",
    ),
    how(
        How.INVALID_VALUE,
        "cover enough bits|mark bits|required config|rpf loose|address format|check rpf|bits",
        r"not enough mark bits|doesn.t cover bits|RPF check is set to|invalid address format",
        _PRECISE,
    ),
    how(
        How.INVALID_VALUE,
        "swap disable|swap running|swap failing",
        r"running with swap on is not supported|please disable swap",
        _PRECISE,
    ),
    how(
        How.INVALID_VALUE,
        "within platform cidr|missing required|required missing|compatible|more than|cannot deprecated|platform within",
        r"is not within the platform|missing required|is not compatible with|no more than one|deprecated and cannot be",
    ),
    how(
        How.MISMATCH,
        "match not|different from|match doesn|differ|mismatch|expected got|found not|mismatched|failed hash|don match",
        r"(does not|doesn.t|do not|don.t|did not) match|is different from|\bmismatch(ed)?\b|expected .{1,160}?,? (but )?got |hash (not found|mismatch|failed)",
    ),
    how(
        How.MISMATCH,
        "match affinity|match selector",
        r"didn.t match (pod.s )?node (affinity|selector)",
        _EFFECT,
    ),
    how(How.OVERLAP, "overlaps|overlap|overlapping", r"\boverlap(s|ping)?\b", _PRECISE),
    how(
        How.DISABLED,
        "disabled|unready|locked|currently process",
        r"(is|are|been|was) disabled|currently not ready to process|became unready",
    ),
    how(
        How.CLOCK_SKEW,
        "clock|skew|synchronized|future issued|before issued|before used|token valid yet",
        r"clock (skew|drift|difference)|time (is )?not synchroni[sz]ed|clock is out of sync|issued in the future|used before (issued|valid)|token (is )?not (valid yet|yet valid)",
        _PRECISE,
    ),
    how(
        How.NOT_FOUND,
        "autodetect|detect|find|discover|determine",
        r"(couldn.t|could not|unable to|failed to|cannot) (auto-?detect|detect|determine|find|discover) (?!any ready)",
    ),
    how(
        How.NOT_FOUND,
        "no valid|found no|configuration provided|configured detected|addresses no",
        r"no valid (host )?(interfaces?|IPv[46] addresses|addresses)( found)?|no configuration has been provided|no IPv4 or IPv6 addresses (configured|detected)|no IP addresses configured",
    ),
    how(
        How.CONFLICT,
        "another running|another instance|running already",
        r"(found )?another (\w+ )?(is )?(running|instance)|is already running",
        _PRECISE,
    ),
    how(
        How.BUSY,
        "lock timeout|lock acquire|holding lock|lock the|lock to|get lock|lock take|lock open",
        r"currently holding the xtables lock|(failed|unable|can.t|cannot) (to )?(acquire|get|open|take) (the )?(\w+ ){0,2}lock",
        _PRECISE,
    ),
    how(
        How.NOT_READY,
        "ready not|live not|initialized not|config uninitialized|registered not|unhealthy|available not|healthy not|non reporting",
        r"(is|are|was|not yet|been) not (yet )?(ready|live|initialized|registered|healthy|available)|\bnot (ready|live|initialized|registered)\b|config uninitialized|reporting non-ready|\bunhealthy\b",
        _EFFECT,
    ),
)

HOWS = (*KERNEL, *SETTINGS)

HEADS = (
    how(
        How.FAILED,
        "failed|failure|fails|failing|fail|unable|couldn|cannot|error|errored|can not",
        r"\bfail(ed|ure|s|ing)?\b|\bunable to\b|\bcouldn.t\b|\bcan ?not\b|\berror(ed)?\b",
        Weight.HEAD,
    ),
    how(How.FAILED, "could not|could n t", r"\bcould (?:not|n.t)\b", Weight.HEAD),
    how(How.FAILED, "can t", r"\bcan.t\b", Weight.HEAD),
)
