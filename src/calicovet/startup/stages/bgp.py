"""Stages of confd and BIRD, beside Felix."""

from calicovet.model.facts import (
    BgpNotEstablished,
    BgpSaid,
    FatalLine,
    Milestone,
    PeerState,
    ProbeFailed,
)
from calicovet.model.stage import StageId
from calicovet.startup.node_config import Config
from calicovet.startup.stages.stage import Stage, reached, said, seen, seen_where


def _with_bird(config: Config) -> bool:
    return config.backend in (None, "bird")


def _says_bird_is_down(probe: ProbeFailed) -> bool:
    text = probe.text.lower()
    # `exit status 1` says only that no service directory is there yet.
    return "service bird" in text or "service confd" in text or "querying bird" in text


STAGES = (
    Stage(
        id=StageId.BIRD_RUNNING,
        after=(StageId.SERVICES_RUNNING,),
        applies=_with_bird,
        # That sessions are not established the probe learns from BIRD.
        passed_by=reached(Milestone.BIRD_BEGAN) + seen(PeerState, BgpNotEstablished),
        failed_by=said(BgpSaid, fatal=True)
        + said(
            BgpSaid,
            *("bgp-bird-config-rejected", "bgp-bird-config-rejected:check"),
            *("bgp-another-bird*", "bgp-control-socket*"),
        )
        + seen_where(FatalLine, lambda line: line.process == "confd")
        + seen_where(ProbeFailed, _says_bird_is_down),
        fails_after=StageId.CONTAINER_STARTED,
    ),
    Stage(
        id=StageId.BGP_ESTABLISHED,
        after=(StageId.BIRD_RUNNING,),
        applies=_with_bird,
        passed_by=reached(Milestone.BGP_ESTABLISHED)
        + seen_where(PeerState, lambda peer: "established" in f"{peer.state} {peer.info}".lower()),
        # BIRD itself says why a peer and it do not come to terms.
        failed_by=seen(BgpNotEstablished) + said(BgpSaid, "bgp-as-or-peer-mismatch*"),
    ),
)
