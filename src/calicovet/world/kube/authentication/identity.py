"""Chooses the credentials of a kubeconfig user."""

from collections.abc import Mapping
from pathlib import Path
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any

from calicovet.model.errors import BadUsage, NoAccess
from calicovet.world.kube.authentication.credentials import (
    Certificate,
    Credentials,
    Fixed,
    Grant,
    TokenFile,
    file_unreadable,
)
from calicovet.world.kube.target import KubeFlags, Tls
from calicovet.world.kube.tls import check_certificates

if TYPE_CHECKING:
    from calicovet.world.kube.kubeconfig import Cluster, Exec, User

_EXEC_EXTENSION = "client.authentication.k8s.io/exec"
_LEGAL = frozenset(f"!#$&'*+-.^_`|~{ascii_letters}{digits}".encode())
"""What may stand in a header's name; the percent sign begins what may not."""


def credentials_of(
    user: "User",
    flags: KubeFlags,
    url: str,
    login: str,
    cluster: "Cluster",
    tls: Tls,
    environment: Mapping[str, str],
) -> Credentials:
    if url.startswith("http:"):
        return Fixed(Grant())  # nothing is shown where anybody may listen
    certificate = _certificate(user)
    check_certificates(tls, certificate)
    if flags.token:
        return Fixed(Grant(f"Bearer {flags.token}", certificate))
    if user.token_file:
        return TokenFile(Path(user.token_file), user.token, certificate)
    if user.token:
        return Fixed(Grant(f"Bearer {user.token}", certificate))
    if user.username or user.password:
        return Fixed(Grant(_basic(f"{user.username}:{user.password}"), certificate))
    if certificate is not None:
        return Fixed(Grant("", certificate))
    if user.exec is not None:
        return _exec(user.exec, url, cluster, tls, environment)
    if user.auth_provider is not None:
        provider = user.auth_provider.name
        raise NoAccess(f"auth-provider {provider}", key="auth-provider", provider=provider)
    return Fixed(Grant(_basic(login) if login else ""))


def _basic(login: str) -> str:
    from base64 import b64encode

    return f"Basic {b64encode(login.encode()).decode()}"


def _certificate(user: "User") -> Certificate | None:
    chain = data_or_file(user.client_certificate_data, user.client_certificate)
    if not chain:
        return None
    return Certificate(chain, data_or_file(user.client_key_data, user.client_key))


def _exec(
    called: "Exec", url: str, cluster: "Cluster", tls: Tls, environment: Mapping[str, str]
) -> Credentials:
    from calicovet.world.kube.authentication.exec_plugin import VERSIONS, ExecPlugin, Plugin

    if called.api_version not in VERSIONS or not called.command:
        wanted = " or ".join(VERSIONS)
        raise NoAccess(
            f"exec apiVersion {called.api_version}",
            key="exec-version",
            command=called.command or "–",
            version=called.api_version or "–",
            wanted=wanted,
        )
    return ExecPlugin(
        Plugin(
            command=called.command,
            args=tuple(called.args),
            environment={**environment, **{each.name: each.value for each in called.env}},
            api_version=called.api_version,
            interactive_mode=called.interactive_mode or "IfAvailable",
            install_hint=called.install_hint,
            cluster=_cluster_info(url, cluster, tls) if called.provide_cluster_info else None,
        )
    )


def _cluster_info(url: str, cluster: "Cluster", tls: Tls) -> dict[str, Any]:
    from base64 import b64encode

    told: dict[str, Any] = {
        "tls-server-name": tls.server_name,
        "insecure-skip-tls-verify": tls.insecure,
        "certificate-authority-data": b64encode(tls.authorities).decode(),
        "proxy-url": cluster.proxy_url,
        "disable-compression": cluster.disable_compression,
    }
    own = [each.extension for each in cluster.extensions if each.name == _EXEC_EXTENSION]
    said = {name: value for name, value in told.items() if value}
    return {"server": url, **said, "config": own[0] if own else None}


def impersonation_of(user: "User | None", flags: KubeFlags) -> tuple[tuple[str, str], ...]:
    name = flags.as_user or (user.as_user if user else "")
    if not name:
        if flags.as_groups or flags.as_uid:
            raise BadUsage("--as-group without --as", key="as-group-alone")
        return ()
    headers = [("Impersonate-User", name)]
    if uid := flags.as_uid or (user.as_uid if user else ""):
        headers.append(("Impersonate-Uid", uid))
    groups = flags.as_groups or (user.as_groups if user else ())
    headers += [("Impersonate-Group", group) for group in groups]
    for key, values in (user.as_user_extra if user else {}).items():
        headers += [(f"Impersonate-Extra-{_header_name(key)}", value) for value in values]
    return tuple(headers)


def _header_name(key: str) -> str:
    return "".join(
        chr(byte) if byte in _LEGAL else f"%{byte:02X}" for byte in key.encode(errors="replace")
    )


def data_or_file(data: str, file: str) -> bytes:
    if data:
        from base64 import b64decode

        try:
            # Letters that are skipped may leave nothing: the system's authorities, or no identity at all.
            return b64decode("".join(data.split()), validate=True)
        except ValueError as error:
            raise NoAccess(f"not base64: {error}", key="bad-base64", reason=str(error)) from error
    if not file:
        return b""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise file_unreadable(Path(file), error.strerror or str(error)) from error
