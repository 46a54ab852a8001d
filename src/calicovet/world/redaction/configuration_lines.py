"""Patterns of logins and keys in lines of configuration files: tunnels, routers, daemons."""

from calicovet.world.redaction.secret_values import HIDDEN

Row = tuple[str, str, str]
"""A word that a lowered line must hold, an expression, and what stands in the secret's place."""


def of_words(words: tuple[str, ...], pattern: str, instead: str) -> tuple[Row, ...]:
    """One row for each word, of which one has to be there."""
    return tuple((word, pattern, instead) for word in words)


OF_CONFIGURATION: tuple[Row, ...] = (
    # Keys of tunnels and of routing protocols.
    *of_words(
        ("0x",),
        r"(\b(?:enc|auth|auth-trunc|aead|comp)[ \t]{1,4}\\{0,4}[\"']?[a-z][\w()\[\]./-]{0,60}\\{0,4}[\"']?[ \t]{1,4})(?:0x[0-9a-fA-F]{8,}|\"[^\"]{4,}\")",
        rf"\1{HIDDEN}",
    ),
    (
        "psk",
        r"""(:?[ \t]{0,4}\bPSK[ \t]{1,4})(?:\\{0,4}"[^"<][^"\n]*"|'[^'<][^'\n]*'|(?=\S*\d)(?!<)[^\s"'=:<]{4,})""",
        rf"\1{HIDDEN}",
    ),
    (
        "xauth ",
        r"""((?<![\w-])(?:XAUTH|EAP|NTLM|PIN)[ \t]{1,4})(?:"[^"<][^"\n]*"|0[sx][\w+/=]{6,})""",
        rf"\1{HIDDEN}",
    ),
    (
        "eap ",
        r"""((?<![\w-])(?:XAUTH|EAP|NTLM|PIN)[ \t]{1,4})(?:"[^"<][^"\n]*"|0[sx][\w+/=]{6,})""",
        rf"\1{HIDDEN}",
    ),
    (
        "key",
        r"""(?i)(\b(?:private|preshared|pre-shared|psk|secret|shared|signing|encryption|master)[ _-]?key(?:[ \t]{1,4}|[ \t]{0,4}[:=(][ \t]{0,4}))(?!<|\()"""
        r"""(?=[\w+/]{0,43}[\dA-Z+/])[A-Za-z0-9+/]{42,43}=""",
        rf"\1{HIDDEN}",
    ),
    *of_words(
        ("=\t", "=\\"), r"(?:(?<![A-Za-z0-9+/])|(?<=\\t))[A-Za-z0-9+/]{43}=(?=\t|\\{1,8}t)", HIDDEN
    ),
    *of_words(
        ("md5 ", "authentication-key"),
        r"(?i)(\b(?:message-digest-key \d{1,3} md5|key-string|authentication-key(?: \d{1,3})?)[ \t]{1,4}(?:\d )?)(?!<)\S{3,}",
        rf"\1{HIDDEN}",
    ),
    ("key-string", r"(?i)(\bkey-string[ \t]{1,4}(?:\d )?)(?!<)\S{3,}", rf"\1{HIDDEN}"),
    (
        "secret ",
        r"(?i)(\b(?:enable|username \S{1,40}) secret (?:\d{1,2} )?)(?!<)\S{3,}",
        rf"\1{HIDDEN}",
    ),
    (
        "community",
        r"(?i)(\bsnmp-server community[ \t]{1,4})(?!<)\S{3,}",
        rf"\1{HIDDEN}",
    ),
    *of_words(
        ("rocommunity", "rwcommunity"),
        r"(?i)(\br[ow]community6?[ \t]{1,4})(?!<)\S{3,}",
        rf"\1{HIDDEN}",
    ),
    (
        "password ",
        r"""(?i)(\bpassword[ \t]{1,4}(?:(?:[57]|encrypted)[ \t])?)(?=")("(?!<)[^"\n]*")""",
        rf"\1{HIDDEN}",
    ),
    ("password ", r"(?i)(\bneighbor \S{1,60} password (?:\d )?)(?!<)\S{3,}", rf"\1{HIDDEN}"),
    ("passwd ", r"(?i)(\blogin [^\s:]{1,60} (?:password|passwd) )(?!<)\S{3,}", rf"\1{HIDDEN}"),
    ("password ", r"(?i)(\blogin [^\s:]{1,60} (?:password|passwd) )(?!<)\S{3,}", rf"\1{HIDDEN}"),
    (
        "identified ",
        r"(?i)(\b(?:create|alter) (?:user|role) \S{1,60} identified by )(?!<)[^\s;'\"]{3,}",
        rf"\1{HIDDEN}",
    ),
    (
        "identified ",
        r"""(?i)(\bidentified (?:with [\w']{1,60} )?(?:by|as) (?:password )?)['"](?!<)[^'"\n]+['"]""",
        rf"\1{HIDDEN}",
    ),
    *of_words(
        ("登录", "登陆"),
        r"""((?<![\w./])(?:root|admin|administrator)[ ]?/[ ]?)(?!<)[^\s）)，。；/"']{4,60}(?=[ ]?登[录陆])""",
        rf"\1{HIDDEN}",
    ),
    *of_words(
        ("password", "passphrase", "token"),
        r"""(['"`])(?!<)[^'"`\s]{3,100}(\1 (?:as|is|for) (?:the |a |my |our )?(?:\w{1,20} )?(?:password|passphrase|token)\b)""",
        rf"\1{HIDDEN}\2",
    ),
    # Lines of configuration files in which a login has no name.
    (
        "auth ",
        r"(?i)(\b(?:stats auth|(?:add)?auth (?:digest|basic))[ \t]{1,4}[\w.-]{1,60}:)(?!<)\S{3,}",
        rf"\1{HIDDEN}",
    ),
    ("login=", r"""(\blogin=[^\s:"']{1,60}:)(?!<)[^\s"']{3,}""", rf"\1{HIDDEN}"),
    (
        "user ",
        r"(\buser [\w-]{1,60} (?:on|off) (?:[^\s>]{1,60} ){0,6}[>#])(?!<)[^\s<>]{4,}",
        rf"\1{HIDDEN}",
    ),
    (
        "createuser ",
        r"(\bcreateUser \S{1,60} (?:MD5|SHA[\w-]{0,6})[ ]{1,3})(?!<)\S{3,}",
        rf"\1{HIDDEN}",
    ),
    (
        "createuser ",
        r"(\bcreateUser \S{1,60} \S{1,10} \S{1,100} (?:AES|DES)[\w-]{0,6}[ ]{1,3})(?!<)\S{3,}",
        rf"\1{HIDDEN}",
    ),
    (
        "]:",
        r"(\[[\w.-]{1,100}\.[a-z]{2,12}\]:\d{2,5}[ \t]{1,8}[^\s:]{1,80}:)(?!<)\S{3,}",
        rf"\1{HIDDEN}",
    ),
    ("rootpw ", r"(\brootpw[ ](?:--[\w-]{1,20}[ ]){1,3})(?!<|--)\S{3,}", rf"\1{HIDDEN}"),
    (
        "convertto-securestring",
        r"""(?i)(ConvertTo-SecureString\b[^"'\n]{0,60}["'])(?!<)[^"'\n]{1,200}""",
        rf"\1{HIDDEN}",
    ),
    (
        "system:",
        r"(?<![\w.~+/=-])(?!<)[\w.~+/=-]{8,200}(?=,[\w:.@-]{1,80},[\w-]{1,60},[\"']?system:)",
        HIDDEN,
    ),
    (
        "password ",
        r"(?i)(\bpassword (?:simple|cipher|irreversible-cipher|encrypted|plain\w{0,10}) )(?!<)\S{3,}",
        rf"\1{HIDDEN}",
    ),
    *of_words(
        ("md5 ", "sha1 ", "sha256 ", "hex:"),
        r"(?i)((?<!\S)\d{1,5}[ \t]{1,4}(?:SHA\d{0,3}|MD5|AES(?:128|256)|CMAC)[ \t]{1,4}(?:HEX:|ASCII:)?)(?!<)\S{4,}(?=\s*$)",
        rf"\1{HIDDEN}",
    ),
    ("key ", r"(\bkey \d{1,3} )(?!<)[0-9A-Fa-f]{32,}", rf"\1{HIDDEN}"),
    ("user=", r"(\buser=(?!system:)[\w.-]{1,60}:)(?!<)[^\s:/,]{3,}", rf"\1{HIDDEN}"),
)
