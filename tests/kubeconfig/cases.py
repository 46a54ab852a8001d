"""Kubeconfigs as one meets them, each with what must be sent because of it."""

from base64 import b64encode
from typing import Any

from calicovet.world.kube.config import KubeFlags
from tests.kubeconfig.ground import Build, Case, Ground, Sent, data, key_of

V1 = "client.authentication.k8s.io/v1"
V1BETA1 = "client.authentication.k8s.io/v1beta1"

CASES: list[Build] = []


def case(build: Build) -> Build:
    CASES.append(build)
    return build


def basic(login: str) -> str:
    return f"Basic {b64encode(login.encode()).decode()}"


def credential(status: str, version: str = V1) -> str:
    """The words of a shell script that prints it."""
    said = f'{{"apiVersion":"{version}","kind":"ExecCredential","status":{{{status}}}}}'
    return f"echo '{said}'"


def called(command: str, version: str = V1, **more: Any) -> dict[str, Any]:
    mode = {"interactiveMode": "IfAvailable"} if version == V1 else {}
    return {"exec": {"apiVersion": version, "command": command, **mode, **more}}


@case
def token(at: Ground) -> Case:
    at.config({"token": "abc"})
    return Case(sends=Sent(authorization="Bearer abc"))


@case
def certificate_data(at: Ground) -> Case:
    user = at.authority.user
    at.config({"client-certificate-data": data(user), "client-key-data": data(key_of(user))})
    return Case(sends=Sent(certificate="alice"))


@case
def certificate_and_authority_beside_the_kubeconfig(at: Ground) -> Case:
    user = at.authority.user
    for source in (user, key_of(user), at.authority.file):
        (at.folder / "pki").mkdir(exist_ok=True)
        (at.folder / "pki" / source.name).write_bytes(source.read_bytes())
    at.config(
        {"client-certificate": "pki/alice.crt", "client-key": "pki/alice.key"},
        {"server": at.server.url, "certificate-authority": "pki/ca.crt"},
    )
    return Case(sends=Sent(certificate="alice"))


@case
def certificate_and_token(at: Ground) -> Case:
    user = at.authority.user
    at.config(
        {
            "client-certificate-data": data(user),
            "client-key-data": data(key_of(user)),
            "token": "abc",
        }
    )
    return Case(sends=Sent(certificate="alice", authorization="Bearer abc"))


@case
def insecure(at: Ground) -> Case:
    at.config({"token": "abc"}, {"server": at.server.url, "insecure-skip-tls-verify": True})
    return Case(sends=Sent(authorization="Bearer abc"))


@case
def token_file_that_ends_in_a_newline(at: Ground) -> Case:
    (at.folder / "token").write_text("from-a-file\n")
    at.config({"tokenFile": "token"})
    return Case(sends=Sent(authorization="Bearer from-a-file"))


@case
def token_file_beside_a_token(at: Ground) -> Case:
    (at.folder / "token").write_text("from-a-file\n")
    at.config({"tokenFile": "token", "token": "abc"})
    return Case(sends=Sent(authorization="Bearer from-a-file"))


@case
def exec_v1(at: Ground) -> Case:
    at.config(called(str(at.plugin(credential('"token":"by-exec"')))))
    return Case(sends=Sent(authorization="Bearer by-exec"))


@case
def exec_v1beta1(at: Ground) -> Case:
    at.config(called(str(at.plugin(credential('"token":"by-exec"', V1BETA1))), V1BETA1))
    return Case(sends=Sent(authorization="Bearer by-exec"))


@case
def exec_command_beside_the_kubeconfig(at: Ground) -> Case:
    at.plugin(credential('"token":"by-exec"'), "bin/plugin")
    at.config(called("./bin/plugin"))
    return Case(sends=Sent(authorization="Bearer by-exec"))


@case
def exec_command_on_the_path(at: Ground) -> Case:
    at.plugin(credential('"token":"by-exec"'), "bin/our-plugin")
    at.config(called("our-plugin"))
    path = {"PATH": f"{at.folder / 'bin'}:/usr/bin:/bin"}
    return Case(sends=Sent(authorization="Bearer by-exec"), environment=path)


@case
def exec_with_words_and_variables(at: Ground) -> Case:
    said = '{\\"apiVersion\\":\\"' + V1 + '\\",\\"kind\\":\\"ExecCredential\\",'
    text = f'echo "{said}\\"status\\":{{\\"token\\":\\"$1-$REGION-$OUTER\\"}}}}"'
    variables = [{"name": "REGION", "value": "north"}]
    at.config(called(str(at.plugin(text)), args=["eks"], env=variables))
    outer = {"OUTER": "kept"}
    return Case(sends=Sent(authorization="Bearer eks-north-kept"), environment=outer)


@case
def exec_that_gives_a_certificate(at: Ground) -> Case:
    def quoted(text: str) -> str:
        return text.replace("\n", "\\n")

    user = at.authority.user
    chain, key = quoted(user.read_text()), quoted(key_of(user).read_text())
    status = f'"clientCertificateData":"{chain}","clientKeyData":"{key}"'
    plugin = at.plugin(f"cat <<'END'\n{_json(status)}\nEND")
    at.config(called(str(plugin)))
    return Case(sends=Sent(certificate="alice"))


def _json(status: str) -> str:
    return f'{{"apiVersion":"{V1}","kind":"ExecCredential","status":{{{status}}}}}'


@case
def token_beside_an_exec_plugin(at: Ground) -> Case:
    at.config({"token": "abc", **called("/no/such/plugin")})
    return Case(sends=Sent(authorization="Bearer abc"))


@case
def certificate_beside_an_exec_plugin(at: Ground) -> Case:
    user = at.authority.user
    shown = {"client-certificate-data": data(user), "client-key-data": data(key_of(user))}
    at.config({**shown, **called("/no/such/plugin")})
    return Case(sends=Sent(certificate="alice"))


@case
def proxy_url(at: Ground) -> Case:
    port = at.server.port
    there = at.cluster(
        **{"proxy-url": f"http://127.0.0.1:{at.proxy.port}"},
        server=f"https://api.recorded.test:{port}",
    )
    at.config({"token": "abc"}, there)
    connects = ((f"api.recorded.test:{port}", ""),)
    return Case(sends=Sent(authorization="Bearer abc", sni="api.recorded.test", connects=connects))


@case
def proxy_url_with_a_password(at: Ground) -> Case:
    port = at.server.port
    there = at.cluster(**{"proxy-url": f"http://me:p%40ss@127.0.0.1:{at.proxy.port}"})
    at.config({"token": "abc"}, there)
    connects = ((f"127.0.0.1:{port}", basic("me:p@ss")),)
    return Case(sends=Sent(authorization="Bearer abc", connects=connects))


@case
def proxy_that_itself_speaks_tls(at: Ground) -> Case:
    port = at.server.port
    there = at.cluster(**{"proxy-url": f"https://localhost:{at.tls_proxy.port}"})
    at.config({"token": "abc"}, there)
    return Case(sends=Sent(authorization="Bearer abc", connects=((f"127.0.0.1:{port}", ""),)))


@case
def proxy_of_the_environment(at: Ground) -> Case:
    port = at.server.port
    at.config({"token": "abc"}, at.cluster(server=f"https://api.recorded.test:{port}"))
    return Case(
        sends=Sent(
            authorization="Bearer abc",
            sni="api.recorded.test",
            connects=((f"api.recorded.test:{port}", ""),),
        ),
        environment={
            "HTTPS_PROXY": f"127.0.0.1:{at.proxy.port}",
            "NO_PROXY": "recorded.example,.api.recorded.test,10.0.0.0/8",
        },
    )


@case
def no_proxy_for_this_machine(at: Ground) -> Case:
    at.config({"token": "abc"})
    proxy = f"http://127.0.0.1:{at.proxy.port}"
    return Case(sends=Sent(authorization="Bearer abc"), environment={"HTTPS_PROXY": proxy})


@case
def tls_server_name(at: Ground) -> Case:
    at.config({"token": "abc"}, at.cluster(**{"tls-server-name": "inside.recorded.test"}))
    return Case(sends=Sent(authorization="Bearer abc", sni="inside.recorded.test"))


@case
def server_by_name(at: Ground) -> Case:
    at.config({"token": "abc"}, at.cluster(server=f"https://localhost:{at.server.port}/"))
    return Case(sends=Sent(authorization="Bearer abc", sni="localhost"))


@case
def no_credential_is_sent_over_an_insecure_connection(at: Ground) -> Case:
    at.config({"token": "abc", "as": "jane"}, {"server": at.plain.url})
    return Case(sends=Sent(impersonation=(("impersonate-user", "jane"),)))


@case
def server_without_a_scheme(at: Ground) -> Case:
    at.config({"token": "abc"}, at.cluster(server=f"127.0.0.1:{at.plain.port}"))
    return Case(sends=Sent())


@case
def server_with_a_path(at: Ground) -> Case:
    at.config({"token": "abc"}, at.cluster(server=f"{at.server.url}/k8s/clusters/c-1"))
    path = "/k8s/clusters/c-1/version"
    # With --raw, kubectl leaves the server's path out.
    return Case(sends=Sent(authorization="Bearer abc", path=path), ask=("version",))


@case
def basic_auth(at: Ground) -> Case:
    at.config({"username": "me", "password": "pass: word"})
    return Case(sends=Sent(authorization=basic("me:pass: word")))


@case
def impersonation(at: Ground) -> Case:
    at.config({"token": "abc", "as": "jane", "as-groups": ["dev", "ops"]})
    headers = (
        ("impersonate-group", "dev"),
        ("impersonate-group", "ops"),
        ("impersonate-user", "jane"),
    )
    return Case(sends=Sent(authorization="Bearer abc", impersonation=headers))


@case
def impersonation_with_all_there_is(at: Ground) -> Case:
    extra = {"scopes": ["view", "edit"], "acme.com/it%s": ["1"]}
    at.config({"token": "abc", "as": "jane", "as-uid": "u-1", "as-user-extra": extra})
    headers = (
        ("impersonate-extra-acme.com%2fit%25s", "1"),
        ("impersonate-extra-scopes", "edit"),
        ("impersonate-extra-scopes", "view"),
        ("impersonate-uid", "u-1"),
        ("impersonate-user", "jane"),
    )
    return Case(sends=Sent(authorization="Bearer abc", impersonation=headers))


@case
def impersonation_by_flags(at: Ground) -> Case:
    at.config({"token": "abc", "as": "jane", "as-groups": ["dev"]})
    headers = (
        ("impersonate-group", "auditors"),
        ("impersonate-group", "ops"),
        ("impersonate-uid", "7"),
        ("impersonate-user", "joe"),
    )
    return Case(
        sends=Sent(authorization="Bearer abc", impersonation=headers),
        flags=KubeFlags(as_user="joe", as_groups=("ops", "auditors"), as_uid="7"),
        words=("--as", "joe", "--as-group", "ops", "--as-group", "auditors", "--as-uid", "7"),
    )


@case
def groups_of_the_kubeconfig_for_the_user_of_the_flag(at: Ground) -> Case:
    at.config({"token": "abc", "as": "jane", "as-groups": ["dev"]})
    headers = (("impersonate-group", "dev"), ("impersonate-user", "joe"))
    return Case(
        sends=Sent(authorization="Bearer abc", impersonation=headers),
        flags=KubeFlags(as_user="joe"),
        words=("--as", "joe"),
    )


def _several(at: Ground) -> None:
    at.write(
        {
            "current-context": "one",
            "contexts": [
                {"name": "one", "context": {"cluster": "closed", "user": "first"}},
                {"name": "two", "context": {"cluster": "it", "user": "second"}},
            ],
            "clusters": [
                {"name": "it", "cluster": at.cluster()},
                {"name": "closed", "cluster": {"server": "https://127.0.0.1:1"}},
            ],
            "users": [
                {"name": "first", "user": {"token": "one"}},
                {"name": "second", "user": {"token": "two"}},
            ],
        }
    )


@case
def another_context(at: Ground) -> Case:
    _several(at)
    return Case(
        sends=Sent(authorization="Bearer two"),
        flags=KubeFlags(context="two"),
        words=("--context", "two"),
    )


@case
def another_user(at: Ground) -> Case:
    _several(at)
    return Case(
        sends=Sent(authorization="Bearer one"),
        flags=KubeFlags(context="two", user="first"),
        words=("--context", "two", "--user", "first"),
    )


@case
def another_cluster(at: Ground) -> Case:
    _several(at)
    return Case(
        sends=Sent(authorization="Bearer one"),
        flags=KubeFlags(cluster="it"),
        words=("--cluster", "it"),
    )


@case
def another_server_and_token(at: Ground) -> Case:
    _several(at)
    url = f"https://localhost:{at.server.port}"
    return Case(
        sends=Sent(authorization="Bearer mine", sni="localhost"),
        flags=KubeFlags(server=url, token="mine", insecure=True),
        words=("--server", url, "--token", "mine", "--insecure-skip-tls-verify"),
    )


@case
def a_server_without_any_kubeconfig(at: Ground) -> Case:
    flags = KubeFlags(server=at.server.url, token="mine", insecure=True)
    words = ("--server", at.server.url, "--token", "mine", "--insecure-skip-tls-verify")
    return Case(sends=Sent(authorization="Bearer mine"), flags=flags, words=words)


@case
def two_kubeconfigs(at: Ground) -> Case:
    at.write({"current-context": "here", "users": [{"name": "me", "user": {"token": "abc"}}]}, "a")
    at.config({"token": "other"}, name="sub/b")
    paths = f"{at.folder / 'a'}:{at.folder / 'missing'}::{at.folder / 'sub/b'}"
    return Case(sends=Sent(authorization="Bearer abc"), environment={"KUBECONFIG": paths})


@case
def an_entry_is_heard_as_a_whole(at: Ground) -> Case:
    user = {"username": "me", "password": "pw"}
    at.write({"users": [{"name": "me", "user": user}], "current-context": "here"}, "a")
    at.config({"as": "jane"}, name="b")
    paths = f"{at.folder / 'a'}:{at.folder / 'b'}"
    return Case(sends=Sent(authorization=basic("me:pw")), environment={"KUBECONFIG": paths})


@case
def files_are_beside_the_kubeconfig_that_names_them(at: Ground) -> Case:
    (at.folder / "sub").mkdir()
    (at.folder / "sub" / "token").write_text("below")
    (at.folder / "token").write_text("above")
    at.write({"users": [{"name": "me", "user": {"tokenFile": "token"}}]}, "sub/a")
    at.config({"token": "other"}, name="b")
    paths = f"{at.folder / 'sub/a'}:{at.folder / 'b'}"
    return Case(sends=Sent(authorization="Bearer below"), environment={"KUBECONFIG": paths})


@case
def a_named_kubeconfig_alone(at: Ground) -> Case:
    at.config({"token": "of-the-environment"})
    mine = str(at.config({"token": "mine"}, name="mine"))
    return Case(
        sends=Sent(authorization="Bearer mine"),
        flags=KubeFlags(kubeconfig=mine),
        words=("--kubeconfig", mine),
    )


@case
def the_kubeconfig_at_home(at: Ground) -> Case:
    at.config({"token": "home"}, name=".kube/config")
    return Case(sends=Sent(authorization="Bearer home"), environment={"KUBECONFIG": ""})
