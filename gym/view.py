"""From where one looks at a cluster."""

from enum import StrEnum


class View(StrEnum):
    """In the order of the table."""

    LIVE = "live"
    """As an administrator of the cluster."""
    READER = "read-only"
    """As a user with the role that deploy/rbac ships for reading, and no more."""
    TEXT = "text"
    """What a person would paste: get, describe and logs."""
    HOST = "text + host"
    """The same, and what host-script printed on the sick node and on a healthy one."""
