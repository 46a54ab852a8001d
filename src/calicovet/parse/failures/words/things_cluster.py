"""Vocabulary: Kubernetes kinds, images and servers."""

import re

from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.parse.failures.vocabulary_row import thing
from calicovet.parse.failures.words.kinds import KINDS, PLURALS, image_name, plural

_C = ThingClass


def _resource(found: re.Match[str]) -> Thing:
    return Thing(_C.RESOURCE, plural(found["v"]), found[0])


def _path_of_api(found: re.Match[str]) -> Thing | None:
    return Thing(_C.RESOURCE, plural(found["v"]), found[0]) if found["v"] else None


def _image(found: re.Match[str]) -> Thing:
    return Thing(_C.IMAGE, image_name(found["v"]), found["v"])


def _probe(found: re.Match[str]) -> Thing:
    return Thing(_C.PROBE, found["v"].lower(), found[0])


def _plain(found: re.Match[str]) -> Thing:
    return Thing(_C.RESOURCE, plural(found["v"] or found["w"]), found[0])


def _volume(found: re.Match[str]) -> Thing:
    # The kubelet adds a random suffix to the names of the volumes for tokens.
    name = re.sub(r"^(kube-api-access|\w[\w-]*-token)-[a-z0-9]{5}$", r"\1", found["v"])
    return Thing(_C.VOLUME, name, found["v"])


def _container(found: re.Match[str]) -> Thing:
    return Thing(_C.CONTAINER, found["v"].lower(), found[0])


_PLAIN = {
    *("endpoints", "node", "nodes", "pod", "pods", "namespace", "namespaces"),
    *("apiserver", "apiservers"),
}
"""Words of sentences that are about something else."""
_NAMED = {*KINDS, *PLURALS, *(f"{kind}s" for kind in KINDS if " " in kind)} - _PLAIN
_RESOURCES = "|".join(
    sorted((re.escape(each) for each in _NAMED), key=lambda each: (-len(each), each))
)

KUBERNETES = (
    thing(
        _C.RESOURCE,
        "user cannot",
        r"\bUser .{1,200}? cannot (?:get|list|watch|create|update|patch|delete|deletecollection|use|\w+) (?:resource )?\W{0,4}(?P<v>[a-z]{3,60}(?:/[a-z]{3,20})?)",
        make=_resource,
    ),
    thing(
        _C.RESOURCE,
        "resource requested",
        r"requested resource \((?:get|list|watch|post|put|patch|delete) (?P<v>[a-z]{3,60})",
        make=_resource,
    ),
    thing(
        _C.RESOURCE,
        "matches kind|kind registered|kind no",
        r"(?:matches for|no) kind \W{0,4}(?P<v>\w+)",
        make=_resource,
    ),
    thing(
        _C.RESOURCE,
        "api|apis",
        r"/api(?:s/[\w.-]{1,80})?/v\d\w{0,8}/(?:namespaces/[\w.-]{1,80}/)?(?P<v>[a-z]{3,60})(?![\w])",
        make=_path_of_api,
    ),
    thing(
        _C.RESOURCE,
        "resources projectcalico",
        r"/resources/v3/projectcalico\.org/(?P<v>[a-z]{3,40})",
        make=_resource,
    ),
    thing(
        _C.RESOURCE,
        "crd projectcalico|projectcalico",
        r"\b(?P<v>[a-z]{3,40})\.(?:crd\.)?projectcalico\.org",
        make=_resource,
    ),
    thing(
        _C.RESOURCE,
        "reflector|list|watch|watching|listing",
        r"(?:failed to (?:list|watch)|error (?:listing|watching)) \*?(?:v\d\w*\.|unstructured\.)?(?P<v>[A-Z]\w{2,40})",
        make=_resource,
    ),
    thing(
        _C.RESOURCE,
        "felix config|felixconfig",
        r"\bFelix (?:global|node|default) config\b|\bFelixConfig\b",
        "felixconfigurations",
    ),
    thing(_C.RESOURCE, "resource key|key", r"Key=(?P<v>[A-Z]\w{2,40})\(", make=_resource),
    thing(
        _C.RESOURCE,
        "|".join(sorted({each.split()[0] for each in _NAMED})),
        rf"(?<![\w/.-])(?P<v>{_RESOURCES})(?![\w/-])",
        make=_resource,
    ),
    thing(
        _C.RESOURCE,
        "node|nodes|pod|pods|namespace|namespaces",
        r"\b(?:get|list|watch|read|query|fetch|create|update|patch|set|delete|retrieve|ensure|looking up|creating:|No)(?: the| calico| k8s)? (?P<v>node|pod|namespace)s?\b(?! name)"
        r"|\b(?P<w>node|pod|namespace)s?(?= (?:resource|object|configuration|status)\b|\([\w.-]+\)| \W{1,3}[\w.-]+\W{1,3} (?:not found|is forbidden|is invalid|already))",
        make=_plain,
    ),
    thing(_C.CONTAINER, "calico node", r"\bCalico node\b(?! \W|[- ]resource)", "calico-node"),
    thing(
        _C.RESOURCE,
        "customresourcedefinitions apiextensions|customresourcedefinition apiextensions",
        r"\bcustomresourcedefinitions?\.apiextensions\.k8s\.io \W{0,4}(?P<v>[\w.-]{3,120})",
        "customresourcedefinitions",
    ),
    thing(
        _C.RESOURCE,
        "node found",
        r"\bnode (?:object )?not found\b",
        "nodes",
    ),
    thing(_C.RESOURCE, "namespace", r"\bnamespace [a-z][\w-]{1,60}(?=:)", "namespaces"),
    thing(
        _C.CONTAINER,
        "controller manager|controllermanager",
        r"\bkube-controller-manager\b|\bcontrollermanager\.go\b",
        "kube-controller-manager",
    ),
    thing(_C.CONTAINER, "kube proxy|kubeproxy", r"\bkube-?proxy\b", "kube-proxy"),
    thing(
        _C.ETCD, "clientv|endpoint|etcd endpoints", r"\bclientv3/|\bendpoint://|\betcd-endpoints://"
    ),
    thing(_C.NODE, "taint|taints", r"\btaints?\b", "taint"),
    thing(
        _C.CONFIG,
        "node affinity|node selector",
        r"\bnode (?:affinity|selector)\b",
        "node-selector",
    ),
    thing(_C.NODE, "nodes available|node", r"nodes are available|node\(s\)"),
    thing(_C.NODE, "networkunavailable", r"\bNetworkUnavailable\b", "networkunavailable"),
    thing(_C.POD, "pod|pods", r"\bpods?\b"),
    thing(_C.SANDBOX, "sandbox", r"(?:pod )?sandbox"),
    thing(
        _C.CONTAINER,
        "container",
        r"\bcontainer[= \"'`]{1,4}(?P<v>calico-node|install-cni|upgrade-ipam|mount-bpffs|ebpf-bootstrap|flexvol-driver|calico-typha|calico-kube-controllers|kube-proxy)\b",
        make=_container,
    ),
    thing(
        _C.CONTAINER,
        "container|containers",
        r"(?:init|create|creating|start|starting|run|running|restarting failed|generate|ensure pod|initiali[sz]e) (?:the |a )?(?:containerd )?containers?\b|containers? with",
    ),
    thing(
        _C.PROBE,
        "probe|liveness|readiness|startup",
        r"\b(?P<v>liveness|readiness|startup) (?:probe|check)",
        make=_probe,
    ),
    thing(
        _C.VOLUME,
        "volume|volumes|mountvolume",
        r"\bvolumes?(?:=\[|(?: named)? [\"'`])(?P<v>[\w-]{2,60})",
        make=_volume,
    ),
    thing(
        _C.TOKEN,
        "token expiry|token exp|tokenupdatetime",
        r"\btoken has no exp\w*|\btoken (?:without )?expiry\b|\btokenUpdateTime\b",
        "expiry",
    ),
    thing(_C.TOKEN, "token", r"\b(?:service account |bearer |cni )?token\b"),
    thing(_C.WEBHOOK, "webhook", r"(?:calling |admission )?webhook"),
)

IMAGES = (
    thing(_C.IMAGE, "image", r"sandbox image \W{0,4}(?P<v>[\w./:@-]{3,200})", make=_image),
    thing(
        _C.IMAGE,
        "pull|pulling|image|images|resolve|reference|tag",
        r"(?:pull(?:ing)?|image|reference|tag)[= ]{1,3}(?:the )?(?:image )?\W{0,4}(?P<v>(?:[\w.-]{1,100}(?::\d{1,5})?/){1,6}[\w.-]{1,100}(?::[\w.-]{1,128})?(?:@sha256:[0-9a-f]{1,64})?)",
        make=_image,
    ),
    thing(
        _C.IMAGE,
        "calico|tigera|pause",
        r"(?<![\w/.-])(?P<v>(?:[\w.-]{1,100}(?::\d{1,5})?/){0,6}(?:calico|tigera|pause|[\w-]{0,40}calico[\w-]{1,40})(?:/[\w.-]{1,60})?:[\w.-]{1,128})",
        make=_image,
    ),
    thing(
        _C.IMAGE,
        "image|images|manifest",
        r"\bimages?\b(?! ?(?:file ?system|fs\b|gc\b|garbage|store))|\bmanifest (?:for|unknown)",
    ),
    thing(_C.REGISTRY, "registry", r"\bregistry\b"),
)

SERVERS = (
    thing(_C.TYPHA, "typha", r"\btypha\b"),
    thing(_C.ETCD, "etcd|etcdserver|etcdclient", r"\betcd(?:server|client)?\b"),
    thing(
        _C.API_SERVER,
        "api server|apiserver|kube server|connect server|connection server",
        r"\bAPI ?server\b|\bkube-apiserver\b|\bapiserver\b|connect(?:ion)? to the server\b",
    ),
    thing(_C.DATASTORE, "datastore|datastoreready", r"\bdatastore(?:Ready)?\b"),
    thing(
        _C.PROXY,
        "proxyconnect|proxy authentication|via proxy|squid",
        r"\bproxyconnect\b|\bProxy Authentication Required\b|\bvia proxy\b|\bsquid/\d",
    ),
    thing(_C.METADATA_SERVICE, "metadata", r"\b(?:instance|ec2|gce) metadata\b"),
    thing(
        _C.RUNTIME,
        "containerd|docker|dockerd|crio|runtimeservice|imageservice|runtime|pleg|cri",
        r"\b(?P<v>containerd|docker|dockerd|cri-?o|cri-dockerd)\b(?! config|\.io/)",
    ),
    thing(_C.KUBELET, "pleg|genericpleg", r"\b(?:Generic)?PLEG\b", "pleg"),
    thing(
        _C.RUNTIME,
        "runtimeservice|imageservice|runtime|daemon|createcontainerconfigerror|runcontainerconfigerror|createcontainererror|runcontainererror|image",
        r"\b(?:RuntimeService|ImageService|container runtime|docker daemon)\b|\bruntime\.v1|from (?:runtime|image) service|\b(?:Run|Create)Container(?:Config)?Error\b",
    ),
    thing(
        _C.KUBELET,
        "kubelet",
        r"\bkubelet (?:stopped|is not|does not)|(?:connect|connection) to (?:the )?kubelet",
    ),
    thing(
        _C.FELIX,
        "internaldataplanemainloop|int dataplane|calculationgraph|asynccalcgraph|async calc graph|main loop",
        r"\b(?:InternalDataplaneMainLoop|AsyncCalcGraph|CalculationGraph|int_dataplane|async_calc_graph|main loop of felix\S{0,20})\b",
        "main-loop",
    ),
    thing(
        _C.FELIX,
        "health endpoint|internaldataplanemainloop|report timed|reporter|int dataplane|felix ready|calculationgraph|asynccalcgraph|reporter live|is not",
        r"\bhealth endpoint\b|felix is not|\bReport(?:er)? (?:is not|timed out)",
    ),
    thing(_C.BIRD, "graceful restart", r"\bgraceful[- ]restart\b", "graceful-restart"),
    thing(_C.BIRD, "bird|birdv", r"(?<![\w/-])BIRD(?:v?[46])?\b(?![.-])"),
    thing(
        _C.BGP_PEER,
        "bgp|bgppeer|neighbor",
        r"\bBGP (?:peer|session|neighbor|Error)|\bBGP not established|\bBGP:",
    ),
    thing(_C.HOST_NAME, "lookup", r"\blookup (?P<v>[\w.-]+)"),
    thing(
        _C.HOST_NAME,
        "resolve host|resolve",
        r"resolve (?:the )?(?:host|hostname|name|address)\W{1,4}(?P<v>[\w.-]{2,120})",
    ),
    thing(
        _C.CERTIFICATE,
        "certificate|certificates|cert|certs|x|pem",
        r"\bx509\b|\bcert(?:ificate)?s?\b|\bPEM data\b",
    ),
)

ROWS = (*KUBERNETES, *IMAGES, *SERVERS)
