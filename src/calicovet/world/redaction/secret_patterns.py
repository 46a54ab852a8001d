"""Patterns of secrets that are recognisable by their form."""

import re
from functools import cache
from typing import NamedTuple

from calicovet.world.redaction.configuration_lines import OF_CONFIGURATION, Row, of_words
from calicovet.world.redaction.provider_tokens import TOKENS
from calicovet.world.redaction.secret_names import FIRST_HINTS
from calicovet.world.redaction.secret_values import HIDDEN
from calicovet.world.redaction.word_tree import tree

_IS = r"""\\{0,8}["']?[ \t]{0,3}[:=][ \t]{0,80}\\{0,8}["']?"""


_PATTERNS = (
    # Body of a key on the same line, in whatever way its line ends were written.
    (
        "private key",
        r"(?i)(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)(?=.).*?(-----END|$)",
        rf"\1{HIDDEN}\2",
    ),
    # The same, packed into base64; certificates are no secret.
    ("ls0tls1", r"LS0tLS1CRUdJTi(?!BDRVJUSUZJQ0FUR)[A-Za-z0-9+/]{10,}={0,2}", HIDDEN),
    # A JSON web token, as service accounts have; Secrets hold it in base64 once more.
    ("eyj", r"eyJ[\w-]{8,500}\.[\w-]{4,}(?:\.[\w-]*){0,3}", HIDDEN),
    ("eyj", r"eyJrIjoi[\w=-]{10,}", HIDDEN),
    ("zxlk", r"\bZXlK[A-Za-z0-9+/]{40,}={0,2}", HIDDEN),
    # What a header holds is for the other side only; a digest's parts stand in quotes.
    (
        "authorization",
        r"""(?i)(\b(?:proxy-)?authorization[ \t]{0,3}[:=][ \t]{0,8}+digest[ \t]{1,4})(?!<redacted>)[^\n]{3,}""",
        rf"\1{HIDDEN}",
    ),
    (
        "authorization",
        r"""(?i)(\b(?:proxy-)?authorization\\{0,8}["']?[ \t]{0,3}(?:[:=]|=>)[ \t]{0,8}+(?:\\{0,8}["'\[]){0,3}+"""
        r"""(?:[a-z][\w-]{2,30}+[ \t]{1,4}+)?)"""
        r"""(?!<redacted>|(?:mode|failed|error|required|denied|is|was|header|webhook|token|bearer|basic)\b)[^"'\\\]\n]{3,}""",
        rf"\1{HIDDEN}",
    ),
    (
        "bearer",
        r"(?i)(\bbearer(?:[ \t]{1,4}|%20|\+))(?!<|(?:realm|error|scope|service|auth\w{0,16}|tokens?|is|was|not)\b)"
        r"(?=[\w.~+/=:-]{0,200}[\d_+/=~])[\w.~+/=:-]{6,}",
        rf"\1{HIDDEN}",
    ),
    ("bearer", r"(?i)(\bbearer\s+)(?!<)[\w.~+/=-]{20,}", rf"\1{HIDDEN}"),
    ("basic", r"(?i)\b(basic\s+)[A-Za-z0-9+/]{12,}={0,2}", rf"\1{HIDDEN}"),
    (
        "cookie",
        r"""(?i)(\b(?:set-)?cookie2?\\{0,8}["']?[ \t]{0,3}[:=][ \t]{0,3}+(?:\\{0,8}["'\[]){0,3}+)(?!<redacted>)[^"'\\\n]{3,}""",
        rf"\1{HIDDEN}",
    ),
    # A registry's login, and the whole file of them.
    (
        "auth",
        r"""(\\{0,8}["']auth\\{0,8}["']\s{0,3}:\s{0,3}\\{0,8}["'])(?!<)[A-Za-z0-9+/]{4,}={0,2}""",
        rf"\1{HIDDEN}",
    ),
    (
        ".docker",
        r"""(\.docker(?:configjson|cfg)\\{0,8}["']?\s{0,3}:\s{0,3}\\{0,8}["']?)[A-Za-z0-9+/]{4,}={0,2}""",
        rf"\1{HIDDEN}",
    ),
    # What kubeadm, k3s and RKE2 hand to new nodes.
    ("token", r"(?i)\b(token\W{1,4})[a-z0-9]{6}\.[a-z0-9]{16}\b", rf"\1{HIDDEN}"),
    (
        "token",
        r"(?<![\w.-])[a-z0-9]{6}\.(?=[a-z]*[0-9])(?=[0-9]*[a-z])[a-z0-9]{16}(?![\w.-])",
        HIDDEN,
    ),
    ("::", r"(?<![A-Za-z0-9])K10[0-9a-f]{20,}::(?:[\w.-]{1,60}:)?[\w.+/=-]+", HIDDEN),
    ("::server:", r"(::server:)(?!<)[\w.+/=-]{6,}", rf"\1{HIDDEN}"),
    ("token", rf"(?i)(token{_IS}(?!sha256:)[\w-]{{1,60}}:)[\w+/=]{{20,}}", rf"\1{HIDDEN}"),
    # Addresses with a login, whatever their scheme.
    (
        "@",
        r"""(://(?:<redacted>|[^\s/:"'<>]{0,100}):)(?!<redacted>@|\d{1,5}/)[^\s"'<>]{1,300}@(?=[\w.\[-])""",
        rf"\1{HIDDEN}@",
    ),
    (
        "@",
        r"""(://)(?=[^\s/:@"'<>]{0,200}@)(?![a-z][a-z.-]{0,24}@)[^\s/:@"'<>]{6,200}@""",
        rf"\1{HIDDEN}@",
    ),
    (
        "@",
        r"""(?<![\w./:@-])([A-Za-z_][\w.+-]{0,40}:)(?!<|sha(?:256|512):?)(?!v?\d[\w.-]*@sha)(?![\w./-]{1,100}@sha\d)"""
        r"""[^\s"':@<>,;]{3,100}@(?=(?:tcp|unix)?\(|[\w-]{1,60}(?:\.[\w-]{1,60}|:[\d/])|localhost|\[|[\w-]{1,40}/)""",
        rf"\1{HIDDEN}@",
    ),
    ("@", r"(://)[A-Za-z0-9_-]{20,}(?=:[^\s/@]{1,100}@)", rf"\1{HIDDEN}"),
    *of_words(
        (":543", ":643", ":*:"),
        r"""(?<![\w./-])((?:[\w.-]{1,80}|\*):(?:\d{4,5}|\*):(?:[\w-]{1,40}|\*):[\w*.-]{1,40}:)[^\s:"'<\\]{3,}(?=[\s"'\\<]|$)""",
        rf"\1{HIDDEN}",
    ),
    (
        "x-",
        r"(?i)(\bx-[\w-]{2,40}:[ \t]{0,3})(?=[\w+/=-]{0,80}\d)[\w+/=-]{20,}(?![\w-])",
        rf"\1{HIDDEN}",
    ),
    (
        "key ",
        r"(?i)(\b(?:tacacs|radius|isakmp|ike)[\w-]*(?: \S{1,40}){0,4} key (?:\d )?)(?!<)\S{4,}",
        rf"\1{HIDDEN}",
    ),
    ("authentication", r"(?<![\w.-])[a-z0-9]{6}\.[a-z0-9]{16}(?![\w.-])", HIDDEN),
    ("x-", r"(?i)(\bx-(?:amz|goog|oss|cos|obs)-[a-z-]{1,40}=)(?!<)[^&\s\"'\\]{3,}", rf"\1{HIDDEN}"),
    ("bearer", r"(bearer\.authorization\.k8s\.io\.)(?!<)[\w-]{6,}", rf"\1{HIDDEN}"),
    # Signed links, and what a query holds.
    *of_words(
        ("?", "&"),
        r"""(?i)([?&;](?:sig|signature|key|code|sas|api_?key|access_?key|apikey|jwt|sv_sig|auth|state|hash|pw|pin|otp|x-(?:amz|goog|oss|cos|obs)-[a-z-]{1,40})=)"""
        r"""(?!<redacted>|(?:true|false)\b|\d{1,6}(?:[&\s"']|$))[^&\s"'\\]{3,}""",
        rf"\1{HIDDEN}",
    ),
    # Hashes of passwords.
    (
        "$",
        r"\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|sha1|argon2(?:id|i|d)|scrypt|pbkdf2-sha\d{1,3}|bcrypt)\$[\w./$,=+-]{8,}",
        HIDDEN,
    ),
    *of_words(
        (": rsa", ": ecdsa", ": p12", ": pkcs8"),
        r"""(?i)((?<!\S): (?:RSA|ECDSA|P12|PKCS8)[ \t]{1,4}\S{1,200}[ \t]{1,4})\\{0,8}"[^"<\\\n]{1,200}\\{0,8}["]""",
        rf"\1{HIDDEN}",
    ),
    ("geniekey", r"(?i)(\bGenieKey[ \t]{1,4})(?!<)[\w-]{20,}", rf"\1{HIDDEN}"),
    (
        "jdbc:oracle:",
        r"""(jdbc:oracle:[a-z]{1,10}:[^\s/@"']{1,60}/)(?!<)[^\s@"']{3,100}(?=@)""",
        rf"\1{HIDDEN}",
    ),
    (
        "password from",
        r"(?i)(\bpassword from[ ])(?!<)\S{3,}([ ]to[ ])(?!<)\S{3,}",
        rf"\1{HIDDEN}\2{HIDDEN}",
    ),
    # A login as two words with a stroke between them.
    *of_words(
        ("login", "logon", "credentials", "username"),
        r"""(?i)(\b(?:login|logon|credentials|username)[ \t]{0,3}[:=][ \t]{0,3}[\w@-]{2,40}(?:[ \t]{1,3}/[ \t]{1,3}|/(?=[^\s/]{0,40}[\d!@#$%^&*])))"""
        r"""(?!<)[^\s/"'`]{3,}""",
        rf"\1{HIDDEN}",
    ),
    *of_words(
        ("登录", "登陆", "账号", "账户", "帐号"),
        r"""((?:登录|登陆|账号|账户|帐号)[^\n/]{0,16}?\b(?:root|admin|administrator)[ ]?/[ ]?)(?!<)[^\s）)，。；/"']{4,}""",
        rf"\1{HIDDEN}",
    ),
    # Keys that agents, providers and invitations have.
    *of_words(
        ("encrypt", "gossip"),
        r"""(?i)(\b(?:encrypt|gossip[\w-]{0,20}key)["']?[ \t]{0,4}[=:][ \t]{0,4}["']?)(?!<)[A-Za-z0-9+/]{22,86}={1,2}""",
        rf"\1{HIDDEN}",
    ),
    *of_words(
        ("ak:", "ak=", 'ak"', "ak ", "sk:", "sk=", 'sk"', "sk "),
        r"""(?i)(?<![A-Za-z0-9-])((?:ak|sk)["']?[ \t]{0,4}[=:][ \t]{0,4}["']?)(?!<)(?=[A-Za-z/+]{0,60}\d)[A-Za-z0-9/+]{16,128}={0,2}(?![\w-])""",
        rf"\1{HIDDEN}",
    ),
    ("microk8s join", r"(\bmicrok8s join \S{1,100}:\d{2,5}/)(?!<)[\w/]{8,}", rf"\1{HIDDEN}"),
    ("/import/", r"(/v3/import/)(?!<)[A-Za-z0-9]{16,}", rf"\1{HIDDEN}"),
    ("pwd={", r"(?i)(\bpwd=\{)(?!<)[^}\n]{2,200}(?=\})", rf"\1{HIDDEN}"),
    ("sonar.login", r"(sonar\.login[ \t]{0,3}[=:][ \t]{0,3})(?!<)[\w-]{20,}", rf"\1{HIDDEN}"),
    ("grub.", r"(grub\.pbkdf2\.sha\d{1,3}\.\d{1,9}\.)(?!<)[0-9A-Fa-f.]{16,}", rf"\1{HIDDEN}"),
    ("digest:", r"((?<![\w-])digest:[\w.-]{1,60}:)(?!<)[\w+/]{20,}={0,2}", rf"\1{HIDDEN}"),
    ("base64,", r"(\bdata:[\w/+.;=-]{0,80}base64,)(?!<)[A-Za-z0-9+/]{16,}={0,2}", rf"\1{HIDDEN}"),
    ("{s", r"(\{S?SHA(?:256|512)?\})[\w+/=]{16,}", rf"\1{HIDDEN}"),
    # Credentials with a distinct form.
    ("hooks.", r"(hooks\.slack\.com/(?:services|workflows)/)(?!<)[\w/]+", rf"\1{HIDDEN}"),
    (
        "webhook",
        r"((?:discord(?:app)?\.com/api/webhooks/\d{1,30}|webhook\.office\.com/webhookb2)/)(?!<)[\w@/-]+",
        rf"\1{HIDDEN}",
    ),
    (
        "hook",
        r"(://[\w.:-]{1,200}/(?:[\w.-]{1,40}/){0,6}(?:web)?hooks?/(?:[\w.-]{1,40}/){0,3})(?!<)(?=[\w-]{0,60}\d)[\w-]{20,}",
        rf"\1{HIDDEN}",
    ),
    ("/bot", r"(\bbot\d{6,12}:)(?!<)[\w-]{20,}", rf"\1{HIDDEN}"),
    (":aa", r"(?<![\w-])(\d{8,10}:)AA[\w-]{30,}", rf"\1{HIDDEN}"),
    ("8q~", r"(?<![\w~.-])[\w~.-]{3,6}8Q~[\w~.-]{30,36}(?![\w~.-])", HIDDEN),
    ("k8s-aws-v1.", r"(k8s-aws-v1\.)(?!<)[\w-]{10,}", rf"\1{HIDDEN}"),
    ("sharedaccess", r"(?i)(SharedAccess(?:Key|Signature)=)(?!<)[^;\s\"']+", rf"\1{HIDDEN}"),
)


_COMMON = (
    "key",
    "auth",
    "token",
    "secret",
    "pass",
    "psk",
    "hook",
    "0x",
    "$",
    "@",
    "{",
    "~",
    "&",
    "?",
    ";",
)
"""Parts of many words: where one of them is not in a text, none of the words is."""


class Forms(NamedTuple):
    """Expressions by the words that a lowered line must hold, each with what stands in the secret's place."""

    part: str
    """What all of the words have in common."""
    rows: tuple[Row, ...]


_ROWS = (*_PATTERNS, *OF_CONFIGURATION)
_FIRST = frozenset(
    {
        *("ls0tls1", "eyj", "zxlk", "bearer", "basic", "community", "identified ", "eap "),
        *("k8s-aws-v1.", "x-", "md5 ", "sha1 ", "sha256 ", "hex:", "login", "logon", "login="),
        *("username", "credentials", "user ", "user=", "createuser ", "rootpw ", "encrypt"),
        *("gossip", "ak:", "ak=", 'ak"', "ak ", "sk:", "sk=", 'sk"', "sk ", "microk8s join"),
        *("convertto-securestring", "jdbc:oracle:", "digest:", "base64,", "sharedaccess"),
        *("rocommunity", "rwcommunity", "grub.", "geniekey", "system:"),
    }
)
"""Words that stand at the beginning of one: these are looked for together with the tokens."""
_STARTS_OF_TOKENS = frozenset(each.prefix.lower() for each in TOKENS)


@cache
def forms() -> tuple[Forms, ...]:
    """All expressions but those of first words, by a part that their words have in common."""
    rows: dict[str, list[Row]] = {}
    for word, pattern, instead in _ROWS:
        if word not in _FIRST:
            part = next((part for part in _COMMON if part in word), word)
            rows.setdefault(part, []).append((word, pattern, instead))
    return tuple(Forms(part, tuple(found)) for part, found in rows.items())


@cache
def meaning_of(first: str) -> tuple[tuple[Row, ...], bool, bool]:
    """The expressions of a first word; whether it begins a token; whether it hints at a name."""
    rows = tuple(row for row in _ROWS if row[0] in _FIRST and first.startswith(row[0]))
    return rows, first in _STARTS_OF_TOKENS, first in FIRST_HINTS


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Made when a line first has its word: most texts need few, and making all takes long."""
    return re.compile(pattern)


@cache
def tokens() -> re.Pattern[str]:
    """All tokens that show by their beginning whose they are."""
    rows = (
        rf"{re.escape(each.prefix)}[A-Za-z0-9{re.escape(each.more)}]{{{each.least},}}"
        for each in TOKENS
    )
    return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(rows)})")


@cache
def first_words() -> re.Pattern[str]:
    """Behind what is no letter, in lower case: first words, and the beginnings of all tokens."""
    words = {*_STARTS_OF_TOKENS, *_FIRST, *FIRST_HINTS}
    return re.compile(f"[^a-z0-9](?P<first>{tree(sorted(words))})")


@cache
def of_a_cut_key() -> re.Pattern[str]:
    """A line of a PEM body whose head was cut off; sums in hex have lower case only."""
    return re.compile(r"\s*(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*[g-z])[A-Za-z0-9+/]{64}$")
