"""What a check is, and its possible answers."""

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum

from calicovet.diagnosis.evidence.coverage import not_covered
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Strength
from calicovet.model.facts import Fact
from calicovet.model.preflight_answers import Asked
from calicovet.model.record import record
from calicovet.startup.versions import Release


class Answer(StrEnum):
    """Worst first."""

    BAD = "bad"
    """It will keep calico-node from starting, or from becoming ready."""
    RISK = "risk"
    """It may hurt."""
    NOT_KNOWN = "not-known"
    OK = "ok"


class Group(StrEnum):
    """In the order of the report."""

    CLUSTER = "cluster"
    POOLS = "pools"
    NODE = "node"
    RUNTIME = "runtime"
    KERNEL = "kernel"
    FILES = "files"
    PORTS = "ports"
    NETWORK = "network"
    LIMITS = "limits"
    API = "api"


@record(kw_only=True)
class Result:
    """What a check came to."""

    answer: Answer
    key: str = ""
    """Finds the sentence among those of the check; the answer itself where there is just one."""
    cause: str = ""
    """The cause whose page explains more; empty: there is none."""
    facts: tuple[Fact, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict)


@record(kw_only=True)
class Site:
    """All that a check may look at: a node, the others, and what the API server says."""

    node: NodeView
    others: tuple[NodeView, ...] = ()
    causes: Mapping[str, Cause] = field(default_factory=dict)
    asked: Asked = Asked()
    release: Release | None = None
    """Of the Calico that is to run there; None: not known."""


Ask = Callable[[Site], Result | None]
"""None: it does not concern this node."""


@record(kw_only=True)
class Check:
    name: str
    group: Group
    ask: Ask
    foresees: tuple[str, ...] = ()
    """The causes whose condition it asks for; those that it points to are among them."""
    shown_by: str = ""
    """The command line that shows it on a host; empty where the API server has to say it."""
    of_cluster: bool = False
    """It is asked once, and not of every node."""


BPF = ("FELIX_BPFENABLED", "bpfEnabled")
"""How the setting for Felix' eBPF data plane is called."""
NOT_KNOWN = Result(answer=Answer.NOT_KNOWN)


def not_known(key: str, **details: object) -> Result:
    """There is something to say of why it cannot be told."""
    return _result(Answer.NOT_KNOWN, "", (), key, details)


def ok(*facts: Fact) -> Result:
    return Result(answer=Answer.OK, facts=facts)


def risk(cause: str, *facts: Fact, key: str = "", **details: object) -> Result:
    return _result(Answer.RISK, cause, facts, key, details)


def bad(cause: str, *facts: Fact, key: str = "", **details: object) -> Result:
    return _result(Answer.BAD, cause, facts, key, details)


def _result(
    answer: Answer, cause: str, facts: tuple[Fact, ...], key: str, details: Mapping[str, object]
) -> Result:
    said = {name: str(value) for name, value in details.items()}
    return Result(answer=answer, key=key, cause=cause, facts=facts, details=said)


def is_on(value: str) -> bool:
    return value.lower() == "true"


def was_shown(node: NodeView, kind: type[Fact]) -> bool:
    """Whether that kind of fact was looked for: if none was found, there is none."""
    return not not_covered((kind,), node)


def by_cause(name: str, site: Site) -> Result:
    """What the cause itself makes of the node: strong signs stop calico-node, hints are a risk."""
    node = site.node.unread()
    signs = tuple(site.causes[name].examine(Case(node, site.others)))
    denial = next((sign for sign in signs if sign.strength is Strength.DENIES), None)
    if denial is not None:
        return ok(*denial.facts)
    if not signs:
        return NOT_KNOWN if not_covered(node.asked, node) else ok()
    strongest = max(signs, key=lambda sign: sign.strength)
    answer = Answer.RISK if strongest.strength is Strength.HINTS else Answer.BAD
    return Result(answer=answer, cause=name, facts=strongest.facts, details=strongest.details)
