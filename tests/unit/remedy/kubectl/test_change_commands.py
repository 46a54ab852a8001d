from calicovet.model.remediation.plan import (
    CalicoKind,
    EditObject,
    EditPods,
    Field,
    GrantRule,
    SetVariables,
)
from calicovet.remedy.kubectl.change_commands import write_edit
from calicovet.remedy.ownership import Owner

_MANIFEST = Owner(kind=None, under_operator=False, namespace="kube-system", daemonset="canal")
_OPERATOR = Owner(kind=None, under_operator=True, namespace="calico-system")


def test_fields_are_merged_and_the_undo_says_what_they_held() -> None:
    field = Field(("spec", "vxlanPort"), 4790, before=4789)
    step = EditObject(key="x", kind=CalicoKind.FELIX_CONFIGURATION, fields=(field,))
    written = write_edit(step, _MANIFEST)
    assert written.owner == "FelixConfiguration/default"
    assert written.commands == (
        "kubectl patch felixconfigurations.crd.projectcalico.org default --type merge"
        """ -p '{"spec":{"vxlanPort":4790}}'""",
    )
    assert written.undo[0].endswith("""-p '{"spec":{"vxlanPort":4789}}'""")


def test_a_field_that_was_not_set_is_taken_away_again() -> None:
    field = Field(("spec", "flexVolumePath"), "None")
    step = EditObject(key="x", kind=CalicoKind.INSTALLATION, fields=(field,))
    assert write_edit(step, _OPERATOR).undo == (
        "kubectl patch installation default --type merge"
        """ -p '{"spec":{"flexVolumePath":null}}'""",
    )


def test_what_is_taken_away_is_saved_before() -> None:
    field = Field(("data", "a"))
    step = EditObject(key="x", kind=CalicoKind.CALICO_CONFIG, name="calico-config", fields=(field,))
    saved, taken = write_edit(step, _MANIFEST).commands
    assert saved == (
        "kubectl -n kube-system get configmap calico-config -o yaml"
        " | grep -v resourceVersion: > configmap-before.yaml"
    )
    assert '{"data":{"a":null}}' in taken
    assert write_edit(step, _MANIFEST).undo == ("kubectl replace -f configmap-before.yaml",)


def test_variables_are_set_together_on_the_daemonset_that_is_there() -> None:
    step = SetVariables(key="x", variables=(("A", "b c"), ("D", None)))
    assert write_edit(step, _MANIFEST).commands == (
        "kubectl -n kube-system set env daemonset/canal 'A=b c' D- -c calico-node",
    )
    assert write_edit(step, _OPERATOR).commands == ()


def test_pods_are_patched_where_their_owner_lets_one() -> None:
    step = EditPods(key="x", fields=(Field(("nodeSelector", "network")),))
    assert write_edit(step, _MANIFEST).commands == (
        "kubectl -n kube-system patch daemonset canal"
        """ -p '{"spec":{"template":{"spec":{"nodeSelector":{"network":null}}}}}'""",
    )
    assert "calicoNodeDaemonSet" in write_edit(step, _OPERATOR).commands[1]
    other = EditPods(key="x", fields=(Field(("hostNetwork",), True),))
    assert write_edit(other, _OPERATOR).commands == ()


def test_a_rule_is_added_to_the_role_unless_the_operator_writes_it() -> None:
    step = GrantRule(
        key="x",
        account="system:serviceaccount:kube-system:calico-node",
        verb="patch",
        resource="nodes/status",
    )
    assert write_edit(step, _MANIFEST).commands[1] == (
        "kubectl patch clusterrole calico-node --type json -p "
        """'[{"op":"add","path":"/rules/-","value":{"apiGroups":[""],"""
        """"resources":["nodes/status"],"verbs":["patch","update"]}}]'"""
    )
    assert write_edit(step, _OPERATOR).commands == ()
