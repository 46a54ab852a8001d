"""Whether a value beside a name that speaks of a secret is one."""

import re
from functools import cache

from calicovet.world.redaction.secret_names import Says

HIDDEN = "<redacted>"


@cache
def _reference() -> re.Pattern[str]:
    """Not a secret, whatever its name: empty, yes or no, where it is kept, a mark that it was left out."""
    return re.compile(
        r"""["'`]*|(?i:true|false|null|none|nil|yes|no|undefined|unset|n/a|\(hidden\)|\(none\)|\(empty\))"""
        r"|<(?:redacted|nil|none|unset|empty|hidden|unknown|invalid Value|REDACTED)>.?|<set to the .*"
        # A path has no capital letters within its words.
        r"|(?:~|\.{1,2}|[A-Z]:)?(?:/+(?:[A-Z]?[a-z0-9._@:-]*|[A-Z]{2,8}))+"
    )


@cache
def _plain() -> re.Pattern[str]:
    """Neither random nor a password with digits: words, names, numbers, moments, addresses."""
    return re.compile(
        # A word, or some written as one: forbidden, TokenRequest, not_found, UNAUTHORIZED
        r"(?:[A-Za-z][a-z]{0,18}(?:[A-Z][a-z]{2,18})*|[a-z]+(?:_[a-z]+)+|[A-Z]{1,19}(?:_[A-Z]+)*"
        # The name of an object, a file or an image; an UUID is none
        r"|(?![0-9a-f]{8}-[0-9a-f]{4}-)[a-z0-9]+(?:[./:-][a-z0-9]+)+"
        # A number, a moment, a time span, an address in memory
        r"|[0-9][0-9.TZ:/+-]*|(?:[0-9.]+(?:h|m|s|ms|us|ns|d))+|0x[0-9a-f]{1,16})[\W_]*"
    )


_OF_MESSAGES = frozenset(
    [
        "a",
        "about",
        "absent",
        "accepted",
        "access",
        "account",
        "added",
        "after",
        "again",
        "all",
        "allowed",
        "already",
        "also",
        "always",
        "an",
        "and",
        "any",
        "api",
        "applied",
        "are",
        "as",
        "at",
        "attempt",
        "audience",
        "auth",
        "authenticated",
        "authentication",
        "authenticator",
        "authorization",
        "authorized",
        "based",
        "basic",
        "be",
        "because",
        "bearer",
        "been",
        "before",
        "being",
        "bad",
        "both",
        "but",
        "by",
        "bytes",
        "cache",
        "cached",
        "call",
        "can",
        "cannot",
        "cant",
        "certificate",
        "changed",
        "check",
        "claim",
        "client",
        "cluster",
        "config",
        "configmap",
        "configured",
        "connect",
        "connection",
        "contains",
        "context",
        "could",
        "couldnt",
        "create",
        "created",
        "creating",
        "creation",
        "credentials",
        "credential",
        "current",
        "data",
        "deadline",
        "decode",
        "default",
        "delete",
        "deleted",
        "denied",
        "deny",
        "dial",
        "did",
        "different",
        "does",
        "doesnt",
        "done",
        "during",
        "each",
        "either",
        "else",
        "empty",
        "encoded",
        "endpoint",
        "env",
        "eof",
        "error",
        "errors",
        "etcd",
        "exceeded",
        "existing",
        "exists",
        "expire",
        "expired",
        "expires",
        "expiry",
        "fail",
        "failed",
        "failing",
        "fails",
        "failure",
        "fetch",
        "fetching",
        "field",
        "file",
        "files",
        "first",
        "for",
        "forbidden",
        "format",
        "found",
        "from",
        "generate",
        "generated",
        "get",
        "getting",
        "give",
        "given",
        "go",
        "got",
        "had",
        "has",
        "hash",
        "have",
        "header",
        "hex",
        "hidden",
        "host",
        "http",
        "https",
        "id",
        "if",
        "ignored",
        "in",
        "incorrect",
        "informer",
        "input",
        "internal",
        "into",
        "invalid",
        "io",
        "is",
        "issue",
        "issued",
        "it",
        "its",
        "json",
        "key",
        "keys",
        "kind",
        "known",
        "kubeconfig",
        "kubelet",
        "lacks",
        "last",
        "later",
        "leaked",
        "length",
        "list",
        "load",
        "loaded",
        "loading",
        "local",
        "login",
        "lookup",
        "lost",
        "make",
        "malformed",
        "match",
        "matches",
        "may",
        "mechanism",
        "method",
        "mismatch",
        "missing",
        "mode",
        "mount",
        "mounted",
        "must",
        "name",
        "namespace",
        "needed",
        "needs",
        "never",
        "new",
        "next",
        "no",
        "nodes",
        "none",
        "nonexistent",
        "nor",
        "not",
        "nothing",
        "now",
        "null",
        "object",
        "of",
        "off",
        "old",
        "on",
        "once",
        "one",
        "only",
        "open",
        "operation",
        "or",
        "other",
        "out",
        "own",
        "parse",
        "password",
        "passwords",
        "path",
        "permission",
        "placeholder",
        "please",
        "pod",
        "pods",
        "port",
        "present",
        "prompt",
        "provide",
        "provided",
        "provider",
        "rather",
        "read",
        "reading",
        "received",
        "recreated",
        "ref",
        "refresh",
        "refreshed",
        "rejected",
        "removed",
        "renew",
        "renewed",
        "request",
        "requested",
        "requests",
        "required",
        "requires",
        "reset",
        "resource",
        "response",
        "result",
        "retry",
        "retrying",
        "returned",
        "revoked",
        "rotate",
        "rotated",
        "rotation",
        "same",
        "save",
        "saved",
        "secret",
        "secrets",
        "see",
        "server",
        "service",
        "serviceaccount",
        "serviceaccounts",
        "set",
        "setting",
        "should",
        "sign",
        "signature",
        "signed",
        "since",
        "skip",
        "skipped",
        "some",
        "source",
        "still",
        "stored",
        "string",
        "successful",
        "successfully",
        "such",
        "support",
        "supported",
        "system",
        "tcp",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "they",
        "this",
        "time",
        "timed",
        "timeout",
        "tls",
        "to",
        "token",
        "tokenreview",
        "tokens",
        "too",
        "try",
        "trying",
        "type",
        "types",
        "unable",
        "unauthorized",
        "undefined",
        "unexpected",
        "unix",
        "unknown",
        "unless",
        "unset",
        "unsupported",
        "until",
        "update",
        "updated",
        "updating",
        "use",
        "used",
        "user",
        "username",
        "using",
        "valid",
        "validate",
        "validation",
        "value",
        "values",
        "verification",
        "verified",
        "verify",
        "version",
        "via",
        "volume",
        "wait",
        "waiting",
        "was",
        "webhook",
        "were",
        "when",
        "where",
        "which",
        "while",
        "will",
        "with",
        "within",
        "without",
        "would",
        "write",
        "wrong",
        "x509",
        "you",
        "your",
        "dont",
        "isnt",
        "rbac",
        "opaque",
        "optional",
        "system:serviceaccount",
    ]
)
"""What stands behind "token:" in a sentence of an error."""
_IN_NAMES = frozenset(
    [
        "calico",
        "kube",
        "kubernetes",
        "tigera",
        "node",
        "token",
        "secret",
        "secrets",
        "system",
        "default",
        "operator",
        "typha",
        "felix",
        "cni",
        "bgp",
        "etcd",
        "cluster",
        "pull",
        "registry",
        "cert",
        "certs",
        "tls",
        "config",
        "creds",
        "credentials",
        "auth",
        "sa",
        "service",
        "account",
        "kubeadm",
        "kubelet",
        "coredns",
        "proxy",
        "controller",
        "controllers",
        "apiserver",
        "test",
        "io",
        "local",
        "svc",
        "my",
        "app",
        "docker",
        "regcred",
    ]
)
"""Parts of the names that objects have."""


@cache
def _parts() -> re.Pattern[str]:
    return re.compile(r"[a-z]{1,20}[0-9]{0,2}|[a-z0-9]{5}|[0-9]{1,3}|[bcdf0-9]{8,10}")


@cache
def _explained() -> re.Pattern[str]:
    return re.compile(
        r"(?:[A-Z][a-z]{2,18}){2,}|[0-9][0-9.TZ:/+-]*|(?:[0-9.]+(?:h|m|s|ms|us|ns|d))+|0x[0-9a-f]{1,16}"
        r"|[\[({&*|>].*|\S{0,200}://.*|sha256:.*|x509:.*|\d+(?:\.\d+)* bytes"
    )


def is_secret(value: str, said: Says, *, structured: bool) -> bool:
    """Whether a value is a secret, beside a name that says so much.

    `structured`: as the value of a field, where no sentence can stand.
    """
    text = value.strip(" \t\r,")
    if not text or said is Says.NOTHING or _reference().fullmatch(text):
        return False
    if said is Says.SURELY:
        return True
    if said is Says.MAYBE:
        return looks_random(text)
    return structured or not _is_of_a_message(text)


def _is_base64(text: str) -> bool:
    """Whether what begins as a path does is none."""
    mixed = any(map(str.isdigit, text)) and any(map(str.isupper, text))
    return mixed and "." not in text and not _reference().fullmatch(text)


_NO_PARTS = frozenset(" ()[]{}<>")


def looks_random(text: str) -> bool:
    """Neither words, nor a name, a path, an address or a number."""
    return (
        len(text) >= 6
        and not _NO_PARTS.intersection(text)
        and text[0] not in "~.<([{"
        and (text[0] != "/" or _is_base64(text))
        and not text.endswith((":", "(", "["))
        and not _plain().fullmatch(text)
        and not _explained().fullmatch(text)
    )


def is_of_a_message(word: str) -> bool:
    """Whether a word is what sentences are made of."""
    return word.strip("\"'.,;:!?()").replace("'", "").lower() in _OF_MESSAGES


def _is_of_a_message(text: str) -> bool:
    word = text.rstrip(".,;:!?)\"'")
    if is_of_a_message(word) or _explained().fullmatch(text):
        return True
    if text[-1:] in (":", "(") and not any(char.isdigit() for char in text):
        return True
    parts = re.split(r"[-./_:]", word)
    return (
        len(parts) > 1
        and not _IN_NAMES.isdisjoint(parts)
        and all(_parts().fullmatch(part) for part in parts)
    )
