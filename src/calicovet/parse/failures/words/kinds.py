"""Canonical names of Kubernetes kinds and images."""

KINDS = {
    "node": "nodes",
    "pod": "pods",
    "configmap": "configmaps",
    "config map": "configmaps",
    "secret": "secrets",
    "service account": "serviceaccounts",
    "serviceaccount": "serviceaccounts",
    "namespace": "namespaces",
    "daemonset": "daemonsets",
    "deployment": "deployments",
    "endpointslice": "endpointslices",
    "endpoints": "endpoints",
    "customresourcedefinition": "customresourcedefinitions",
    "poddisruptionbudget": "poddisruptionbudgets",
    "networkpolicy": "networkpolicies",
    "globalnetworkpolicy": "globalnetworkpolicies",
    "adminnetworkpolicy": "adminnetworkpolicies",
    "baselineadminnetworkpolicy": "baselineadminnetworkpolicies",
    "clusternetworkpolicy": "clusternetworkpolicies",
    "clusterinformation": "clusterinformations",
    "cluster information": "clusterinformations",
    "felixconfiguration": "felixconfigurations",
    "bgpconfiguration": "bgpconfigurations",
    "bgppeer": "bgppeers",
    "bgpfilter": "bgpfilters",
    "ippool": "ippools",
    "ip pool": "ippools",
    "ipamconfig": "ipamconfigs",
    "ipamblock": "ipamblocks",
    "ipamhandle": "ipamhandles",
    "blockaffinity": "blockaffinities",
    "block affinity": "blockaffinities",
    "tier": "tiers",
    "hostendpoint": "hostendpoints",
    "installation": "installations",
    "tigerastatus": "tigerastatuses",
    "caliconodestatus": "caliconodestatuses",
    "ipreservation": "ipreservations",
    "networkset": "networksets",
    "globalnetworkset": "globalnetworksets",
    "kubecontrollersconfiguration": "kubecontrollersconfigurations",
    "priorityclass": "priorityclasses",
    "lease": "leases",
    "volumeattachment": "volumeattachments",
    "podsecuritypolicy": "podsecuritypolicies",
    "resourcequota": "resourcequotas",
    "clusterrole": "clusterroles",
    "clusterrolebinding": "clusterrolebindings",
    "apiserver": "apiservers",
    "imageset": "imagesets",
    "securitycontextconstraint": "securitycontextconstraints",
}
PLURALS = frozenset(KINDS.values())


def plural(name: str) -> str:
    """A kind as its plural in lower case; a resource's group and subresource are left out."""
    lower = " ".join(name.lower().split()).partition(".")[0]
    # Calico's names for kinds that are not its own: kubernetesendpointslices.
    own = lower.removeprefix("kubernetes")
    if own in PLURALS or own in KINDS:
        lower = own
    main, _, sub = lower.partition("/")
    if main.startswith(("globalfelixconfig", "globalbgpconfig")):
        return "v1-configuration"
    plain = KINDS.get(main) or (
        main if main in PLURALS else KINDS.get(main.removesuffix("s"), main)
    )
    return f"{plain}/{sub}" if sub in ("token", "status") else plain


def image_name(image: str) -> str:
    """The repository's last two parts; mirrors of Calico's images under other names are Calico's."""
    bare = image.partition("@")[0]
    head, _, last = bare.rpartition("/")
    last = last.partition(":")[0].lower()
    if "pause" in last:
        return "pause"
    own = last.removeprefix("mirrored-").removeprefix("calico-").removeprefix("calico_")
    if own in (
        "node",
        "cni",
        "typha",
        "kube-controllers",
        "pod2daemon-flexvol",
        "operator",
        "apiserver",
        "csi",
    ) and ("calico" in bare.lower() or "tigera" in bare.lower()):
        return f"calico/{own}"
    parent = head.rpartition("/")[2].lower()
    return f"{parent}/{last}" if parent and "." not in parent and ":" not in parent else last
