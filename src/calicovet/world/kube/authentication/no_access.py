"""What to tell a user who cannot reach the cluster."""

from datetime import UTC, datetime
from threading import Event
from urllib.parse import urlsplit

from calicovet.model.errors import NoAccess
from calicovet.world.kube.authentication.credentials import Fixed
from calicovet.world.kube.authentication.expiry import expiry_of
from calicovet.world.kube.errors import ApiRefused, ApiUnreachable, is_anonymous
from calicovet.world.kube.target import Target


def no_access(error: ApiRefused | ApiUnreachable, target: Target) -> NoAccess:
    """The end of the command, in words that name the server, the fault and the next move."""
    if isinstance(error, ApiUnreachable):
        if error.ending is not None:
            return error.ending
        return _end(f"api-{error.why}", target, error.detail)
    said = error.message or error.reason or str(error.status)
    if error.status == 401:
        expired = _own_expiry(target)
        if expired is not None and expired <= datetime.now(UTC):
            return _end("api-own-expired", target, f"{expired:%Y-%m-%d %H:%M} UTC")
        return _end("api-unauthorized", target, said)
    if is_anonymous(error):
        return _end("api-anonymous", target, said)
    if error.status == 403:
        return _end("api-forbidden", target, said)
    if error.status == 404:
        return _end("api-not-kubernetes", target, said)
    return _end("api-failing", target, f"{error.status} {said}")


def _end(key: str, target: Target, detail: str) -> NoAccess:
    proxy = urlsplit(target.proxy)
    return NoAccess(
        f"{target.server}: {detail}",
        key=key,
        server=target.server,
        context=target.context or "–",
        proxy=f"{proxy.scheme}://{proxy.netloc.rpartition('@')[2]}" if target.proxy else "–",
        detail=detail or "–",
    )


def _own_expiry(target: Target) -> datetime | None:
    """When the certificate of the kubeconfig expires; a plugin would have renewed its own."""
    if not isinstance(target.credentials, Fixed):
        return None
    certificate = target.credentials.grant(Event()).certificate
    return expiry_of(certificate.chain) if certificate is not None else None
