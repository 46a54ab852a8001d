"""The live benchmark: its part of the page, its limits, and the cluster that it measures."""

import json

from bench.live.commands import CALICOVET, KUBECTL_PODS
from bench.live.figures import Figures
from bench.live.limits import broken_limits
from bench.live.nodes import address_of, node, node_name
from bench.live.pods import pod, pod_name
from bench.live.section import live_part, render_live, with_live_part
from bench.live.sick import SICK

_PAGE = "# Benchmarks\n\n## Large pastes\n\n| what |\n"


def _figures(
    seconds: float = 1.0, *, named: dict[str, str] | None = None, **changed: float
) -> Figures:
    found = {node_name(number): cause for number, cause in SICK.items()} if named is None else named
    causes = [{"name": cause, "nodes": [node]} for node, cause in found.items()]
    printed = json.dumps({"summary": {"causes": causes, "sick": len(found)}})
    requests = int(changed.get("requests", 10))
    return Figures(
        seconds=seconds,
        peak_mib=changed.get("peak", 60.0),
        server_cpu=0.1,
        requests=requests,
        megabytes=7.0,
        printed=printed,
    )


def _broken(ours: Figures, *, half: float = 0.5, healthy: Figures | None = None) -> list[str]:
    return list(
        broken_limits(
            {5000: {KUBECTL_PODS: _figures(4.0), CALICOVET: ours}},
            {2500: _figures(half), 5000: ours},
            {5000: healthy or _figures(named={})},
        )
    )


def test_the_live_part_outlives_the_rest_of_the_page() -> None:
    rows = {KUBECTL_PODS: _figures(4.0), CALICOVET: _figures()}
    part = render_live({5000: rows}, {5000: _figures()}, {5000: _figures()}, "v1.34.4")
    page = with_live_part(_PAGE, part)
    assert page.startswith(_PAGE)
    assert "| `calicovet -o json` | 1.0 s | 0.25 |" in page
    assert with_live_part(_PAGE, live_part(page)) == page
    assert with_live_part(page, part) == page


def test_a_page_without_a_live_part_stays_as_it_is() -> None:
    assert live_part(_PAGE) == ""
    assert with_live_part(_PAGE, "") == _PAGE


def test_a_quick_and_right_run_breaks_no_limit() -> None:
    assert _broken(_figures()) == []


def test_who_is_slow_big_or_grows_too_fast_is_told() -> None:
    assert any(KUBECTL_PODS in line for line in _broken(_figures(1.5), half=1.0))
    assert any("120 are allowed" in line for line in _broken(_figures(peak=130.0)))
    assert any("half as many" in line for line in _broken(_figures(), half=0.4))
    assert any(
        "13 requests" in line
        for line in _broken(_figures(), healthy=_figures(named={}, requests=13))
    )


def test_a_cause_that_was_not_named_is_told() -> None:
    wrong = {node_name(number): "host-dns-broken" for number in SICK}
    assert any("was named" in line for line in _broken(_figures(named=wrong)))
    assert any("was named" in line for line in _broken(_figures(), healthy=_figures()))


def test_no_two_nodes_share_a_name_or_an_address() -> None:
    numbers = range(5000)
    for name in (node_name, pod_name, address_of):
        assert len({name(number) for number in numbers}) == 5000


def test_nodes_and_pods_are_as_big_as_real_ones() -> None:
    # Without what the server adds, which is about half as much again for a pod.
    assert 8_000 < len(json.dumps(node(1), separators=(",", ":"))) < 12_000
    assert 8_000 < len(json.dumps(pod(1), separators=(",", ":"))) < 12_000
