import pytest

from calicovet.signals.service_accounts import asks_for_a_token, is_calicos_account


@pytest.mark.parametrize(
    "user",
    [
        "system:serviceaccount:kube-system:calico-node",
        "system:serviceaccount:calico-system:calico-cni-plugin",
        "system:serviceaccount:kube-system:rke2-canal",
        "system:serviceaccount:tigera-operator:tigera-operator",
    ],
)
def test_an_account_of_calico_is_known_in_any_namespace(user: str) -> None:
    assert is_calicos_account(user)


@pytest.mark.parametrize(
    "user",
    [
        "system:node:worker-1",
        "system:serviceaccount:kube-system:default",
        "system:serviceaccount:kube-system:calico-kube-controllers",
        "system:serviceaccount:kube-system:calico-node-exporter",
        "calico-node",
    ],
)
def test_another_user_is_not_calicos(user: str) -> None:
    assert not is_calicos_account(user)


def test_only_the_creation_of_a_token_is_a_request_for_one() -> None:
    assert asks_for_a_token("create", "serviceaccounts/token")
    assert not asks_for_a_token("get", "serviceaccounts/token")
    assert not asks_for_a_token("create", "serviceaccounts")
