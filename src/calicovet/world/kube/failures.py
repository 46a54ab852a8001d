"""Explains failed connections."""

import errno
import ssl
from collections.abc import Iterator

from urllib3 import exceptions

from calicovet.world.kube.errors import ApiUnreachable, Why

_NO_ROUTE = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL})
# OpenSSL's X509_V_ERR_*
_EXPIRED = frozenset({9, 10})
_OTHER_NAME = frozenset({62, 63, 64})
_NO_TLS = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE"})
_BROKEN_OFF = frozenset({"UNEXPECTED_EOF_WHILE_READING"})


def unreachable(error: Exception) -> ApiUnreachable:
    """The error in our words: the innermost that says something decides."""
    chain = tuple(_chain(error))
    detail = _detail(chain)
    if any(isinstance(each, exceptions.ProxyError) for each in chain):
        return ApiUnreachable(Why.PROXY, detail)
    for each in reversed(chain):
        if (why := _why(each)) is not None:
            return ApiUnreachable(why, detail)
    return ApiUnreachable(Why.RESET, detail)


def _why(error: BaseException) -> Why | None:
    if isinstance(error, ssl.SSLCertVerificationError):
        if error.verify_code in _EXPIRED:
            return Why.TLS_EXPIRED
        return Why.TLS_NAME if error.verify_code in _OTHER_NAME else Why.TLS_UNTRUSTED
    if isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError)):
        return Why.RESET
    if isinstance(error, ssl.SSLError):
        return _tls_why(error.reason or "")
    if isinstance(error, (exceptions.NameResolutionError, exceptions.LocationParseError)):
        return Why.NAME
    if isinstance(error, exceptions.NewConnectionError):
        return Why.NO_ROUTE  # which urllib3 counts among the timeouts
    if isinstance(error, (exceptions.TimeoutError, exceptions.EmptyPoolError, TimeoutError)):
        return Why.TIMED_OUT
    if isinstance(error, ConnectionRefusedError):
        return Why.REFUSED
    if isinstance(error, OSError) and error.errno in _NO_ROUTE:
        return Why.NO_ROUTE
    return Why.NOT_KUBERNETES if isinstance(error, exceptions.DecodeError) else None


def _tls_why(reason: str) -> Why | None:
    if reason in _NO_TLS:
        return Why.NOT_KUBERNETES
    if "ALERT" in reason and ("CERTIFICATE" in reason or "UNKNOWN_CA" in reason):
        return Why.TLS_OWN
    return Why.RESET if reason in _BROKEN_OFF else Why.TLS_UNTRUSTED


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what it wraps, each once."""
    seen, todo = set[int](), [error]
    while todo:
        each = todo.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        inner = (each.__cause__, *each.args, getattr(each, "original_error", None))
        todo += [found for found in inner if isinstance(found, BaseException)]


def _detail(chain: tuple[BaseException, ...]) -> str:
    """What the innermost error says, without the wrappings' addresses of objects."""
    inner = chain[-1]
    if isinstance(inner, ssl.SSLCertVerificationError):
        return inner.verify_message
    if isinstance(inner, OSError) and inner.strerror:
        return inner.strerror
    return str(inner).rpartition(">: ")[2] or inner.__class__.__name__
