"""Which cluster to use: flags, kubeconfig files, or the pod's own."""

from collections.abc import Mapping
from os import pathsep
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

from calicovet.model.errors import NoAccess
from calicovet.world.kube.authentication.file_rights import others_may_write
from calicovet.world.kube.authentication.identity import (
    credentials_of,
    data_or_file,
    impersonation_of,
)
from calicovet.world.kube.in_cluster import in_cluster, service_address
from calicovet.world.kube.proxies import choose_proxy
from calicovet.world.kube.target import SECONDS, KubeFlags, Target, Tls

if TYPE_CHECKING:
    from calicovet.world.kube.kubeconfig import Cluster, Context, Kubeconfig, User

__all__ = ["KubeFlags", "Target", "kubeconfig_paths", "load_target"]

SERVICE_ACCOUNT = Path("/var/run/secrets/kubernetes.io/serviceaccount")


def load_target(
    flags: KubeFlags,
    environment: Mapping[str, str],
    home: Path,
    service_account: Path = SERVICE_ACCOUNT,
) -> Target:
    """The cluster that kubectl would talk to with the same flags and environment; else NoAccess."""
    from calicovet.world.kube.kubeconfig import read_kubeconfigs

    paths = kubeconfig_paths(flags, environment, home)
    config = read_kubeconfigs(paths, must_exist=bool(flags.kubeconfig))
    name = flags.context or config.current_context
    if not (name or flags.cluster or flags.server):
        if service_account.joinpath("token").is_file() and service_address(environment):
            return in_cluster(flags, environment, service_account)
        raise _no_cluster(config)
    context = _context(name, config)
    cluster = _cluster(flags.cluster or context.cluster, flags, config)
    user_name = flags.user or context.user
    user = _user(user_name, flags, config)
    url, login = _server_url(flags.server or cluster.server)
    tls = Tls(
        authorities=_authorities(cluster, flags),
        server_name="" if flags.server else cluster.tls_server_name,
        insecure=flags.insecure or cluster.insecure_skip_tls_verify,
    )
    return Target(
        context=name,
        server=url,
        namespace=flags.namespace or context.namespace or "default",
        user=user_name,
        tls=tls,
        proxy=cluster.proxy_url or choose_proxy(url, environment),
        credentials=credentials_of(user, flags, url, login, cluster, tls, environment),
        impersonation=impersonation_of(user, flags),
        timeout=flags.request_timeout or SECONDS,
        compression=not cluster.disable_compression,
        loose_files=tuple(str(path) for path in paths if others_may_write(path, environment)),
    )


def kubeconfig_paths(
    flags: KubeFlags, environment: Mapping[str, str], home: Path
) -> tuple[Path, ...]:
    """The files to read, in the order in which they are heard."""
    if flags.kubeconfig:
        return (Path(flags.kubeconfig),)
    if named := environment.get("KUBECONFIG", ""):
        return tuple(Path(name) for name in dict.fromkeys(named.split(pathsep)) if name)
    return (home / ".kube" / "config",)


def _no_cluster(config: "Kubeconfig") -> NoAccess:
    if config.contexts:
        known = ", ".join(sorted(config.contexts))
        return NoAccess("no current context", key="no-current-context", contexts=known)
    return NoAccess("no cluster configured", key="no-cluster")


def _context(name: str, config: "Kubeconfig") -> "Context":
    from calicovet.world.kube.kubeconfig import Context

    if not name:
        return Context()
    if name not in config.contexts:
        known = ", ".join(sorted(config.contexts)) or "–"
        raise NoAccess(f"no context {name}", key="no-context", context=name, contexts=known)
    return config.contexts[name]


def _cluster(name: str, flags: KubeFlags, config: "Kubeconfig") -> "Cluster":
    from calicovet.world.kube.kubeconfig import Cluster

    cluster = config.clusters.get(name)
    if cluster is None and (flags.cluster or not flags.server):
        raise _not_there("cluster", name, config.clusters)
    if cluster is None:
        return Cluster()
    if not (cluster.server or flags.server):
        raise NoAccess(f"cluster {name} has no server", key="no-server", name=name)
    return cluster


def _user(name: str, flags: KubeFlags, config: "Kubeconfig") -> "User":
    from calicovet.world.kube.kubeconfig import User

    if name and name not in config.users:
        raise _not_there("user", name, config.users)
    return config.users.get(name) or User()


def _not_there(kind: str, name: str, known: Mapping[str, object]) -> NoAccess:
    names = ", ".join(sorted(known)) or "–"
    return NoAccess(f"no {kind} {name}", key=f"dangling-{kind}", name=name or "–", names=names)


def _server_url(text: str) -> tuple[str, str]:
    """The URL without what must not be shown, and the `user:password` that stood in it."""
    if "://" not in text:
        text = f"http://{text}"  # as kubectl takes it, also where there are certificates
    try:
        url = urlsplit(text.strip())
        sound = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise NoAccess(f"no server URL: {text}", key="bad-server", server=text.rpartition("@")[2])
    login, _, host = url.netloc.rpartition("@")
    return urlunsplit((url.scheme, host, url.path.rstrip("/"), "", "")), unquote(login)


def _authorities(cluster: "Cluster", flags: KubeFlags) -> bytes:
    if flags.insecure:
        return b""
    return data_or_file(cluster.certificate_authority_data, cluster.certificate_authority)
