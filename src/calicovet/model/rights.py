"""RBAC rights, and what each is needed for."""

from enum import StrEnum

from calicovet.model.record import record


class Role(StrEnum):
    """The roles that we offer; each of the others has all of the first."""

    READ = "calicovet-read"
    NODE_PROXY = "calicovet-nodeproxy"
    FIX = "calicovet-fix"


class Where(StrEnum):
    """In which namespaces it is needed."""

    CLUSTER = "cluster"
    """In none, or in all of them."""
    CALICO = "calico"
    """Where Calico may be, or where the user says it is."""
    ASKED = "asked"
    """Where the user says; in all where he says nothing."""
    OPERATOR = "operator"
    """Where the operator is."""
    BESIDE = "beside"
    """Where Calico or the operator may be."""
    DEFAULT = "default"
    KUBE_SYSTEM = "kube-system"


@record(kw_only=True)
class Right:
    """One rule of a role, and what it is for."""

    key: str
    """Finds the words: what it is for, and what is lost without it."""
    group: str
    resource: str
    """May have a subresource, as pods/log."""
    verbs: tuple[str, ...]
    names: tuple[str, ...] = ()
    """These objects alone; empty: all."""
    where: Where = Where.CLUSTER
    role: Role | None = Role.READ
    """None: in no role of ours."""
    needed: bool = False
    """Without it many causes cannot be told."""

    def __str__(self) -> str:
        names = f", resourceNames: [{', '.join(self.names)}]" if self.names else ""
        verbs = ", ".join(self.verbs)
        return f'{{apiGroups: ["{self.group}"], resources: [{self.resource}]{names}, verbs: [{verbs}]}}'


@record(kw_only=True)
class AnsweredRight:
    """Whether the user has a right."""

    right: Right
    allowed: bool | None
    """None: the server did not say."""
    only_in: tuple[str, ...] = ()
    """The namespaces where it is allowed, where it is needed in others, too."""


@record(kw_only=True)
class AnsweredRights:
    """What the API server says about a user."""

    user: str
    """As the server calls him; empty where it does not tell."""
    namespaces: tuple[str, ...]
    """Where Calico was taken to be."""
    answers: tuple[AnsweredRight, ...]
