"""Decides the state of every node once all facts are known."""

from collections.abc import Sequence
from datetime import datetime

from calicovet.diagnosis.health.node_health import is_cut_off, state_of
from calicovet.diagnosis.health.ready_but_broken import broken_nodes
from calicovet.diagnosis.health.rollout_in_progress import (
    LastWords,
    RolloutInLists,
    passage_of,
    rollout_in_lists,
    starts_where_evidence_ends,
)
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import NodeState, Passage
from calicovet.model.facts import Claimed, Fact, Topic
from calicovet.model.subject import UNNAMED_PEER


def with_states(
    nodes: Sequence[NodeView], facts: Sequence[Fact], *, live: bool, now: datetime | None
) -> tuple[NodeView, ...]:
    """The same views, each with its state; `facts` are those of all nodes.

    Only a live cluster shows which nodes are cut off. Elsewhere a pod counts as starting where the evidence
    ends shortly after its beginning, or where a list shows it young among others that are ready.
    """
    last_words = LastWords(() if live else facts)
    rollout = None if live else rollout_in_lists(facts)
    alone = tuple(state_of(view.facts) for view in nodes)
    reported = _reported_states(nodes, alone, facts)
    broken = broken_nodes(nodes, reported)
    reported = tuple(
        NodeState.SICK if faults else state for state, faults in zip(reported, broken, strict=True)
    )
    return tuple(
        _with_state(view, by_itself, state, now)
        if live
        else _with_state_when_read(view, by_itself, state, last_words, rollout)
        for view, by_itself, state in zip(nodes, alone, reported, strict=True)
    )


def _with_state_when_read(
    view: NodeView,
    alone: NodeState,
    reported: NodeState,
    last_words: LastWords,
    rollout: RolloutInLists | None,
) -> NodeView:
    if alone is not NodeState.SICK:
        return view.with_state(reported)
    if starts_where_evidence_ends(view.facts, last_words):
        return view.with_state(NodeState.UNCLEAR, Passage.STARTING)
    passage = rollout.passage_of(view.facts) if rollout and not is_cut_off(view.facts) else None
    return view.with_state(NodeState.UNCLEAR if passage else reported, passage)


def _with_state(
    view: NodeView, alone: NodeState, reported: NodeState, now: datetime | None
) -> NodeView:
    passage = passage_of(view.facts, now) if alone is NodeState.SICK else None
    # A pod that the list shows as ready, on a node that is not: its state is unknown.
    cut_off = reported is NodeState.HEALTHY and is_cut_off(view.facts)
    return view.with_state(NodeState.UNCLEAR if passage or cut_off else reported, passage)


def _reported_states(
    nodes: Sequence[NodeView], alone: Sequence[NodeState], facts: Sequence[Fact]
) -> tuple[NodeState, ...]:
    others = any(isinstance(fact, Claimed) and fact.topic is Topic.OTHERS_HEALTHY for fact in facts)
    # As long as the unhealthy node has no name, each of the named nodes may be it.
    known_sick = any(
        state is NodeState.SICK and bool(view.name or view.pod)
        for view, state in zip(nodes, alone, strict=True)
    )
    nameless_sick = any(
        state is NodeState.SICK and not view.name for view, state in zip(nodes, alone, strict=True)
    )
    # Lines that name no node, beside a list on which every calico-node is ready.
    listed = [state for view, state in zip(nodes, alone, strict=True) if view.pod]
    all_well = bool(listed) and all(state is NodeState.HEALTHY for state in listed)
    return tuple(
        NodeState.HEALTHY
        if view.name == UNNAMED_PEER or (all_well and not view.name and state is NodeState.UNCLEAR)
        else state_of(
            view.facts,
            others_are_healthy=others and known_sick and bool(view.name),
            by_pods_alone=nameless_sick and bool(view.name),
        )
        for view, state in zip(nodes, alone, strict=True)
    )
