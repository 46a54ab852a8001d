"""Vocabulary: how objects, settings and admission fail (API server, operator, CNI configuration)."""

from calicovet.model.failures.how import How
from calicovet.parse.failures.vocabulary_row import Weight, how

_PRECISE, _EFFECT = Weight.PRECISE, Weight.EFFECT

OBJECTS = (
    how(
        How.INVALID_VALUE,
        "only ipv|ipv required",
        r"\bonly IPv6 addresses\b|\bIPv6-only\b|\bIPv4 (?:address )?is required\b",
        Weight.WHOLE,
    ),
    how(
        How.INVALID_VALUE,
        "exp no|without expiry|no expiry",
        r"\bno exp(?:iry)? claim\b|\b(?:without|no) expiry\b",
    ),
    how(
        How.ADDRESS_IN_USE,
        "address use already",
        r"\baddress \S{3,60} is already in use\b",
        _PRECISE,
    ),
    how(
        How.BEING_DELETED,
        "being deleted|being terminated|being removed|terminating|deletiontimestamp|finalizers|finalizer|somefinalizersremain",
        r"(?:is|are|was) being (?:deleted|terminated|removed)|is terminating\b|\bdeletionTimestamp\b(?!\W{1,4}(?:nil|null)\b)|finalizers? remain\w*|SomeFinalizersRemain",
        Weight.WHOLE,
    ),
    how(
        How.NOT_FOUND,
        "node found",
        r"\bnode (?:object )?not found\b",
    ),
    how(
        How.NOT_READY,
        "leader election lost|leaderelection lost|lost lease|lost leader|lost leadership|renew lease",
        r"leader ?election lost|lost (?:the |its )?(?:leader )?lease|failed to renew lease|lost leader ?ship",
        Weight.WHOLE,
    ),
    how(
        How.NOT_READY,
        "not healthy|wait ready|waiting ready|awaiting ready",
        r"\bnot healthy\b|\bwait(?:ing)? for .{1,80}? to (?:be|become) ready",
        _EFFECT,
    ),
    how(
        How.NO_SPACE,
        "space exceeded|alarm nospace",
        r"\bspace exceeded|alarm:NOSPACE",
        _PRECISE,
    ),
    how(
        How.BUSY,
        "locked",
        r"\b(?:is|has been|was|still) locked\b|\blocked (?:for|by|during) ",
    ),
    how(
        How.NOT_READY,
        "datastoreready false",
        r"\bdatastoreReady\W{1,4}(?:is )?\W?false",
        _PRECISE,
    ),
    how(
        How.NO_SERVER,
        "endpoints no",
        r"\bno (?:ready )?endpoints\b",
    ),
    how(
        How.NOT_FOUND,
        "no pools|no pool",
        r"\bno (?:\w+ )?(?:IPv[46] |IP )?pools? (?:is |are )?(?:selects?|match(?:es)?|configured|enabled|defined|exists?|applies|apply)\b",
        _PRECISE,
    ),
)

SETTINGS = (
    how(
        How.INVALID_VALUE,
        "set|defined|provided|specified|declared|names no|no assigned|no configured|empty",
        r"\b(?:is|are|was|were) (?:not|never) (?:set|defined|specified|provided|declared)\b|\bmust be (?:set|defined|specified|provided)\b|\bnames no \w+|\bha(?:s|ve) no [\w ]{2,30}? ?(?:assigned|set|configured|specified|defined)\b|\bis empty\b|\bempty string\b",
        _EFFECT,
    ),
    how(
        How.MISMATCH,
        "outside|within not|contained not|covered not|included not|not platform|not cluster|not pod|not kubeadm",
        r"\b(?:is|are|lies?|falls?|was) (?:completely |partly )?outside\b|\bnot (?:contained |covered |included )?(?:with)?in the (?:platform|cluster|pod|kubeadm)\b",
        Weight.WHOLE,
    ),
    how(
        How.MISMATCH,
        "different backends|backends differ|tables present",
        r"\bin different backends\b|\biptables(?:-legacy|-nft)? tables present\b",
        _EFFECT,
    ),
    how(
        How.MISMATCH,
        "slice parent|cgroupspath format",
        r"did not receive (?P<v>slice as parent)|expected cgroupsPath to be of format",
        _PRECISE,
    ),
    how(
        How.INVALID_VALUE,
        "refusing|refuses",
        r"\brefus(?:es|ing) to (?:start|run|continue)\b",
        _EFFECT,
    ),
    how(
        How.INVALID_OBJECT,
        "unknown field",
        r"\b(?P<v>unknown field)\b",
        _PRECISE,
    ),
    how(
        How.CORRUPT,
        "invalid character|valid json|valid yaml|deserialize|deserialise|unmarshal",
        r"invalid character '[^<]{1,6}' (?:after|in|looking)|\bis (?:no|not) valid (?:JSON|YAML)\b|(?:failed|unable|cannot|could not) (?:to )?(?:deseriali[sz]e|unmarshal)",
        _PRECISE,
    ),
    how(
        How.UNKNOWN_FLAG,
        "unknown symbol|unknown variable|unknown filter|unknown function|unknown protocol|undefined",
        r"\b(?:unknown|undefined) (?:symbol|variable|filter|function|protocol)\b",
        _PRECISE,
    ),
    how(
        How.TOO_OLD,
        "support revision|revision supported",
        r"(?:does ?n.t|does not|do not|not) support(?:ed)? (?:the )?(?:set )?(?:type )?revision\b|revision \d{1,3} (?:is )?not supported",
        Weight.WHOLE,
    ),
    how(
        How.SLOW,
        "graceful restart",
        r"\bgraceful[- ]restart\b.{0,40}?\b(?:still|waiting|wait|pending)\b|\bwaiting .{0,40}?\bgraceful[- ]restart\b",
    ),
)

ADMISSION = (
    how(
        How.DENIED,
        "violates podsecurity|pod security|enforce|enforces",
        r"violates (?P<v>PodSecurity)\b|\b(?:refused|rejected|denied|forbidden) by (?:the )?Pod Security\b|\benforces? (?:the )?(?:level )?(?:baseline|restricted)\b",
        Weight.WHOLE,
    ),
    how(
        How.DENIED,
        "any policy|any podsecuritypolicy|any podsecurity|any securitypolicy",
        r"\bany (?P<v>pod ?security ?policy)",
        Weight.WHOLE,
    ),
    how(
        How.DENIED,
        "securitycontextconstraints|securitycontextconstraint|security context|context constraint|context constraints|security contextconstraint|security contextconstraints|securitycontext constraint|securitycontext constraints|securitycontext",
        r"\b(?:no|any) (?P<v>security ?context ?constraint)s?\b",
        Weight.WHOLE,
    ),
    how(
        How.DENIED,
        "maximum per|minimum per",
        r"\b(?P<v>maximum|minimum) \w{2,20} usage per\b",
        Weight.WHOLE,
    ),
    how(
        How.DENIED,
        "priorityclass|priorityclasses|priority",
        r"\bpriority ?class(?:es)? (?:is |are )?not permitted\b|\bpods? with (?P<v>[\w-]{2,40})?.{0,20}?priority ?class is not permitted|\bno quota\b.{0,60}?\bpriority ?class",
        Weight.WHOLE,
    ),
)

HOWS = (*OBJECTS, *SETTINGS, *ADMISSION)
