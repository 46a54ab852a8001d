"""The incidents that ship with the program, out of a live cluster: the same findings as from text.

Pods, nodes, events and Calico's objects stand in a real API server, logs and journals come from recorded kubelets
behind its real node proxy. What a person typed on hosts, and what the person says in prose, is brought along as
--host-facts.
"""

import json
from pathlib import Path

import pytest

from tests.live.cluster import Cluster
from tests.live.retold import retell
from tests.live.retold.answers import named_causes, sick_nodes
from tests.live.retold.sides import both_sides
from tests.support.answers import answer_to
from tests.support.demos import DEMOS, FOLDER, Demo

_SHOWS_MORE_LIVE = {
    "init-stuck-migration": {"kc-crash-is-consequence": "likely"},
    "init-stuck-migration-with-log": {"kc-crash-is-consequence": "likely"},
}
"""The list in the text does not tell where the controllers run; a cluster always does."""


_SURER_LIVE = {
    # The text only says that its log is the same; the cluster has the log.
    "two-nodes-crash-with-load": {"node-9": {"host-overload-probe-kill": "proven"}}
}


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_an_incident_has_the_same_findings_live_as_from_text(
    demo: Demo, cluster: Cluster, tmp_path: Path
) -> None:
    sides = both_sides(cluster, tmp_path, FOLDER / f"{demo.name}.md", [demo.text()])
    expected = sick_nodes(sides.text, sides.homes)
    for sick in expected.values():
        sick.causes.update(_SHOWS_MORE_LIVE.get(demo.name, {}))
    for name, more in _SURER_LIVE.get(demo.name, {}).items():
        expected[name].causes.update(more)
    assert sick_nodes(sides.live, sides.homes) == expected
    assert named_causes(sides.live, sides.homes) == named_causes(sides.text, sides.homes)
    assert sides.live_exit == sides.text_exit
    assert "Traceback" not in sides.told


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_without_what_the_user_brings_less_is_named_and_nothing_else(
    demo: Demo, cluster: Cluster, tmp_path: Path
) -> None:
    retold = retell([demo.text()])
    retold.play(cluster, tmp_path)
    alone = json.loads(cluster.control_plane.run("calicovet", "-o", "json").stdout)
    by_text = {name for name, _ in answer_to(demo.text()).causes}
    assert set(named_causes(alone, retold.homes)) <= by_text
    assert alone["summary"]["sick"] >= 1
