"""Which proxy is chosen, by the rules of Go's programs."""

import pytest

from calicovet.world.kube.proxies import choose_proxy

PROXY = "http://proxy:3128"


@pytest.mark.parametrize(
    ("server", "no_proxy"),
    [
        ("https://api.example.com:6443", ""),
        ("https://api.example.com:6443", "example.org"),
        ("https://api.example.com:6443", ".api.example.com"),
        ("https://api.example.com:6443", "example.com:443"),
        ("https://badexample.com", "example.com"),
        ("https://10.1.2.3:6443", "10.1.3.0/24"),
        ("https://10.1.2.3:6443", "10.1.2.4, 10.1.2.3:443"),
        ("https://10.1.2.3:6443", "rubbish/x,:,["),
    ],
)
def test_the_proxy_is_used(server: str, no_proxy: str) -> None:
    assert choose_proxy(server, {"HTTPS_PROXY": PROXY, "NO_PROXY": no_proxy}) == PROXY


@pytest.mark.parametrize(
    ("server", "no_proxy"),
    [
        ("https://api.example.com:6443", "*"),
        ("https://api.example.com:6443", "api.example.com"),
        ("https://api.example.com:6443", " Example.COM "),
        ("https://api.example.com:6443", ".example.com"),
        ("https://api.example.com:6443", "*.example.com"),
        ("https://api.example.com:6443", "x,api.example.com:6443"),
        ("https://api.example.com", "example.com:443"),
        ("https://10.1.2.3:6443", "10.0.0.0/8"),
        ("https://10.1.2.3:6443", "10.1.2.3"),
        ("https://10.1.2.3:6443", "10.1.2.3:6443"),
        ("https://[fd00::1]:6443", "fd00::/8"),
        ("https://[fd00::1]:6443", "[fd00::1]:6443"),
        ("https://127.0.0.1:6443", ""),
        ("https://[::1]:6443", ""),
        ("https://localhost:6443", ""),
    ],
)
def test_one_goes_straight(server: str, no_proxy: str) -> None:
    assert choose_proxy(server, {"HTTPS_PROXY": PROXY, "NO_PROXY": no_proxy}) == ""


def test_great_letters_come_first_and_small_ones_count() -> None:
    server = "https://10.1.2.3"
    assert choose_proxy(server, {"https_proxy": "http://b"}) == "http://b"
    assert choose_proxy(server, {"https_proxy": "http://b", "HTTPS_PROXY": PROXY}) == PROXY
    assert choose_proxy(server, {"https_proxy": PROXY, "no_proxy": "10.1.2.3"}) == ""


def test_each_scheme_has_its_own() -> None:
    assert choose_proxy("http://10.1.2.3", {"HTTPS_PROXY": PROXY}) == ""
    assert choose_proxy("http://10.1.2.3", {"HTTP_PROXY": PROXY}) == PROXY
    assert choose_proxy("https://10.1.2.3", {"HTTP_PROXY": PROXY}) == ""


def test_a_proxy_without_a_scheme_speaks_http() -> None:
    assert choose_proxy("https://10.1.2.3", {"HTTPS_PROXY": "proxy:3128"}) == PROXY
