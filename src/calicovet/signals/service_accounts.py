"""Calico's own service accounts."""

import re

_ACCOUNT = re.compile(
    r"system:serviceaccount:[\w-]+:"
    r"(?:[a-z0-9]+-){0,2}?(?:calico-node|calico-cni-plugin|calico-typha|canal|tigera-operator)"
)


def is_calicos_account(user: str) -> bool:
    """Whether the user is an account of calico-node, its plugin, Typha or the operator."""
    return _ACCOUNT.fullmatch(user) is not None


def asks_for_a_token(verb: str, resource: str) -> bool:
    """Whether it is the request by which install-cni gets the plugin's token."""
    return verb == "create" and resource == "serviceaccounts/token"
