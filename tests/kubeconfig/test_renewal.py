"""Credentials that change while we work."""

from pathlib import Path

import pytest

from calicovet.world.kube.client import Client, open_client
from calicovet.world.kube.config import KubeFlags, load_target
from calicovet.world.kube.errors import ApiRefused, ApiUnreachable
from tests.kubeconfig.cases import V1, called, credential
from tests.kubeconfig.ground import Ground, environment, key_of
from tests.support.recording_server import Said, Seen

LONG_AGO, FAR_AWAY = "2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"


def client_of(ground: Ground) -> Client:
    return open_client(load_target(KubeFlags(), environment(ground, {}), ground.folder))


def authorizations(ground: Ground) -> list[str]:
    return [seen.header("authorization") for seen in ground.server.seen]


def counting(ground: Ground, status: str) -> str:
    """A plugin that counts how often it was asked; `$n` in the status is the count."""
    count = ground.folder / "count"
    said = f'{{"apiVersion":"{V1}","kind":"ExecCredential","status":{{{status}}}}}'
    quoted = said.replace('"', '\\"')
    return str(
        ground.plugin(
            f'n=$(($(cat {count} 2>/dev/null || echo 0)+1)); echo $n > {count}\necho "{quoted}"'
        )
    )


def refuse(token: str) -> object:
    def answer(seen: Seen) -> Said:
        known = seen.header("authorization") != f"Bearer {token}"
        return Said() if known else Said(b"Unauthorized", 401)

    return answer


def test_a_plugin_is_asked_once_while_its_token_is_good(ground: Ground) -> None:
    ground.config(called(counting(ground, f'"token":"t$n","expirationTimestamp":"{FAR_AWAY}"')))
    client = client_of(ground)
    client.get("/version")
    client.get("/version")
    assert authorizations(ground) == ["Bearer t1", "Bearer t1"]


def test_a_plugin_is_asked_again_after_the_expiry(ground: Ground) -> None:
    ground.config(called(counting(ground, f'"token":"t$n","expirationTimestamp":"{LONG_AGO}"')))
    client = client_of(ground)
    client.get("/version")
    client.get("/version")
    assert authorizations(ground) == ["Bearer t1", "Bearer t2"]


def test_a_plugin_is_asked_again_after_a_401_and_the_request_repeated(ground: Ground) -> None:
    ground.config(called(counting(ground, '"token":"t$n"')))
    ground.server.answer = refuse("t1")  # type: ignore[assignment]
    client_of(ground).get("/version")
    assert authorizations(ground) == ["Bearer t1", "Bearer t2"]


def test_a_server_that_never_knows_us_is_asked_twice_and_no_more(ground: Ground) -> None:
    ground.config(called(counting(ground, '"token":"t$n"')))
    ground.server.answer = lambda _: Said(b"Unauthorized", 401)
    with pytest.raises(ApiRefused) as refused:
        client_of(ground).get("/version")
    assert refused.value.status == 401
    assert authorizations(ground) == ["Bearer t1", "Bearer t2"]


def test_a_fixed_token_that_is_refused_is_not_shown_again(ground: Ground) -> None:
    ground.config({"token": "abc"})
    ground.server.answer = lambda _: Said(b"Unauthorized", 401)
    with pytest.raises(ApiRefused):
        client_of(ground).get("/version")
    assert len(ground.server.seen) == 1


def test_a_new_certificate_of_a_plugin_is_shown_on_a_new_connection(ground: Ground) -> None:
    chosen = ground.folder / "chosen"
    for name, user in (("1", ground.authority.user), ("2", ground.authority.other_user)):
        chain, key = (path.read_text().replace("\n", "\\n") for path in (user, key_of(user)))
        status = f'"clientCertificateData":"{chain}","clientKeyData":"{key}"'
        said = f'{{"apiVersion":"{V1}","kind":"ExecCredential","status":{{{status},'
        (ground.folder / name).write_text(f'{said}"expirationTimestamp":"{LONG_AGO}"}}}}')
    plugin = ground.plugin(f"cat {ground.folder}/$(cat {chosen})")
    ground.config(called(str(plugin)))
    client = client_of(ground)
    for name in ("1", "2"):
        chosen.write_text(name)
        client.get("/version")
    assert [seen.certificate for seen in ground.server.seen] == ["alice", "bob"]


def test_a_token_file_is_read_again_when_it_changes(ground: Ground) -> None:
    token = ground.folder / "token"
    ground.config({"tokenFile": "token"})
    client = client_of(ground)
    for text in ("one\n", "two\n", ""):
        token.write_text(text)
        client.get("/version")
    # An empty file is one that is just being written: the last token is shown once more.
    assert authorizations(ground) == ["Bearer one", "Bearer two", "Bearer two"]


def service_account(ground: Ground) -> Path:
    folder = ground.folder / "serviceaccount"
    folder.mkdir()
    (folder / "token").write_text("first")
    (folder / "namespace").write_text("calico-system\n")
    (folder / "ca.crt").write_bytes(ground.authority.file.read_bytes())
    return folder


def in_a_pod(ground: Ground, host: str = "127.0.0.1") -> dict[str, str]:
    service = {"KUBERNETES_SERVICE_HOST": host, "KUBERNETES_SERVICE_PORT": str(ground.server.port)}
    return environment(ground, service)


def test_in_a_pod_the_service_account_is_shown_and_follows_its_rotation(ground: Ground) -> None:
    folder = service_account(ground)
    target = load_target(KubeFlags(), in_a_pod(ground), ground.folder, folder)
    client = open_client(target)
    client.get("/version")
    (folder / "token").write_text("second")
    client.get("/version")
    assert (target.in_cluster, target.context, target.namespace) == (True, "", "calico-system")
    assert authorizations(ground) == ["Bearer first", "Bearer second"]


def test_in_a_pod_a_kubeconfig_comes_first(ground: Ground) -> None:
    ground.config({"token": "abc"})
    folder = service_account(ground)
    target = load_target(KubeFlags(), in_a_pod(ground), ground.folder, folder)
    assert (target.in_cluster, target.context) == (False, "here")


def test_in_a_pod_of_an_ipv6_cluster_the_address_stands_in_brackets(ground: Ground) -> None:
    folder = service_account(ground)
    target = load_target(KubeFlags(), in_a_pod(ground, "fd00::1"), ground.folder, folder)
    assert target.server == f"https://[fd00::1]:{ground.server.port}"


def test_in_a_pod_flags_may_still_set_the_impersonated_user(ground: Ground) -> None:
    flags = KubeFlags(as_user="jane", namespace="here")
    target = load_target(flags, in_a_pod(ground), ground.folder, service_account(ground))
    assert target.impersonation == (("Impersonate-User", "jane"),)
    assert target.namespace == "here"


def test_a_401_in_a_pod_is_asked_again_only_if_the_token_is_new(ground: Ground) -> None:
    folder = service_account(ground)

    def rotate(seen: Seen) -> Said:
        (folder / "token").write_text("second")
        old = seen.header("authorization") == "Bearer first"
        return Said(b"Unauthorized", 401) if old else Said()

    ground.server.answer = rotate
    open_client(load_target(KubeFlags(), in_a_pod(ground), ground.folder, folder)).get("/version")
    assert authorizations(ground) == ["Bearer first", "Bearer second"]


def test_a_login_that_takes_long_does_not_eat_the_calls_time(ground: Ground) -> None:
    late = credential('"token":"late"')
    ground.config(called(str(ground.plugin(f"sleep 1.2\n{late}"))))
    client_of(ground).get("/version", timeout=1.1)
    assert authorizations(ground) == ["Bearer late"]


def test_a_plugin_that_failed_is_not_asked_by_everybody(ground: Ground) -> None:
    count = ground.folder / "count"
    ground.config(called(str(ground.plugin(f"echo x >> {count}; exit 1"))))
    client = client_of(ground)
    for _ in range(3):
        with pytest.raises(ApiUnreachable):
            client.get("/version")
    assert count.read_text() == "x\n"


def test_nothing_is_run_before_something_is_asked(ground: Ground) -> None:
    ground.config(called(str(ground.plugin(f"touch {ground.folder}/ran\n{credential('')}"))))
    client_of(ground)
    assert not (ground.folder / "ran").exists()
