"""What is sent because of a kubeconfig, by us and by kubectl."""

import pytest

from tests.kubeconfig.cases import CASES
from tests.kubeconfig.ground import Build, Ground, find_kubectl, kubectl_sends, we_send

every_case = pytest.mark.parametrize("build", CASES, ids=lambda build: build.__name__)
KUBECTL = find_kubectl()


@every_case
def test_we_send(build: Build, ground: Ground) -> None:
    case = build(ground)
    assert we_send(ground, case) == case.sends


@pytest.mark.skipif(KUBECTL is None, reason="NO KUBECTL: not compared with the real one")
@every_case
def test_kubectl_sends_the_same(build: Build, ground: Ground) -> None:
    case = build(ground)
    assert KUBECTL is not None
    assert kubectl_sends(ground, case, KUBECTL) == case.sends
