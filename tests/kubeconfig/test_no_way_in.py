"""Kubeconfigs that give no access: each ends in a message that says why, in both languages."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Timer

import pytest

from calicovet.model.errors import BadUsage, CannotGoOn, NoAccess
from calicovet.model.language import Language
from calicovet.report.words import words
from calicovet.world.kube.authentication.exec_plugin import ExecPlugin, Plugin
from calicovet.world.kube.authentication.no_access import no_access
from calicovet.world.kube.client import open_client
from calicovet.world.kube.config import KubeFlags, load_target
from calicovet.world.kube.errors import ApiUnreachable, Stopped
from tests.kubeconfig.cases import V1, called, credential
from tests.kubeconfig.ground import Ground, data, environment, key_of

NO_FLAGS = KubeFlags()


def ending(ground: Ground, flags: KubeFlags = NO_FLAGS, **more: str) -> CannotGoOn:
    """How the first request ends, at the latest."""
    with pytest.raises(CannotGoOn) as found:
        target = load_target(flags, environment(ground, more), ground.folder)
        try:
            open_client(target).get("/version")
        except ApiUnreachable as error:
            raise no_access(error, target) from error
    for language in Language:
        frame, key = words(language), found.value.key
        details = {"program": "calicovet", **found.value.details}
        assert frame.say(f"error.{key}.message", **details)
        assert frame.say(f"error.{key}.hint", **details)
    return found.value


Break = Callable[[Ground], object]

TEXTS: dict[str, bytes] = {
    "binary": b"\x7fELF\x02\x01\x01\x00\x00\x00\x00",
    "a list": b"- one\n- two\n",
    "a word": b"hello\n",
    "half YAML": b"clusters:\n- name: it\n  cluster: {server: https://x\n",
    "a number for a token": b"users: [{name: me, user: {token: 123}}]\n",
    "clusters that are no list": b"clusters: {it: {server: x}}\n",
    "no name": b"clusters: [{cluster: {server: x}}]\n",
    "itself": b"&a {contexts: [*a]}\n",
    "an impossible date": b"x: 2020-13-45\n",
    "not UTF-8": b"current-context: \xff\xfe\xfa\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_kubeconfig_that_is_none(text: bytes, ground: Ground) -> None:
    (ground.folder / "config").write_bytes(text)
    found = ending(ground)
    assert (type(found), found.key, found.exit_code) == (NoAccess, "kubeconfig-unreadable", 4)
    assert found.details["file"] == str(ground.folder / "config")


@pytest.mark.parametrize("text", ["", "\n", "apiVersion: v1\nkind: Config\nusers:\n", "{}"])
def test_an_empty_kubeconfig_is_no_cluster(text: str, ground: Ground) -> None:
    (ground.folder / "config").write_text(text)
    assert ending(ground).key == "no-cluster"


def test_no_kubeconfig_at_all(ground: Ground) -> None:
    found = ending(ground)
    assert found.key == "no-cluster"
    hint = words(Language.EN).say("error.no-cluster.hint", program="calicovet")
    assert "calicovet diagnose paste.txt" in hint


def test_a_folder_for_a_kubeconfig(ground: Ground) -> None:
    (ground.folder / "config").mkdir()
    assert ending(ground).key == "kubeconfig-unreadable"


def test_a_named_kubeconfig_must_be_there(ground: Ground) -> None:
    ground.config({"token": "abc"})
    found = ending(ground, KubeFlags(kubeconfig=str(ground.folder / "gone")))
    assert found.key == "kubeconfig-missing"


def test_an_unknown_context_is_told_the_known_ones(ground: Ground) -> None:
    ground.config({"token": "abc"})
    found = ending(ground, KubeFlags(context="prod"))
    assert found.key == "no-context"
    assert (found.details["context"], found.details["contexts"]) == ("prod", "here")


def test_contexts_without_a_current_one(ground: Ground) -> None:
    ground.write({"contexts": [{"name": "b"}, {"name": "a"}]})
    found = ending(ground)
    assert (found.key, found.details["contexts"]) == ("no-current-context", "a, b")


@pytest.mark.parametrize("kind", ["cluster", "user"])
def test_a_name_that_nothing_bears(kind: str, ground: Ground) -> None:
    ground.config({"token": "abc"})
    flags = KubeFlags(cluster="gone") if kind == "cluster" else KubeFlags(user="gone")
    assert ending(ground, flags).key == f"dangling-{kind}"


def test_a_context_whose_cluster_is_not_there(ground: Ground) -> None:
    ground.write({"current-context": "a", "contexts": [{"name": "a", "context": {"cluster": "x"}}]})
    assert ending(ground).key == "dangling-cluster"


BROKEN: dict[str, tuple[str, Break]] = {
    "a certificate file that is gone": (
        "credential-file",
        lambda at: at.config({"client-certificate": "gone.crt", "client-key": "gone.key"}),
    ),
    "an authority that is gone": (
        "credential-file",
        lambda at: at.config(
            {"token": "a"}, {"server": at.server.url, "certificate-authority": "gone.crt"}
        ),
    ),
    "a token file that is gone": ("credential-file", lambda at: at.config({"tokenFile": "gone"})),
    "data that is no base64": (
        "bad-base64",
        lambda at: at.config({"client-certificate-data": "abc", "client-key-data": "?"}),
    ),
    "an authority that is no certificate": (
        "bad-authority",
        lambda at: at.config({}, at.cluster(**{"certificate-authority-data": "aGVsbG8="})),
    ),
    "a key of another user": (
        "bad-certificate",
        lambda at: at.config(
            {
                "client-certificate-data": data(at.authority.user),
                "client-key-data": data(key_of(at.authority.other_user)),
            }
        ),
    ),
    "a certificate without its key": (
        "bad-certificate",
        lambda at: at.config({"client-certificate-data": data(at.authority.user)}),
    ),
    "no server": ("no-server", lambda at: at.config({}, {"tls-server-name": "x"})),
    "a server that is no URL": (
        "bad-server",
        lambda at: at.config({}, {"server": "https://[::1"}),
    ),
    "a server of another kind": (
        "bad-server",
        lambda at: at.config({}, {"server": "unix:///run/api.sock"}),
    ),
    "a login that is gone from Kubernetes": (
        "auth-provider",
        lambda at: at.config({"auth-provider": {"name": "gcp", "config": {"x": "y"}}}),
    ),
    "a proxy of another kind": (
        "bad-proxy",
        lambda at: at.config({"token": "a"}, at.cluster(**{"proxy-url": "ftp://127.0.0.1:1"})),
    ),
    "a SOCKS proxy": (
        "no-socks",
        lambda at: at.config({"token": "a"}, at.cluster(**{"proxy-url": "socks5://127.0.0.1:1"})),
    ),
    "a plugin of an old version": (
        "exec-version",
        lambda at: at.config(called("x", "client.authentication.k8s.io/v1alpha1")),
    ),
    "a plugin that is not there": (
        "exec-missing",
        lambda at: at.config(called("/no/such/plugin", installHint="brew install it")),
    ),
    "a plugin that may not be run": (
        "exec-missing",
        lambda at: at.config(called(str(at.write({}, "plugin")))),
    ),
    "a plugin that fails": (
        "exec-failed",
        lambda at: at.config(called(str(at.plugin("echo please log in >&2; exit 3")))),
    ),
    "a plugin that is no program": (
        "exec-failed",
        lambda at: (
            at.config(called("./plugin")),
            at.plugin("").write_bytes(b"\x7fELF rubbish"),
        ),
    ),
    "a plugin that prints rubbish": (
        "exec-rubbish",
        lambda at: at.config(called(str(at.plugin("echo hello")))),
    ),
    "a plugin that prints nothing": (
        "exec-rubbish",
        lambda at: at.config(called(str(at.plugin("true")))),
    ),
    "a plugin that speaks another version": (
        "exec-rubbish",
        lambda at: at.config(called(str(at.plugin(credential('"token":"a"', f"{V1}beta1"))))),
    ),
    "a plugin that gives nothing": (
        "exec-rubbish",
        lambda at: at.config(called(str(at.plugin(credential(""))))),
    ),
    "a plugin that gives half a pair": (
        "exec-rubbish",
        lambda at: at.config(called(str(at.plugin(credential('"clientCertificateData":"x"'))))),
    ),
    "a plugin whose certificate is none": (
        "bad-certificate",
        lambda at: at.config(
            called(str(at.plugin(credential('"clientCertificateData":"x","clientKeyData":"y"'))))
        ),
    ),
    "a plugin that needs a terminal": (
        "exec-terminal",
        lambda at: at.config(called(str(at.plugin("true")), interactiveMode="Always")),
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_named(name: str, ground: Ground) -> None:
    if name == "a SOCKS proxy" and find_spec("socks"):
        pytest.skip("PySocks is here, so SOCKS proxies work")
    key, break_it = BROKEN[name]
    break_it(ground)
    found = ending(ground)
    assert (type(found), found.key) == (NoAccess, key)
    assert ground.server.seen == []


def test_the_hint_of_a_missing_plugin_is_its_own(ground: Ground) -> None:
    ground.config(called("/no/such/plugin", installHint="brew install it"))
    assert ending(ground).details["install"] == "brew install it"


def test_a_plugin_that_fails_is_quoted(ground: Ground) -> None:
    ground.config(called(str(ground.plugin("echo please log in >&2; exit 3"))))
    assert ending(ground).details["reason"] == "please log in"


def test_groups_without_a_user_are_wrong_usage(ground: Ground) -> None:
    ground.config({"token": "abc"})
    found = ending(ground, KubeFlags(as_groups=("dev",)))
    assert (type(found), found.key) == (BadUsage, "as-group-alone")


def hanging(folder: Path, seconds: float) -> ExecPlugin:
    path = folder / "plugin"
    path.write_text("#!/bin/sh\nsleep 60 & sleep 60\n")
    path.chmod(0o755)
    return ExecPlugin(
        Plugin(
            command=str(path),
            environment={"PATH": "/usr/bin:/bin"},
            api_version=V1,
            seconds=seconds,
        )
    )


def test_a_plugin_that_hangs_is_ended(tmp_path: Path) -> None:
    with pytest.raises(ApiUnreachable) as found:
        hanging(tmp_path, 0.3).grant(Event())
    assert found.value.ending is not None
    assert found.value.ending.key == "exec-hung"


def test_a_plugin_that_hangs_ends_when_we_are_told_to_stop(tmp_path: Path) -> None:
    stop = Event()
    Timer(0.2, stop.set).start()
    with pytest.raises(Stopped):
        hanging(tmp_path, 60).grant(stop)


def test_no_secret_is_shown_with_a_target(ground: Ground) -> None:
    ground.config(
        {"token": "s3cret"},
        ground.cluster(
            **{"proxy-url": "http://me:pr0xy@127.0.0.1:1"}, server="https://joe:hidd3n@127.0.0.1:1"
        ),
    )
    target = load_target(KubeFlags(), environment(ground, {}), ground.folder)
    assert not any(word in repr(target) for word in ("s3cret", "pr0xy", "hidd3n"))
    assert target.server == "https://127.0.0.1:1"
