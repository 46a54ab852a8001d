"""Errors of API calls.

ApiError
├── ApiRefused       the server answered, and the answer is no
├── ApiUnreachable   there was no answer of a Kubernetes API server
└── Stopped          we were told to stop
"""

from enum import StrEnum

from calicovet.model.errors import NoAccess


class Why(StrEnum):
    """Why there was no answer."""

    REFUSED = "refused"
    NAME = "name"
    TIMED_OUT = "timed-out"
    NO_ROUTE = "no-route"
    RESET = "reset"
    PROXY = "proxy"
    TLS_UNTRUSTED = "tls-untrusted"
    TLS_EXPIRED = "tls-expired"
    """The server's certificate is out of date."""
    TLS_NAME = "tls-name"
    TLS_OWN = "tls-own"
    """The server does not take our certificate."""
    NOT_KUBERNETES = "not-kubernetes"
    TOO_BIG = "too-big"
    """It goes on beyond what any API server has to say."""
    SPEAKS_HTTPS = "speaks-https"
    """The server wants TLS, and was asked without."""
    CREDENTIALS = "credentials"
    """We have nothing to show: an exec plugin or a token file failed."""


class ApiError(Exception):
    """A call that gave no result."""


class ApiRefused(ApiError):
    """The server said no, in a Status object or in plain text."""

    def __init__(
        self, status: int, reason: str = "", message: str = "", retry_after: float | None = None
    ) -> None:
        super().__init__(f"{status} {reason}: {message}")
        self.status = status
        self.reason = reason
        """As in the Status object: Forbidden, NotFound, Expired, …; empty if there was none."""
        self.message = message
        self.retry_after = retry_after


def is_anonymous(error: ApiRefused) -> bool:
    """Whether the request was unauthenticated: without credentials, or with none that the server accepts."""
    return error.status == 403 and 'User "system:anonymous"' in error.message


class ApiUnreachable(ApiError):
    """No answer, or none that an API server gives."""

    def __init__(self, why: Why, detail: str = "", ending: NoAccess | None = None) -> None:
        super().__init__(f"{why}: {detail}")
        self.why = why
        self.detail = detail
        self.ending = ending
        """What to tell the user, where it is known better than by `why`."""


class Stopped(ApiError):
    """The event that stops all work was set."""
