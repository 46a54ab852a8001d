"""One incident twice: as pasted text, and as the cluster that it could have been pasted from."""

import json
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from calicovet.model.record import record
from tests.live.cluster import Cluster
from tests.live.retold import retell

_SCHEMA = json.loads((files("calicovet.report.machine") / "calicovet-v1.schema.json").read_text())


@record(kw_only=True)
class Sides:
    """Both answers; `homes` names the nodes of pods that the text ties to none."""

    text: Mapping[str, Any]
    live: Mapping[str, Any]
    text_exit: int
    live_exit: int
    told: str
    """What the live command said on standard error."""
    homes: Mapping[str, str]


def both_sides(cluster: Cluster, folder: Path, path: Path, texts: Iterable[str]) -> Sides:
    """The answers of `diagnose PATH` and of the live command, in a cluster retold from the texts."""
    retold = retell(texts)
    brought = retold.play(cluster, folder)
    run = cluster.control_plane.run
    by_text = run("calicovet", "diagnose", str(path), "-o", "json")
    by_cluster = run("calicovet", "-o", "json", *brought)
    live = json.loads(by_cluster.stdout)
    Draft202012Validator(_SCHEMA).validate(live)
    return Sides(
        text=json.loads(by_text.stdout),
        live=live,
        text_exit=by_text.returncode,
        live_exit=by_cluster.returncode,
        told=by_cluster.stderr,
        homes=retold.homes,
    )
