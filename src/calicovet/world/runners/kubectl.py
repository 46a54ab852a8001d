"""Calls the user's kubectl without secrets in its arguments."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import pathsep
from pathlib import Path

from msgspec.json import encode

from calicovet.model.record import record
from calicovet.world.kube.config import SERVICE_ACCOUNT, kubeconfig_paths
from calicovet.world.kube.in_cluster import service_address
from calicovet.world.kube.target import KubeFlags
from calicovet.world.temporary_files import temporary_file

_NAME = "calicovet-token"


@record
class Kubectl:
    """How kubectl is started."""

    flags: tuple[str, ...]
    environment: Mapping[str, str]


@contextmanager
def kubectl_for(flags: KubeFlags, environment: Mapping[str, str], home: Path) -> Iterator[Kubectl]:
    """kubectl's flags and environment; a token is in a file that is gone after the block.

    Every user of the host can read the arguments of every process.
    """
    if not flags.token:
        yield Kubectl(tuple(_words(flags)), environment)
        return
    paths = kubeconfig_paths(flags, environment, home)
    with temporary_file(prefix="calicovet-kubeconfig-") as (file, path):
        file.write(encode(_kubeconfig(flags, environment, paths)))
        file.flush()
        files = pathsep.join(map(str, (path, *paths)))
        yield Kubectl(tuple(_words(flags)), {**environment, "KUBECONFIG": files})


def _words(flags: KubeFlags) -> Iterator[str]:
    said = {
        "kubeconfig": "" if flags.token else flags.kubeconfig,
        "context": flags.context,
        "cluster": flags.cluster,
        # The token is that of another user in a file of our own.
        "user": _NAME if flags.token else flags.user,
        "server": flags.server,
        "as": flags.as_user,
        "as-uid": flags.as_uid,
        "insecure-skip-tls-verify": "true" if flags.insecure else "",
    }
    yield from (f"--{name}={value}" for name, value in said.items() if value)
    yield from (f"--as-group={group}" for group in flags.as_groups)


def _kubeconfig(
    flags: KubeFlags, environment: Mapping[str, str], paths: Iterable[Path]
) -> dict[str, object]:
    """A user with the token; in a pod without a kubeconfig also the pod's own cluster."""
    config: dict[str, object] = {
        "apiVersion": "v1",
        "kind": "Config",
        "users": [{"name": _NAME, "user": {"token": flags.token}}],
    }
    address = service_address(environment)
    if address and not flags.server and not any(path.is_file() for path in paths):
        authority = str(SERVICE_ACCOUNT / "ca.crt")
        # Beside --insecure-skip-tls-verify kubectl refuses an authority.
        trust = {} if flags.insecure else {"certificate-authority": authority}
        cluster = {"server": f"https://{address}", **trust}
        config["clusters"] = [{"name": _NAME, "cluster": cluster}]
        config["contexts"] = [{"name": _NAME, "context": {"cluster": _NAME, "user": _NAME}}]
        config["current-context"] = _NAME
    return config
