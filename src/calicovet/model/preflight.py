"""What was asked of the API server besides evidence, before calico-node is to start."""

from datetime import datetime

from calicovet.model.record import record


@record(kw_only=True)
class AccountMay:
    """Whether calico-node's own account may do something, by the API server's word."""

    account: str
    """system:serviceaccount:NAMESPACE:calico-node."""
    verb: str
    resource: str
    """With its group, where it has one: ippools.crd.projectcalico.org."""
    allowed: bool | None
    """None: the server did not say."""


@record(kw_only=True)
class Asked:
    """What the API server said of itself and of calico-node's account."""

    now: datetime | None = None
    """Its clock, by the header of an answer."""
    account: tuple[AccountMay, ...] = ()
    """Empty where there is no account to ask about."""
