"""A cluster with its credentials, and the flags that name it."""

from dataclasses import field

from calicovet.model.record import record
from calicovet.world.kube.authentication.credentials import Credentials

SECONDS = 30.0
"""The time for a call where the user gave none."""


@record(kw_only=True)
class KubeFlags:
    """What the command line says about the cluster, as kubectl's flags do."""

    kubeconfig: str = ""
    context: str = ""
    cluster: str = ""
    user: str = ""
    namespace: str = ""
    server: str = ""
    token: str = field(default="", repr=False)
    insecure: bool = False
    as_user: str = ""
    as_groups: tuple[str, ...] = ()
    as_uid: str = ""
    request_timeout: float = 0.0
    """Seconds; 0: the usual time."""


@record(kw_only=True)
class Tls:
    """How the server proves who it is."""

    authorities: bytes = b""
    """PEM; empty: those that the system trusts."""
    server_name: str = ""
    """The name in its certificate, where it is not the one in the URL."""
    insecure: bool = False


@record(kw_only=True)
class Target:
    """A cluster, and who we are there."""

    context: str
    """Empty in a pod, and where flags alone say which server."""
    server: str
    """The URL, perhaps with a path, without a slash at its end and without a password."""
    namespace: str
    user: str = ""
    in_cluster: bool = False
    tls: Tls = Tls()
    proxy: str = field(default="", repr=False)
    credentials: Credentials = field(repr=False, compare=False)
    impersonation: tuple[tuple[str, str], ...] = ()
    """Headers; their values may repeat a name."""
    timeout: float = SECONDS
    """Seconds for each call."""
    loose_files: tuple[str, ...] = ()
    """Kubeconfig files that other users may write."""
    compression: bool = True
    """Whether the server may be asked to pack what it sends."""


def authority_of(target: Target) -> str:
    """A digest of the certificates by which the cluster is known; empty where the system's own decide."""
    import hashlib

    known = target.tls.authorities
    return hashlib.sha256(known).hexdigest() if known else ""
