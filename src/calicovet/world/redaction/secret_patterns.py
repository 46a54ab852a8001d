"""What a secret looks like: within a line, and by the name that it is given."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

HIDDEN = "<redacted>"

_IS = r"""\\?["']?[ \t]{0,3}[:=][ \t]{0,80}\\?["']?"""
"""What stands between a name and its value, in YAML, JSON, JSON within JSON, and a shell."""

_VALUE = r"""(?!<|["'\\/]|(?:true|false|null|none|nil)\b|\s)[^\s"',;}\\]{3,}"""
"""Anything after a name that leaves no doubt; references to where it is kept are no secret."""

_PLAIN = (
    # A word, or some written as one: forbidden, TokenRequest, not_found, UNAUTHORIZED
    r"(?:[A-Za-z][a-z]{0,18}(?:[A-Z][a-z]{2,18})*|[a-z]+(?:_[a-z]+)+|[A-Z]{1,19}(?:_[A-Z]+)*"
    # The name of an object, a file or an image; an UUID is none
    r"|(?![0-9a-f]{8}-[0-9a-f]{4}-)[a-z0-9]+(?:[./-][a-z0-9]+)+"
    # A number, a moment, a time span, an address in memory
    r"|[0-9][0-9.TZ/+-]*|(?:[0-9.]+(?:h|m|s|ms|us|ns|d))+|0x[0-9a-f]+)"
    r"[.=-]*(?![\w+/=.~-])"
)
_OPAQUE = rf"(?!{_PLAIN})(?![/~.]|[\w+/=.~-]{{1,200}}+[:(\[])[\w+/=.~-]{{6,}}"
"""What is neither a word, a name, a path, an address nor a number; what a colon follows is a message."""

_PASSWORD = r"pass(?:word|wd|phrase)"
_SECRET = r"client[-_]?secret|secret[-_]?id"
_KEY = (
    r"secret[-_]?(?:access[-_]?)?key|(?:api|private|account|access|certificate|encryption)[-_]?key"
    r"|client-key-data"
)
# An invalid_token is no id_token.
_TOKEN = r"(?:access|auth|refresh|identity|bearer|session|registry|(?<![a-z])id)[-_]?token"
_REFERENCE = r"\w{0,30}(?:file|path|dir|name|ref|secret|key)\b"
_SETTINGS = r"(?:CALICO|FELIX|TYPHA|CNI|BGP|IP6?)_"


def _named(name: str) -> str:
    return rf"(?i)((?:{name}){_IS}){_VALUE}"


def _variable(word: str) -> str:
    """As `env` and `kubectl describe` print one."""
    return rf"\b(?!{_SETTINGS})((?:[A-Z0-9]{{1,30}}_){{1,8}}{word}{_IS}){_VALUE}"


def _argument(name: str) -> str:
    """As a shell has it, and as the items of a list."""
    return (
        rf"""(?i)(?<![\w-])(--(?:[\w-]{{0,30}}[-_])?(?:{name})(?:[ =]\\?["']?|\\?["'],[ ]{{0,3}}\\?["']))"""
        r"""(?![<"'\\]|(?:is|to|for|when|must|and|or|in|of|flag|option)\b)[^\s"'\\]+"""
    )


_PATTERNS = (
    ("private key", r"(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----).*?(-----END|$)", rf"\1{HIDDEN}\2"),
    # The same, packed into base64; certificates are no secret.
    ("ls0tls1", r"LS0tLS1CRUdJTi(?!BDRVJUSUZJQ0FUR)[A-Za-z0-9+/]{10,}={0,2}", HIDDEN),
    # A JSON web token, as service accounts have; Secrets hold it in base64 once more.
    ("eyj", r"eyJ[\w-]{8,500}\.[\w-]{8,}(?:\.[\w-]*)?", HIDDEN),
    ("zxlk", r"\bZXlK[A-Za-z0-9+/]{40,}={0,2}", HIDDEN),
    (
        "bearer",
        rf"(\b(?i:bearer)\s+)(?!<|(?:realm|error|scope|service)=)(?:[\w.~+/=-]{{16,}}|{_OPAQUE})",
        rf"\1{HIDDEN}",
    ),
    ("basic ", r"(?i)\b(basic\s+)[A-Za-z0-9+/]{12,}={0,2}", rf"\1{HIDDEN}"),
    # A value with a name that says what it is.
    (
        "pass",
        rf"(?i)((?<!/etc/){_PASSWORD}(?!{_REFERENCE})\w{{0,12}}{_IS}){_VALUE}",
        rf"\1{HIDDEN}",
    ),
    ("_pass", _named("_pass"), rf"\1{HIDDEN}"),
    ("pwd", _named(r"(?<![a-z])pwd"), rf"\1{HIDDEN}"),
    ("psk", _named(r"\bpsk|[-_.]psk"), rf"\1{HIDDEN}"),
    ("secret", _named(_SECRET), rf"\1{HIDDEN}"),
    ("key", _named(_KEY), rf"\1{HIDDEN}"),
    ("token", _named(_TOKEN), rf"\1{HIDDEN}"),
    ("_key", _variable("KEYS?"), rf"\1{HIDDEN}"),
    ("_secret", _variable("SECRET"), rf"\1{HIDDEN}"),
    ("_token", _variable("TOKEN"), rf"\1{HIDDEN}"),
    ("_auth", _variable("AUTH"), rf"\1{HIDDEN}"),
    ("_credential", _variable("CREDENTIALS?"), rf"\1{HIDDEN}"),
    ("pass", _argument(_PASSWORD), rf"\1{HIDDEN}"),
    ("token", _argument("token"), rf"\1{HIDDEN}"),
    ("key", _argument(_KEY), rf"\1{HIDDEN}"),
    ("secret", _argument(_SECRET), rf"\1{HIDDEN}"),
    # As bird's configuration and people write it.
    (
        "password ",
        rf"""(?i:(\bpassword(?: is)?[ ]{{1,3}}))(?:"[^"<\s]{{3,}}"|{_OPAQUE})""",
        rf"\1{HIDDEN}",
    ),
    # A registry's login, and the whole file of them.
    (
        "auth",
        r"""(\\?["']auth\\?["']\s{0,3}:\s{0,3}\\?["'])(?!<)[A-Za-z0-9+/]{4,}={0,2}""",
        rf"\1{HIDDEN}",
    ),
    ("auth", rf"((?<![\w-])auth{_IS})(?!=){_OPAQUE}", rf"\1{HIDDEN}"),
    (
        ".docker",
        r"""(\.docker(?:configjson|cfg)\\?["']?\s{0,3}:\s{0,3}\\?["']?)[A-Za-z0-9+/]{4,}={0,2}""",
        rf"\1{HIDDEN}",
    ),
    # What kubeadm hands to new nodes, after its name or in the table that `kubeadm token list` prints.
    ("token", r"(?i)\b(token\W{1,4})[a-z0-9]{6}\.[a-z0-9]{16}\b", rf"\1{HIDDEN}"),
    (
        "token",
        r"(?<![\w.-])[a-z0-9]{6}\.(?=[a-z]*[0-9])(?=[0-9]*[a-z])[a-z0-9]{16}(?![\w.-])",
        HIDDEN,
    ),
    # Any other token; Rancher's has a name before it.
    ("token", rf"((?i:token){_IS}){_OPAQUE}", rf"\1{HIDDEN}"),
    ("token", rf"(?i)(token{_IS}(?!sha256:)[\w-]{{1,60}}:)[\w+/=]{{20,}}", rf"\1{HIDDEN}"),
    # Links that are signed
    ("sig=", r"([?&;]sig=)(?!<)[^&\s\"'\\]+", rf"\1{HIDDEN}"),
    (
        "x-",
        r"(?i)(\bX-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)=)(?!<)[^&\s\"'\\]+",
        rf"\1{HIDDEN}",
    ),
    ("://", r"(://[^/\s:@]{1,100}:)[^/\s@]{1,200}@", rf"\1{HIDDEN}@"),
    ("cookie", r"(?i)(\bcookie:\s{0,3}[\w.-]{1,60}=)(?!<)[^\s\"'][^\"']*", rf"\1{HIDDEN}"),
    # Programs that are told a password
    (
        "curl ",
        r"(\bcurl\b.{0,300}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,100}:)(?!<)[^\s\"']+",
        rf"\1{HIDDEN}",
    ),
    ("sshpass ", r"(\bsshpass\s{1,3}-p\s{0,3})(?!<)\S+", rf"\1{HIDDEN}"),
    ("mysql", r"(\bmysql(?:dump|admin)?\b.{0,200}?\s-p)(?!<)[^\s-]\S*", rf"\1{HIDDEN}"),
    # Tokens that show whose they are: Amazon, GitHub, GitLab, Slack, Docker, Vault
    ("akia", r"\bAKIA[0-9A-Z]{16}\b", HIDDEN),
    ("asia", r"\bASIA[0-9A-Z]{16}\b", HIDDEN),
    *(
        (hint, rf"(?<![A-Za-z0-9]){hint}[\w-]{{16,}}", HIDDEN)
        for hint in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "dckr_pat_")
    ),
    ("xox", r"\bxox[abeoprs]-[\w-]{8,}", HIDDEN),
    ("hvs.", r"\bhvs\.[\w-]{20,}", HIDDEN),
)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Made when a line first has its word: most texts need few, and making all takes long."""
    return re.compile(pattern)


def patterns_for(line: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """Those whose word the line has, each with what stands in the secret's place."""
    lowered = line.lower()
    for word, pattern, instead in _PATTERNS:
        if word in lowered:
            yield _compiled(pattern), instead


@cache
def of_a_cut_key() -> re.Pattern[str]:
    """A line of a PEM body whose head was cut off; sums in hex have lower case only."""
    return re.compile(r"\s*(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*[g-z])[A-Za-z0-9+/]{64}$")


@cache
def _setting() -> re.Pattern[str]:
    return re.compile(rf"{_SETTINGS}|.*(?:FILE|PATH|DIR|NAME|REF)$")


@cache
def _secret_variable() -> re.Pattern[str]:
    return re.compile(
        r"PASSW|PASSPHRASE|SECRET|TOKEN|CREDENTIAL|(?:^|_)(?:API)?KEYS?(?:_|$)|ACCOUNTKEY"
        r"|(?:^|_)PASS(?:_|$)|_PWD$|(?:^|_)AUTH$|^(?:PROXY_)?AUTHORIZATION$|^COOKIE$"
    )


@lru_cache(4096)
def names_a_secret(variable: str) -> bool:
    """Whether a variable or a header of this name holds a secret; settings of Calico and paths are none."""
    name = variable.upper().replace("-", "_")
    if "PASSW" in name and not name.endswith(("FILE", "PATH")):
        return True
    return not _setting().match(name) and _secret_variable().search(name) is not None


@cache
def _secret_field() -> re.Pattern[str]:
    return re.compile(
        rf"(?i).*(?:{_PASSWORD}|{_SECRET}|{_KEY}|{_TOKEN})|(?:.*[-_./])?(?:psk|token|auth|pass)"
        r"|(?-i:.*[a-z0-9]Token)|\.docker(?:configjson|cfg)"
    )


@lru_cache(4096)  # the same few names come again and again
def is_secret_field(name: str) -> bool:
    """Whether an object's field of this name, or an annotation, holds a secret."""
    return _secret_field().fullmatch(name) is not None


@cache
def secret_argument() -> re.Pattern[str]:
    """An argument whose value is the next one."""
    return re.compile(rf"--?(?:[\w-]{{0,30}}[-_])?(?i:{_PASSWORD}|{_SECRET}|{_KEY}|{_TOKEN}|token)")
