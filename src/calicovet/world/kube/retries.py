"""Which failed calls are retried, and after how long."""

from calicovet.world.kube.errors import ApiError, ApiRefused, ApiUnreachable, Why

RETRIES = 3
_RESET = 0
"""Stands for a connection that broke off, among the statuses."""
_HANDED_ON = frozenset({429, _RESET})
_TROUBLE = frozenset({429, 500, 502, 503, 504, _RESET})


def passing(path: str) -> frozenset[int]:
    """The refusals of a GET that may be gone a moment later."""
    # What is handed on to a kubelet fails with 5xx when the kubelet does, not the server.
    return _HANDED_ON if path.endswith("/log") or "/proxy/" in path else _TROUBLE


def pause(error: ApiError, tried: int) -> float:
    """Seconds until the next try: as the server asks, else longer each time."""
    from random import uniform

    if isinstance(error, ApiRefused) and error.retry_after is not None:
        return error.retry_after
    # Many who were turned away together should not come back together.
    return uniform(0.1, 0.2) * float(2**tried)


def wants_tls(refusal: bytes) -> bool:
    """Whether a server of Go, or nginx, says that it was not asked by HTTPS."""
    return b"HTTP request to an HTTPS server" in refusal or b"sent to HTTPS port" in refusal


def may_pass(error: ApiError, passing: frozenset[int]) -> bool:
    if isinstance(error, ApiRefused):
        return error.status in passing
    reset = isinstance(error, ApiUnreachable) and error.why is Why.RESET
    return reset and _RESET in passing
