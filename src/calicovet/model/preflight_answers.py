"""Answers of the API server that only `preflight` asks for."""

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
    refusal: str | None = None
    """Why it would not take a pod of calico-node: its own words; empty: it would. None: it was not to be asked."""
    daemonsets: tuple[str, ...] | None = None
    """All that there are, namespace/name each; None: not known."""
    lacking: tuple[str, ...] | None = None
    """Keys of ConfigMaps that calico-node's pod asks for and that are not there, map/key each; None: not known."""
