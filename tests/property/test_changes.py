"""Whatever the objects hold, a change and its undo lead there and back, and drift is refused."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calicovet.model.remediation.change import PatchObject, Value
from calicovet.model.remediation.plan import (
    EditPods,
    Field,
    SetSetting,
    Setting,
    SetVariables,
    Step,
)
from calicovet.remedy import object_refs
from calicovet.remedy.field_locations import field_locations_of
from calicovet.remedy.ownership import Owner
from calicovet.remedy.patches.field_edits import edited
from calicovet.remedy.patches.json_patch import DoesNotFit, patched
from calicovet.remedy.patches.object_patch import patch_of

_OWNER = Owner(kind=None, under_operator=False, namespace="kube-system")
_DAEMONSET = object_refs.daemonset(_OWNER)
_NAMES = ("IP", "IP6", "IP_AUTODETECTION_METHOD", "NODENAME", "FELIX_A", "A")

_path = st.fixed_dictionaries({"fieldPath": st.just("spec.nodeName")})
_reference = st.fixed_dictionaries({"fieldRef": _path})
_variables = st.lists(
    st.one_of(
        st.fixed_dictionaries({"name": st.sampled_from(_NAMES), "value": st.text(max_size=3)}),
        st.fixed_dictionaries({"name": st.sampled_from(_NAMES), "valueFrom": _reference}),
    ),
    max_size=5,
    unique_by=lambda each: str(each["name"]),
)
_limits = st.sampled_from(({"cpu": "1"}, {"memory": "2"}, {"cpu": "1", "memory": "2"}))
_resources = st.fixed_dictionaries({}, optional={"limits": _limits})
_containers = st.builds(
    lambda before, env, resources, after: [
        *({"name": name} for name in before),
        {"name": "calico-node", "resources": resources, **({"env": env} if env else {})},
        *({"name": name} for name in after),
    ],
    st.lists(st.sampled_from(("flannel", "sidecar")), max_size=1),
    _variables,
    _resources,
    st.lists(st.just("last"), max_size=1),
)
_selectors = st.sampled_from(({}, {"network": "x"}, {"kubernetes.io/os": "x", "network": "x"}))
_daemonsets = st.builds(
    lambda containers, selector: {
        "metadata": {"uid": "1", "generation": 1},
        "spec": {
            "template": {
                "spec": {
                    "containers": containers,
                    **({"nodeSelector": selector} if selector else {}),
                }
            }
        },
    },
    _containers,
    _selectors,
)
_steps: st.SearchStrategy[Step] = st.one_of(
    st.builds(
        SetSetting,
        st.sampled_from((Setting.IP, Setting.IP6, Setting.ADDRESS_AUTODETECTION_V4)),
        st.sampled_from(("autodetect", "none", "")),
    ),
    st.just(SetSetting(Setting.NODE_NAME, "spec.nodeName")),
    st.builds(SetSetting, st.just(Setting.CPU_LIMIT), st.sampled_from(("0", "2"))),
    st.builds(
        lambda chosen: SetVariables(key="x", variables=tuple(chosen)),
        st.lists(
            st.tuples(st.sampled_from(_NAMES), st.none() | st.text(max_size=2)),
            min_size=1,
            max_size=3,
            unique_by=lambda pair: pair[0],
        ),
    ),
    st.just(EditPods(key="x", fields=(Field(("nodeSelector", "network")),))),
)


def _changed(step: Step, old: Value) -> tuple[Value, PatchObject | None]:
    (home,) = field_locations_of(step, _OWNER, "b", {_DAEMONSET: old})
    new = edited(old, home.puts)
    return new, patch_of(_DAEMONSET, old, new)


@given(_daemonsets, _steps)
def test_the_undo_of_a_change_gives_back_the_object(old: Value, step: Step) -> None:
    new, patch = _changed(step, old)
    if patch is None:
        assert new == old
        return
    there = patched(old, patch.operations)
    assert there == new
    assert patched(there, patch.undo) == old


@given(_daemonsets, _steps)
def test_a_change_that_was_made_is_not_made_again(old: Value, step: Step) -> None:
    new, _ = _changed(step, old)
    assert _changed(step, new)[1] is None


@given(_daemonsets, _steps, _daemonsets)
def test_an_object_that_another_user_changed_refuses_the_patch(
    old: Value, step: Step, other: Value
) -> None:
    _, patch = _changed(step, old)
    if patch is None:
        return
    now = deepcopy(other)
    now["metadata"]["generation"] = 2
    with pytest.raises(DoesNotFit):
        patched(now, patch.operations)


@given(_daemonsets, _steps)
def test_the_other_containers_are_never_touched(old: Value, step: Step) -> None:
    def others(found: Value) -> list[Value]:
        containers = found["spec"]["template"]["spec"]["containers"]
        return [each for each in containers if each["name"] != "calico-node"]

    assert others(_changed(step, old)[0]) == others(old)
