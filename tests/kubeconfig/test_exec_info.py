"""What an exec plugin is told about the cluster, by us and by kubectl."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from calicovet.world.kube.config import KubeFlags
from tests.kubeconfig.cases import V1, V1BETA1, called, credential
from tests.kubeconfig.ground import Case, Ground, Sent, data, find_kubectl, kubectl_sends, we_send

KUBECTL = find_kubectl()
EXTENSION = "client.authentication.k8s.io/exec"


def prepare(at: Ground, version: str, cluster: Mapping[str, Any], *, told: bool) -> Case:
    words = credential('"token":"by-exec"', version)
    plugin = at.plugin(f'printf %s "$KUBERNETES_EXEC_INFO" > {at.folder}/told\n{words}')
    at.config(called(str(plugin), version, provideClusterInfo=told), cluster)
    return Case(sends=Sent())


def told_by_us(at: Ground, case: Case) -> object:
    we_send(at, case)
    return json.loads((at.folder / "told").read_text())


def told_by_kubectl(at: Ground, case: Case) -> object:
    if KUBECTL is None:
        pytest.skip("NO KUBECTL: not compared with the real one")
    kubectl_sends(at, case, KUBECTL)
    return json.loads((at.folder / "told").read_text())


@pytest.mark.parametrize("version", [V1, V1BETA1])
def test_without_cluster_information_only_interactive_is_set(ground: Ground, version: str) -> None:
    case = prepare(ground, version, ground.cluster(), told=False)
    wanted = {"apiVersion": version, "kind": "ExecCredential", "spec": {"interactive": False}}
    assert told_by_us(ground, case) == wanted
    assert told_by_kubectl(ground, case) == wanted


@pytest.mark.parametrize("version", [V1, V1BETA1])
def test_the_server_and_its_authority(ground: Ground, version: str) -> None:
    case = prepare(ground, version, ground.cluster(), told=True)
    cluster = {
        "server": ground.server.url,
        "certificate-authority-data": data(ground.authority.file),
        "config": None,
    }
    wanted = {
        "apiVersion": version,
        "kind": "ExecCredential",
        "spec": {"interactive": False, "cluster": cluster},
    }
    assert told_by_us(ground, case) == wanted
    assert told_by_kubectl(ground, case) == wanted


def test_an_authority_in_a_file_is_told_as_data_and_all_else_as_it_stands(ground: Ground) -> None:
    own = {"audience": "06e3fbd18de8", "level": 3}
    there = {
        "server": ground.server.url,
        "certificate-authority": str(ground.authority.file),
        "tls-server-name": "inside.recorded.test",
        "proxy-url": f"http://127.0.0.1:{ground.proxy.port}",
        "disable-compression": True,
        "extensions": [{"name": "other", "extension": {}}, {"name": EXTENSION, "extension": own}],
    }
    case = prepare(ground, V1, there, told=True)
    ours = told_by_us(ground, case)
    assert ours["spec"]["cluster"]["config"] == own  # type: ignore[index]
    assert told_by_kubectl(ground, case) == ours


def test_an_insecure_cluster(ground: Ground) -> None:
    there = {"server": ground.server.url, "insecure-skip-tls-verify": True}
    case = prepare(ground, V1, there, told=True)
    ours = told_by_us(ground, case)
    assert told_by_kubectl(ground, case) == ours


def test_another_server_by_flag_is_told(ground: Ground) -> None:
    prepare(ground, V1, ground.cluster(**{"tls-server-name": "gone"}), told=True)
    url = f"https://localhost:{ground.server.port}"
    case = Case(sends=Sent(), flags=KubeFlags(server=url), words=("--server", url))
    ours = told_by_us(ground, case)
    assert ours["spec"]["cluster"]["server"] == url  # type: ignore[index]
    assert told_by_kubectl(ground, case) == ours
