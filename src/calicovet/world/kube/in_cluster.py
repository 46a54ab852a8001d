"""Configuration inside a pod."""

from collections.abc import Mapping
from pathlib import Path

from calicovet.world.kube.authentication.credentials import Fixed, Grant, TokenFile
from calicovet.world.kube.authentication.identity import impersonation_of
from calicovet.world.kube.proxies import choose_proxy
from calicovet.world.kube.target import SECONDS, KubeFlags, Target, Tls


def service_address(environment: Mapping[str, str]) -> str:
    host = environment.get("KUBERNETES_SERVICE_HOST", "")
    port = environment.get("KUBERNETES_SERVICE_PORT", "")
    if not (host and port):
        return ""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def in_cluster(flags: KubeFlags, environment: Mapping[str, str], folder: Path) -> Target:
    url = f"https://{service_address(environment)}"
    authorities = folder / "ca.crt"
    try:
        own = (folder / "namespace").read_text("utf-8").strip()
    except (OSError, ValueError):
        own = ""
    return Target(
        context="",
        server=url,
        namespace=flags.namespace or environment.get("POD_NAMESPACE") or own or "default",
        in_cluster=True,
        tls=Tls(
            authorities=authorities.read_bytes() if authorities.is_file() else b"",
            insecure=flags.insecure,
        ),
        proxy=choose_proxy(url, environment),
        credentials=TokenFile(folder / "token")
        if not flags.token
        else Fixed(Grant(f"Bearer {flags.token}")),
        impersonation=impersonation_of(None, flags),
        timeout=flags.request_timeout or SECONDS,
    )
