"""Whether a name says that its value is a secret."""

import re
from enum import IntEnum
from functools import cache, lru_cache


class Says(IntEnum):
    """How clearly a name calls its value a secret."""

    NOTHING = 0
    MAYBE = 1
    """Only a value that looks random is one."""
    LIKELY = 2
    """The words of an error message and the names of objects stay."""
    SURELY = 3
    """Only references stay, and values that are empty."""


WORDS_OF_OTHER_LANGUAGES = (
    "kennwort",
    "senha",
    "wachtwoord",
    "heslo",
    "parola",
    "salasana",
    "clave",
)
"""Parts of names that the hints do not cover."""
HINTS = (
    "pass",
    "pw",
    "psk",
    "secret",
    "token",
    "auth",
    "cred",
    "key",
    "cookie",
)
"""One of these stands in every English name that says anything."""
FIRST_HINTS = (
    *WORDS_OF_OTHER_LANGUAGES,
    *("kty", "tls-crypt", "pkcs12", "stringdata", "encrypteddata", "assword"),
)
"""Beginnings of words: names in other languages, and words of forms without such a name."""
FOREIGN_HINTS = (
    "密码",
    "口令",
    "密钥",
    "令牌",
    "凭据",
    "凭证",
    "秘钥",
    "密碼",
    "contraseña",
    "パスワード",
    "пароль",
    "비밀번호",
    "hasło",
    "lösenord",
    "şifre",
    "jelszó",
    "mật khẩu",
    "κωδικός",
    "סיסמה",
    "暗証番号",
    "암호",
    "密匙",
    "密鑰",
    "私钥",
    "私鑰",
    "金鑰",
    "憑證",
)

_PASSWORD = re.compile(
    r"passw(?:or[dt]|d)|^psk|passphrase|passcode|sshpass|userpass|(?:db|root|admin|my|pg|sql)pass$|passwrd"
    rf"|kennwort|{'|'.join(FOREIGN_HINTS)}"
)
"""Part of a name without separators."""
_KEY = re.compile(
    r"(?:api|private|secret|secretaccess|access|account|shared|presharedkey|preshared|signing|sign"
    r"|encryption|encrypt|decryption|certificate|cert|master|license|licence|hmac|aes|crypto|cipher"
    r"|storage|subscription|deploy|join|ssh|rsa|auth|client|server|session|root|admin|app|service"
    r"|webhook|jwt|registry|user|consumer|bot|unseal|recovery|seal|host|tls|function|authentication"
    r"|gpg|pgp|wg|wireguard|ipsec|ike|tunnel|bgp|peer|md5|routing)key"
    r"(?:id|data|base64|b64|pem|value|s)?$"
)
"""A key of this kind is no public key, no label and no index."""
_SURE_TOGETHER = re.compile(
    r"clientsecret|secretid$|secretkey|accesskeysecret|appsecret|sharedsecret|jwtsecret|hmacsecret|authtok$|secret(?:string|binary|value|text|generator)$|authenticationstring$"
    r"|dockerconfigjson|dockercfg$|connectionstring|connstr$|accesskeyid"
    r"|(?:access|auth|refresh|identity|bearer|session|registry|api|bot|join|node|agent|cluster|vault"
    r"|service|personal|admin|root|security|deploy|gitlab|github|slack|csrf|xsrf|user|login|app)tokens?$"
)
SURE_WORDS = (
    *("passw(or)?d", "passphrase", "sshpass", "pwd", "psk", "api[_-]?key", "private[_-]?key"),
    *("secret[_-]?key", "access[_-]?key", "account[_-]?key", "key-data", "client[_-]?secret"),
    *("preshared[_-]?key", "signing[_-]?key", "encryption[_-]?key", "certificate[_-]?key"),
)
"""Beginnings of names that awk knows, which has no camel case."""
LIKELY_PARTS = frozenset(
    {
        *("secret", "secrets", "token", "tokens", "auth", "auths", "credential", "credentials"),
        *("creds", "cred", "pass", "pw", "authorization", "cookie", "cookies", "setcookie"),
        *("idtoken", "passe"),
    }
)
_SURE_PARTS = frozenset(
    {
        "pw",
        "pwd",
        "psk",
        "passwd",
        "apikey",
        "rootpw",
        "bindpw",
        "passwords",
        "passphrases",
        "psks",
        *WORDS_OF_OTHER_LANGUAGES,
    }
)
_ENDINGS = (
    "secret",
    "token",
    "psk",
    "pwd",
    "passwd",
    "pass",
    "credential",
    "credentials",
    "creds",
    "auth",
    "pw",
)
_OTHER_WORDS = frozenset(
    {
        *("bypass", "compass", "trespass", "surpass", "underpass", "overpass", "encompass"),
        *("oauth", "nonsecret", "notoken", "multipass", "firstpass"),
    }
)
ABOUT = frozenset(
    {
        *("file", "files", "filename", "path", "paths", "dir", "directory", "name", "names", "ref"),
        *("refs", "reference", "references", "count", "seconds", "expiration", "expires", "expiry"),
        *("expired", "ttl", "duration", "length", "len", "size", "type", "types", "mode", "modes"),
        *("enabled", "disabled", "enable", "disable", "policy", "policies", "method", "methods"),
        *("version", "url", "uri", "endpoint", "endpoints", "host", "port", "server", "address"),
        *("audience", "audiences", "issuer", "algorithm", "alg", "kind", "namespace", "namespaces"),
        *("selector", "provider", "providers", "plugin", "plugins", "lifetime", "timeout", "days"),
        *(
            "interval",
            "period",
            "renewal",
            "rotation",
            "controller",
            "manager",
            "client",
            "clients",
        ),
        *("service", "webhook", "signer", "review", "reviews", "request", "requests", "template"),
        *("volume", "volumes", "mount", "mounts", "format", "class", "scope", "scopes", "realm"),
        *("required", "optional", "status", "error", "errors", "message", "state", "reason"),
        *("resource", "resources", "user", "username", "email", "cache", "source", "index", "age"),
        *("projection", "getter", "informer", "lister", "watcher", "handler", "store", "store"),
        *("location", "folder", "group", "groups", "module", "helper", "backend", "driver", "max"),
        *("min", "minimum", "maximum", "limit", "usages", "usage", "description", "time", "at"),
    }
)
"""A last part that describes a secret instead of holding it."""
_SETTINGS = ("CALICO_", "FELIX_", "TYPHA_", "CNI_", "BGP_", "IP_", "IP6_")
_OF_THE_SHELL = frozenset({"PWD", "OLDPWD"})


@cache
def _seams() -> re.Pattern[str]:
    return re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z0-9\u0080-\uffff]+")


@lru_cache(8192)  # the same few names come again and again
def says(name: str) -> Says:
    """How clearly this name calls its value a secret."""
    last = name.rstrip("/").rsplit("/", 1)[-1]
    parts = [part.lower() for part in _seams().split(last) if part]
    if not parts or name in _OF_THE_SHELL:
        return Says.NOTHING
    # A number behind a name distinguishes one of several.
    parts[-1] = parts[-1].rstrip("0123456789") or parts[-1]
    if len(parts) > 1 and parts[-1].isdigit():
        parts.pop()
    together = "".join(parts)
    if parts[-1] in ABOUT or together.endswith(("file", "path")):
        return Says.NOTHING
    said = _of_parts(last, parts, together)
    # What stands behind a path is a message.
    return min(said, Says.MAYBE) if name[0] in "/~" else said


def _of_parts(name: str, parts: list[str], together: str) -> Says:
    if parts[-1] == "secret" and len(parts) > 2 and _PASSWORD.search(together):
        return Says.LIKELY  # the name of the Secret that holds a password
    if _PASSWORD.search(together) or _SURE_PARTS.intersection(parts):
        return Says.SURELY
    if parts[-1].endswith(("key", "keys", "keyid", "data", "pem")) or "key" in parts:
        return _of_a_key(name, parts, together)
    if name in ("serviceAccountToken", "ServiceAccountToken", "automountServiceAccountToken"):
        return Says.NOTHING
    if _SURE_TOGETHER.search(together):
        return Says.SURELY
    final = parts[-1]
    if final in LIKELY_PARTS or (final.endswith(_ENDINGS) and final not in _OTHER_WORDS):
        in_capitals = len(parts) > 1 and name.isupper()
        return Says.SURELY if in_capitals else Says.LIKELY
    if LIKELY_PARTS.intersection(parts[:-1]):
        return Says.LIKELY if name.isupper() else Says.MAYBE
    if final in ("signature", "sig") or any(part.endswith(_ENDINGS[:2]) for part in parts[:-1]):
        return Says.MAYBE
    return Says.NOTHING


def _of_a_key(name: str, parts: list[str], together: str) -> Says:
    if "public" in together or "pub" in parts:
        return Says.NOTHING
    upto = ("".join(parts[: place + 1]) for place, part in enumerate(parts) if part.endswith("key"))
    if _KEY.search(together) or any(_KEY.search(each) for each in upto):
        return Says.SURELY
    if LIKELY_PARTS.intersection(parts):
        return Says.LIKELY
    a_variable = "_" in name and name.isupper() and not name.startswith(_SETTINGS)
    if a_variable and parts[-1] in ("key", "keys"):
        return Says.SURELY
    if name.startswith(_SETTINGS):
        return Says.NOTHING
    return Says.MAYBE if a_variable or "key" in parts else Says.NOTHING


def names_a_secret(variable: str) -> bool:
    """Whether a variable or a header of this name holds a secret; paths and references are none."""
    return says(variable) >= Says.LIKELY


def is_secret_argument(word: str) -> bool:
    """Whether the word after this option is a secret."""
    return word.startswith("-") and "=" not in word and says(word.lstrip("-")) >= Says.LIKELY
