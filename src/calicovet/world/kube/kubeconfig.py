"""kubeconfig files, merged as kubectl merges them."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, ValidationError, convert, field

from calicovet.model.errors import NoAccess

if TYPE_CHECKING:
    from yaml import Event

LARGEST = 8 << 20
_DEEPEST = 100
"""The C loader has no limit: it would end the process."""
_MOST_ALIASES = 20
"""Each level of aliases may multiply what it names; twenty in all make at most a few thousand values."""


class Extension(Struct):
    name: str = ""
    extension: Any = None


class Cluster(Struct, rename="kebab"):
    server: str = ""
    certificate_authority: str = ""
    certificate_authority_data: str = ""
    insecure_skip_tls_verify: bool = False
    tls_server_name: str = ""
    proxy_url: str = ""
    disable_compression: bool = False
    extensions: list[Extension] = []


class ExecVariable(Struct):
    name: str = ""
    value: str = ""


class Exec(Struct, rename="camel"):
    """A program that gets credentials."""

    command: str = ""
    args: list[str] = []
    env: list[ExecVariable] = []
    api_version: str = ""
    install_hint: str = ""
    provide_cluster_info: bool = False
    interactive_mode: str = ""


class AuthProvider(Struct):
    name: str = ""


class User(Struct, rename="kebab"):
    client_certificate: str = ""
    client_certificate_data: str = ""
    client_key: str = ""
    client_key_data: str = ""
    token: str = ""
    token_file: str = field(default="", name="tokenFile")
    as_user: str = field(default="", name="as")
    as_uid: str = ""
    as_groups: list[str] = []
    as_user_extra: dict[str, list[str]] = {}
    username: str = ""
    password: str = ""
    auth_provider: AuthProvider | None = None
    exec: Exec | None = None


class Context(Struct):
    cluster: str = ""
    user: str = ""
    namespace: str = ""


class _NamedCluster(Struct):
    name: str
    cluster: Cluster = field(default_factory=Cluster)


class _NamedUser(Struct):
    name: str
    user: User = field(default_factory=User)


class _NamedContext(Struct):
    name: str
    context: Context = field(default_factory=Context)


class _File(Struct):
    current_context: str = field(default="", name="current-context")
    clusters: list[_NamedCluster] = []
    users: list[_NamedUser] = []
    contexts: list[_NamedContext] = []


class Kubeconfig(Struct):
    """What all files say together."""

    current_context: str = ""
    clusters: dict[str, Cluster] = {}
    users: dict[str, User] = {}
    contexts: dict[str, Context] = {}


def read_kubeconfigs(paths: Iterable[Path], *, must_exist: bool = False) -> Kubeconfig:
    """The files as one: who says a thing first is heard, and files that are not there are skipped."""
    merged = Kubeconfig()
    for path in paths:
        file = _read(path, must_exist=must_exist)
        merged.current_context = merged.current_context or file.current_context
        for cluster in file.clusters:
            merged.clusters.setdefault(cluster.name, _cluster_of(cluster.cluster, path.parent))
        for user in file.users:
            merged.users.setdefault(user.name, _user_of(user.user, path.parent))
        for context in file.contexts:
            merged.contexts.setdefault(context.name, context.context)
    return merged


def _cluster_of(cluster: Cluster, folder: Path) -> Cluster:
    cluster.certificate_authority = _beside(cluster.certificate_authority, folder)
    return cluster


def _user_of(user: User, folder: Path) -> User:
    user.client_certificate = _beside(user.client_certificate, folder)
    user.client_key = _beside(user.client_key, folder)
    user.token_file = _beside(user.token_file, folder)
    if user.exec and "/" in user.exec.command:  # a bare name is looked for on PATH
        user.exec.command = _beside(user.exec.command, folder)
    return user


def _beside(name: str, folder: Path) -> str:
    return str((folder / name).absolute()) if name else ""


def _read(path: Path, *, must_exist: bool) -> _File:
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        if not must_exist:
            return _File()
        raise NoAccess(f"no kubeconfig {path}", key="kubeconfig-missing", file=str(path)) from error
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    if len(text) > LARGEST:
        raise _unreadable(path, "it is too big")
    return _decode(path, text)


def _decode(path: Path, text: bytes) -> _File:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _refuse_traps(yaml.parse(text, Loader=loader))
        found = yaml.load(text, Loader=loader)
        return convert(_without_nulls(found) or {}, _File)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = f"line {mark.line + 1}: " if mark else ""
        raise _unreadable(path, f"{line}{error.problem or 'no YAML'}") from error
    except yaml.YAMLError as error:
        raise _unreadable(path, "it is not text") from error
    except ValidationError as error:
        raise _unreadable(path, str(error)) from error
    except (ValueError, RecursionError) as error:  # an impossible date; a list that holds itself
        raise _unreadable(path, str(error)) from error


def _refuse_traps(events: "Iterable[Event]") -> None:
    """Raises ValueError for nesting that overflows the loader's stack, and for aliases that multiply."""
    import yaml

    depth = aliases = 0
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            aliases += 1
        if depth > _DEEPEST:
            raise ValueError("it is nested too deeply")
        if aliases > _MOST_ALIASES:
            raise ValueError("it has too many aliases")


def _without_nulls(found: object) -> object:
    # `token:` without a value is null in YAML, and means that there is none.
    if isinstance(found, dict):
        return {key: _without_nulls(value) for key, value in found.items() if value is not None}
    if isinstance(found, list):
        return [_without_nulls(value) for value in found if value is not None]
    return found


def _unreadable(path: Path, reason: str) -> NoAccess:
    return NoAccess(f"{path}: {reason}", key="kubeconfig-unreadable", file=str(path), reason=reason)
