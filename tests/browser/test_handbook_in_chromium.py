"""The handbook in a real browser, opened from its folder: its search, its start page, its page for what is missing.

`make test-browser` builds the site first, in build/site.
"""

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_in_chromium import CHROMIUM, MODULES, ROOT

pytestmark = pytest.mark.browser

SITE = ROOT / "build" / "site"
QUERIES = {
    "en": {
        "adr003": "ip-wrong-bridge.html",
        "rt-systemd": "rt-systemd-cgroup-silent-kill.html",
        "rate limit": "img-pull-rate-limit.html",
        "Failed to initialize BPF network": "bpf-network-bootstrap-failed.html",
        "2025-07-15 07:51:58.079 [ERROR][9] x.go 12: Failed to initialize BPF network": "bpf-network-bootstrap-failed.html",
        "attempted to modprobe nf_conntrack_proto_sctp": "red-herrings.html#sctp-modprobe",
    },
    "zh": {
        "RUN001": "rt-systemd-cgroup-silent-kill.html",
        "网桥地址": "ip-wrong-bridge.html",
        "Failed to initialize BPF network": "bpf-network-bootstrap-failed.html",
    },
}


@cache
def _seen() -> Any:
    assert CHROMIUM, "no Chromium: apt-get install chromium"
    queries = json.dumps({language: list(asked) for language, asked in QUERIES.items()})
    flags = ["--no-sandbox"] if os.getuid() == 0 else []
    driver = str(Path(__file__).with_name("site.js"))
    done = subprocess.run(
        ["node", driver, CHROMIUM, str(SITE), queries, *flags],
        env={**os.environ, "NODE_PATH": str(MODULES)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_key_stays_in_the_field_and_what_was_meant_comes_first() -> None:
    for visit in _seen()["visits"]:
        for query in visit["queries"]:
            assert query["kept"], query
            assert query["found"][0] == QUERIES[visit["language"]][query["query"]], query


def test_it_opens_and_closes_by_the_keyboard_and_leads_on() -> None:
    for visit in _seen()["visits"]:
        assert visit["closed"]
        assert visit["opened"] == f"{visit['language']}/causes/ip-wrong-bridge.html"


def test_from_a_folder_it_asks_for_nothing_and_nothing_fails() -> None:
    for visit in _seen()["visits"]:
        assert (visit["console"], visit["foreign"], visit["violations"]) == ([], [], [])
        assert visit["overflow"] <= 0


def test_the_start_page_shows_titles_and_no_names_of_causes() -> None:
    for visit in _seen()["visits"]:
        assert "ip-wrong-bridge" not in visit["start"]
        assert "address-chosen" in visit["start"]


def test_links_of_the_page_for_what_is_missing_hold_at_any_depth() -> None:
    links = _seen()["missing"]["links"]
    assert len(links) == 3 * 5
    for link in links:
        assert link.get("status", 200) == 200, link
        assert link.get("violations", []) == [], link
