"""What a secret looks like: within a line, and by the name that it is given."""

import re
from functools import cache

HIDDEN = "<redacted>"

_NAMED = (
    r"pass(?:word|wd|phrase)|client[-_]?secret|secret[-_]?(?:access[-_]?)?key|api[-_]?key"
    r"|(?:access|auth|refresh|id|identity|bearer|session|registry)[-_]?token|private[-_]?key|client-key-data|psk"
)


@cache
def worth_a_look() -> re.Pattern[str]:
    """Cheap and wide, so that most lines are done after one look."""
    return re.compile(
        r"eyJ|ZXlK|LS0tLS1|[Bb]earer|BEARER|[Bb]asic |[Pp]assw|PASSW|passphrase|[Ss]ecret|SECRET|[Tt]oken|TOKEN"
        r"|[Kk]ey|KEY|A[KS]IA|@|\"auth\\?\"|\.docker|psk|curl |^\s*[A-Za-z0-9+/]{64}$"
    )


@cache
def line_patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each with what stands in its place."""
    return (
        (
            re.compile(r"(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----).*?(-----END|$)"),
            rf"\1{HIDDEN}\2",
        ),
        # The same, packed into base64; certificates are no secret.
        (re.compile(r"LS0tLS1CRUdJTi(?!BDRVJUSUZJQ0FUR)[A-Za-z0-9+/]{10,}={0,2}"), HIDDEN),
        # A JSON web token, as service accounts have; Secrets hold it in base64 once more.
        (re.compile(r"eyJ[\w-]{8,500}\.[\w-]{8,}(?:\.[\w-]*)?"), HIDDEN),
        (re.compile(r"\bZXlK[A-Za-z0-9+/]{40,}={0,2}"), HIDDEN),
        (re.compile(r"(?i)\b(bearer\s+)(?!<)[\w.~+/=-]{16,}"), rf"\1{HIDDEN}"),
        (re.compile(r"(?i)\b(basic\s+)[A-Za-z0-9+/]{12,}={0,2}"), rf"\1{HIDDEN}"),
        # A value with a name that says what it is; references to where it is kept are no secret.
        (
            re.compile(
                rf"""(?i)\b((?:[\w.]{{0,40}}[-_.])?(?:{_NAMED})\\?["']?[ \t]{{0,3}}[:=][ \t]{{0,80}}\\?["']?)"""
                r"""(?!<|["'\\/]|(?:true|false|null|none|nil)\b|\s)[^\s"',;}\\]{3,}"""
            ),
            rf"\1{HIDDEN}",
        ),
        (
            re.compile(rf"(?i)(--(?:{_NAMED}|token)[ =])(?!<)\S+"),
            rf"\1{HIDDEN}",
        ),
        # A registry's login, and the whole file of them.
        (
            re.compile(
                r"""(\\?["']auth\\?["']\s{0,3}:\s{0,3}\\?["'])(?!<)[A-Za-z0-9+/]{4,}={0,2}"""
            ),
            rf"\1{HIDDEN}",
        ),
        (
            re.compile(
                r"""(\.docker(?:configjson|cfg)\\?["']?\s{0,3}:\s{0,3}\\?["']?)[A-Za-z0-9+/]{4,}={0,2}"""
            ),
            rf"\1{HIDDEN}",
        ),
        # What kubeadm hands to new nodes, after its name or in the table that `kubeadm token list` prints.
        (re.compile(r"(?i)\b(token\W{1,4})[a-z0-9]{6}\.[a-z0-9]{16}\b"), rf"\1{HIDDEN}"),
        (
            re.compile(
                r"(?<![\w.-])[a-z0-9]{6}\.(?=[a-z]*[0-9])(?=[0-9]*[a-z])[a-z0-9]{16}(?![\w.-])"
            ),
            HIDDEN,
        ),
        # An opaque token: long, and not the name of an object; Rancher's has a name before it.
        (
            re.compile(
                r"(?i)\b(token\\?[\"']?\s{0,3}[:=]\s{0,3}\\?[\"']?)(?![a-z0-9.-]+\b[^\w+/=])[\w+/=.]{20,}"
            ),
            rf"\1{HIDDEN}",
        ),
        (
            re.compile(
                r"(?i)\b(token\\?[\"']?\s{0,3}[:=]\s{0,3}\\?[\"']?[\w-]{1,60}:)[\w+/=]{20,}"
            ),
            rf"\1{HIDDEN}",
        ),
        (re.compile(r"(://[^/\s:@]{1,100}:)[^/\s@]{1,200}@"), rf"\1{HIDDEN}@"),
        (
            re.compile(
                r"(\bcurl\b.{0,300}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,100}:)(?!<)[^\s\"']+"
            ),
            rf"\1{HIDDEN}",
        ),
        (re.compile(r"\bA[KS]IA[0-9A-Z]{16}\b"), HIDDEN),
        # A line of a PEM body whose head was cut off; sums in hex have lower case only.
        (
            re.compile(r"^\s*(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*[g-z])[A-Za-z0-9+/]{64}$"),
            HIDDEN,
        ),
    )


@cache
def _setting() -> re.Pattern[str]:
    return re.compile(r"(?:CALICO|FELIX|TYPHA|CNI|BGP|IP6?)_|.*(?:FILE|PATH|DIR|NAME|REF)$")


@cache
def _secret_variable() -> re.Pattern[str]:
    return re.compile(r"PASSW|PASSPHRASE|SECRET|TOKEN|CREDENTIAL|(?:^|_)(?:API)?KEYS?(?:_|$)")


def names_a_secret(variable: str) -> bool:
    """Whether an environment variable of this name holds a secret; settings of Calico and paths are none."""
    name = variable.upper()
    if "PASSW" in name and not name.endswith(("FILE", "PATH")):
        return True
    return not _setting().match(name) and _secret_variable().search(name) is not None


@cache
def secret_field() -> re.Pattern[str]:
    """Names of an object's fields whose text is a secret."""
    return re.compile(rf"(?i)(?:[\w.]+[-_.])?(?:{_NAMED})|token|auth|\.docker(?:configjson|cfg)")
