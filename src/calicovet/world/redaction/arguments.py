"""Redacts secrets in command-line arguments."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from calicovet.world.redaction.secret_names import is_secret_argument
from calicovet.world.redaction.secret_values import HIDDEN, looks_random
from calicovet.world.redaction.word_tree import tree


class _Program(NamedTuple):
    """Which words of a program's command line are secrets."""

    values: tuple[str, ...] = ()
    """Options whose value is one; a short one also with its value in the same word."""
    logins: tuple[str, ...] = ()
    """Options whose value is `user:password`."""
    after: str = ""
    """Only behind this word."""
    positions: tuple[int, ...] = ()
    """Words that are no options, counted from the end (negative) or from `after`."""
    pairs: bool = False
    """Words such as `name=secret`."""


_LOGIN = _Program(values=("-p",), logins=("--creds", "--cred", "--dest-creds", "--src-creds", "-u"))
_PROGRAMS: dict[str, tuple[_Program, ...]] = {
    "curl": (
        _Program(
            ("-b", "--oauth2-bearer", "--pass"),
            ("-u", "--user", "-U", "--proxy-user", "-E", "--cert"),
        ),
    ),
    "wget": (_Program(("--http-password", "--ftp-password")),),
    "http": (_Program((), ("-a", "--auth")),),
    "etcdctl": (_Program((), ("--user",)), _Program(after="passwd", positions=(-1,))),
    **dict.fromkeys(
        (
            "mysql",
            "mysqldump",
            "mysqladmin",
            "mariadb",
            "mariadb-dump",
            "mysqlimport",
            "mysqlcheck",
        ),
        (_Program(("-p",)),),
    ),
    "sshpass": (_Program(("-p",)),),
    **dict.fromkeys(
        ("docker", "podman", "nerdctl", "helm", "skopeo", "buildah", "crane", "oras", "az", "oc"),
        (_LOGIN._replace(after="login"), _LOGIN._replace(values=(), after="copy")),
    ),
    "ctr": (_Program((), ("-u", "--user")),),
    "crictl": (_Program(("--auth",), ("--creds",)),),
    "mongo": (_Program(("-p",)),),
    "mongosh": (_Program(("-p",)),),
    "mongodump": (_Program(("-p",)),),
    "htpasswd": (
        _Program(after="-b", positions=(-1,)),
        _Program(after="-nb", positions=(-1,)),
        _Program(after="-bn", positions=(-1,)),
        _Program(after="-nbB", positions=(-1,)),
        _Program(after="-cb", positions=(-1,)),
        _Program(after="-bc", positions=(-1,)),
        _Program(after="-Bbn", positions=(-1,)),
        _Program(after="-bB", positions=(-1,)),
    ),
    "openssl": (
        _Program(("-k", "-K", "-passin", "-passout", "-pass", "-hmac", "-macopt")),
        _Program(after="passwd", positions=(-1,)),
    ),
    "redis-cli": (_Program(("-a", "--pass")), _Program(after="AUTH", positions=(-1,))),
    **dict.fromkeys(
        ("ldapsearch", "ldapadd", "ldapmodify", "ldapwhoami", "ldappasswd"),
        (_Program(("-w", "-s")),),
    ),
    "ipmitool": (_Program(("-P",)),),
    "mosquitto_pub": (_Program(("-P",)),),
    "mosquitto_sub": (_Program(("-P",)),),
    "sqlcmd": (_Program(("-P",)),),
    "bcp": (_Program(("-P",)),),
    "influx": (_Program(("-password", "-t")),),
    "snmpwalk": (_Program(("-c", "-A", "-X")),),
    "snmpget": (_Program(("-c", "-A", "-X")),),
    "smbclient": (_Program((), ("-U",)),),
    "obsutil": (_Program(("-i", "-k")),),
    "ossutil": (_Program(("-i", "-k")),),
    "coscmd": (_Program(("-a", "-s")),),
    "racadm": (_Program(("-p",)),),
    "vault": (
        _Program(after="put", pairs=True),
        _Program(after="write", pairs=True),
        _Program(after="patch", pairs=True),
        _Program(after="login", positions=(-1,)),
        _Program(after="unseal", positions=(-1,)),
    ),
    "useradd": (_Program(("-p",)),),
    "usermod": (_Program(("-p",)),),
    "rabbitmqctl": (
        _Program(after="add_user", positions=(-1,)),
        _Program(after="change_password", positions=(-1,)),
    ),
    "mc": (_Program(after="alias", positions=(-1, -2)),),
    "wpa_passphrase": (_Program(after="wpa_passphrase", positions=(-1,)),),
    "net": (_Program(after="user", positions=(-1,)),),
    "xfreerdp": (_Program(("/p",)),),
    "rdesktop": (_Program(("-p",)),),
    "freerdp": (_Program(("/p",)),),
    "plink": (_Program(("-pw",)),),
    "pscp": (_Program(("-pw",)),),
    "kubectl": (_Program(("--from-literal",), after="secret"),),
    "oathtool": (_Program(after="oathtool", positions=(-1,)),),
    "kadmin": (_Program(("-w", "-pw")),),
    "kinit": (_Program(("-w",)),),
    "ansible": (_Program(("--vault-password",)),),
    "psexec": (_Program(("-p",)),),
    "lftp": (_Program((), ("-u",)),),
    "ncftp": (_Program(("-p",)),),
    "zip": (_Program(("-P",)),),
    "unzip": (_Program(("-P",)),),
    "7z": (_Program(("-p",)),),
    "gpg": (_Program(("--passphrase",)),),
    "keytool": (_Program(("-storepass", "-keypass", "-srcstorepass", "-deststorepass")),),
    "cryptsetup": (_Program(("--key",)),),
    "svn": (_Program(("--password",)),),
    "nmcli": (_Program(after="password", positions=(-1,)),),
}
PROGRAMS = frozenset(_PROGRAMS)
_PIPED = (
    "--password-stdin",
    "sudo -S",
    "chpasswd",
    "passwd --stdin",
    "passwd ",
    "base64",
    "--stdin",
    "docker secret create",
    "secret create",
    "wg pubkey",
    "cryptsetup",
    "kinit",
    "su -",
    "vault",
    "-S ",
)
"""What is given a secret by `echo secret |`."""


@cache
def _calls() -> re.Pattern[str]:
    return re.compile(rf"(?:^|[^\w.-])(?P<program>{tree(sorted(_PROGRAMS))})(?=\s|\\{{0,8}}[\"'],)")


@cache
def _word() -> re.Pattern[str]:
    """A word as a shell reads it, or the item of a list of arguments; a quote that closes more ends all."""
    return re.compile(
        r"""(?<![^\s=,(\[])\\{0,8}"(?P<double>[^"\\]*+(?:\\[^"\\][^"\\]*+)*+)\\{0,8}"|(?<![^\s=,(\[])'(?P<single>[^']*+)'"""
        r"""|(?P<bare>(?:[^\s"'`|;&,\\]|[,&](?=[^\s"'\\])|\\(?!["'nrt])\S)++(?:'[^']*+'|"[^"\s,:]*+"(?=\s|$))?)"""
        r"""|(?P<stop>[|;&\]"'`]|\\["'nrt])"""
    )


def without_arguments(line: str) -> str:
    """The line without the secrets that commands in it are told."""
    found = _calls().search(line)
    hidden: list[tuple[int, int]] = []
    while found:
        if not any(each.after in line for each in _PROGRAMS[found["program"]]):
            found = _calls().search(line, found.end())
            continue
        words = _words_from(line, found.start("program"))
        texts = [line[start:end] for start, end in words]
        for place, offset, end in secret_words(texts):
            start = words[place][0]
            hidden.append((start + offset, start + end))
        found = _calls().search(line, words[-1][1] if words else found.end())
    hidden += _echoed(line)
    if "type=EXECVE" in line:
        hidden += _of_an_audit(line)
    for start, end in sorted(set(hidden), reverse=True):
        if start < end and HIDDEN not in line[start:end]:
            line = line[:start] + HIDDEN + line[end:]
    return line


def _words_from(line: str, start: int) -> list[tuple[int, int]]:
    words: list[tuple[int, int]] = []
    quote = re.compile(r"""(?<![^\s=,(\[])\\{0,8}["']\Z""").search(line, max(0, start - 9), start)
    begin = quote.start() if quote and line[start:].find(line[start - 1]) > 0 else start
    if quote and not re.compile(r"[\w.-]+\\{0,8}[\"']").match(line, start):
        begin = start  # a whole command in quotes
    for found in _word().finditer(line, begin):
        if found["stop"] or len(words) > 60:
            break
        words.append(found.span(found.lastgroup or 0))
    return words


@cache
def _audited() -> re.Pattern[str]:
    return re.compile(r'\ba\d{1,3}="([^"]{1,400})"')


def _of_an_audit(line: str) -> Iterator[tuple[int, int]]:
    """The secrets in a command that the audit log shows word by word."""
    words = [found.span(1) for found in _audited().finditer(line)]
    for place, start, end in secret_words([line[slice(*word)] for word in words]):
        yield words[place][0] + start, words[place][0] + end


@cache
def _echo() -> re.Pattern[str]:
    return re.compile(
        r"""(?<![\w-])(?:echo|printf)(?: -\w{1,3}| ["']?%s(?:\\n)?["']?)? {1,3}(?:\\?["']([^"']{1,200})["']|([^\s|"';&]{1,200}))\s{0,3}\|([^|]{0,200})"""
    )


@cache
def _handed() -> re.Pattern[str]:
    """What `echo` writes into a file of secrets, or hands over as a file."""
    return re.compile(r"""<\(echo[ ](?:-n[ ])?["']?(?P<text>[^"'()\n]{3,200})["']?\)""")


@cache
def _here_string() -> re.Pattern[str]:
    return re.compile(
        r"""<<<[ \t]{0,3}(?:"(?P<double>[^"$]{3,200})"|'(?P<single>[^']{3,200})'|(?P<bare>[^\s"'$<|;&]{3,200}))"""
    )


def _echoed(line: str) -> Iterator[tuple[int, int]]:
    """What `echo` or a here-string hands to a program that reads a password."""
    if "<<<" in line and any(name in line for name in _PIPED):
        yield from (found.span(found.lastgroup or 0) for found in _here_string().finditer(line))
    if "echo" in line and (found := _handed().search(line)):
        yield found.span("text")
    if "|" not in line or ("echo" not in line and "printf" not in line):
        return
    for found in _echo().finditer(line):
        if any(name in found[3] for name in _PIPED):
            yield found.span(1) if found[1] is not None else found.span(2)


def secret_words(words: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Which words of a command are secrets, and from where to where in each."""
    if not words:
        return
    for program in _PROGRAMS.get(words[0].rsplit("/", 1)[-1].strip("\"'"), ()):
        begin = words.index(program.after) if program.after in words else -1
        if program.after and begin < 0:
            continue
        for place in range(1, len(words)):
            yield from _of_option(words, place, program)
        free = [
            at
            for at in range(max(begin, 0) + 1, len(words))
            if words[at][:1] not in ("-", "/", "#")
        ]
        if program.pairs:
            for at in free:
                if (sign := words[at].find("=")) > 0 and words[at][sign + 1 : sign + 2] not in (
                    "",
                    "@",
                ):
                    yield at, sign + 1, len(words[at].rstrip("\"'"))
        for position in program.positions:
            if -position <= len(free):
                yield free[position], 0, len(words[free[position]])


def _of_option(
    words: Sequence[str], place: int, program: _Program
) -> Iterator[tuple[int, int, int]]:
    word = words[place]
    for option in (*program.values, *program.logins):
        login = option in program.logins
        if word == option and place + 1 < len(words) and not words[place + 1].startswith("-"):
            yield from _value(place + 1, words[place + 1], 0, login)
        elif word.startswith((f"{option}=", f"{option}:")):
            yield from _value(place, word, len(option) + 1, login)
        elif login and len(option) == 2 and _among_others(word, option) and place + 1 < len(words):
            yield from _value(place + 1, words[place + 1], 0, login)
        elif len(option) == 2 and len(word) > 2 and word.startswith(option) and option[0] == "-":
            yield from _value(place, word, 2, login)


def _among_others(word: str, option: str) -> bool:
    """Whether a short option stands behind others: `-su` for `-s -u`."""
    return 2 < len(word) < 6 and word[0] == "-" and word[1:].isalpha() and word[-1] == option[1]


def _value(place: int, word: str, start: int, login: bool) -> Iterator[tuple[int, int, int]]:
    start += len(word[start:]) - len(word[start:].lstrip("\"'"))
    if login:
        at = next((at for at in range(start, len(word)) if word[at] in ":%,"), -1)
        if at < 0:
            return
        if at + 1 >= len(word.rstrip("\"'")) and looks_random(word[start:at]):
            yield place, start, at  # a token instead of a name
            return
        start = at + 1
    elif word[start:].startswith(("pass:", "key:", "hexkey:")):
        start = word.index(":", start) + 1
    elif word[start:].startswith(("file:", "env:", "fd:", "stdin", "/dev/")):
        return
    elif "=" in word[start:] and word.startswith("--from-literal"):
        start = word.index("=", start) + 1
    yield place, start, len(word.rstrip("\"'"))


def arguments_in_list(words: Sequence[str]) -> dict[int, str]:
    """The items of a list of arguments that have a secret, as they stay."""
    kept: dict[int, str] = {}
    for place in range(1, len(words)):
        word = words[place]
        if is_secret_argument(words[place - 1]) and word and not word.startswith("-"):
            kept[place] = HIDDEN
    for start, word in enumerate(words):
        if word.rsplit("/", 1)[-1] in _PROGRAMS:
            for place, begin, end in secret_words(words[start:]):
                text = words[start + place]
                if begin < end and HIDDEN not in text:
                    kept[start + place] = text[:begin] + HIDDEN + text[end:]
    return kept
