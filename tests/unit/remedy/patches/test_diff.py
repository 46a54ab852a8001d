from calicovet.model.remediation.change import CreateObject, DeletePod, PatchObject
from calicovet.remedy import object_refs
from calicovet.remedy.patches.diff import diff
from calicovet.remedy.patches.object_patch import patch_of
from tests.unit.remedy.objects import APPLIED, installation, made


def _patch() -> PatchObject:
    new = installation()
    new["spec"]["calicoNetwork"]["nodeAddressAutodetectionV4"] = {"kubernetes": "NodeInternalIP"}
    found = patch_of(object_refs.INSTALLATION, installation(), new)
    assert found is not None
    return found


def test_only_what_changes_is_shown_with_a_little_around_it() -> None:
    assert diff(_patch(), installation()).splitlines() == [
        "--- Installation/default (now)",
        "+++ Installation/default (then)",
        "@@ -5,7 +5,7 @@",
        " spec:",
        "   calicoNetwork:",
        "     nodeAddressAutodetectionV4:",
        "-      firstFound: true",
        "+      kubernetes: NodeInternalIP",
        "     ipPools:",
        "     - cidr: 192.168.0.0/16",
        "       encapsulation: VXLAN",
    ]


def test_what_the_server_keeps_for_itself_is_not_shown() -> None:
    old = installation(annotations=APPLIED)
    after = installation(annotations=APPLIED, generation=4, resourceVersion="99")
    assert diff(_patch(), old, after=after) == ""


def test_a_new_object_is_shown_whole_and_a_deletion_not_at_all() -> None:
    ref = object_refs.config_map("kube-system", "kubernetes-services-endpoint")
    body = {"apiVersion": "v1", "kind": "ConfigMap", "data": {"A": "b"}}
    assert "+data:" in diff(CreateObject(ref=ref, body=body), None).splitlines()
    pod = object_refs.pod("kube-system", "x")
    assert diff(DeletePod(ref=pod, uid="1"), made(pod)) == ""
