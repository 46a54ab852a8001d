"""Whether the value beside a secret name is a secret."""

import re
from functools import cache

from calicovet.world.redaction.message_words import OF_MESSAGES
from calicovet.world.redaction.secret_names import Says

HIDDEN = "<redacted>"


@cache
def _reference() -> re.Pattern[str]:
    """Not a secret, whatever its name: empty, yes or no, where it is kept, a mark that it was left out."""
    return re.compile(
        r"""["'`]*|(?i:true|false|null|none|nil|yes|no|undefined|unset|n/a|\(hidden\)|\(none\)|\(empty\))"""
        r"|<(?:redacted|nil|none|unset|empty|hidden|unknown|invalid Value|REDACTED)>.?|<set to the .*"
        # A path has no capital letters within its words.
        r"|(?:~|\.{1,2}|[A-Z]:)?(?:/++(?:[A-Z]?[a-z0-9._@:-]*+|[A-Z]{2,8}))++"
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
    return word.strip("\"'.,;:!?()").replace("'", "").lower() in OF_MESSAGES


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
