"""What the public CRD of OpenReports (openreports.io/v1alpha1) asks of a ClusterReport: fields, types, enums."""

from typing import Any

Schema = dict[str, Any]

GROUP = "openreports.io"
_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer"}


def _object(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    schema: Schema = {"type": "object", "properties": properties}
    return schema | ({"required": list(required)} if required else {})


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _one_of(*names: str) -> Schema:
    return {"type": "string", "enum": list(names)}


_RESULT = _one_of("pass", "fail", "warn", "error", "skip")
_MAP: Schema = {"type": "object", "additionalProperties": _TEXT}
_REFERENCE = _object(
    apiVersion=_TEXT,
    fieldPath=_TEXT,
    kind=_TEXT,
    name=_TEXT,
    namespace=_TEXT,
    resourceVersion=_TEXT,
    uid=_TEXT,
)
_SELECTOR = _object(
    matchLabels=_MAP,
    matchExpressions=_list(
        _object(("key", "operator"), key=_TEXT, operator=_TEXT, values=_list(_TEXT))
    ),
)
_ONE_RESULT = _object(
    ("policy",),
    category=_TEXT,
    message=_TEXT,
    policy=_TEXT,
    properties=_MAP,
    resourceSelector=_SELECTOR,
    resources=_list(_REFERENCE),
    result=_RESULT,
    rule=_TEXT,
    scored={"type": "boolean"},
    severity=_one_of("critical", "high", "low", "medium", "info"),
    source=_TEXT,
    timestamp=_object(
        ("nanos", "seconds"),
        nanos={"type": "integer", "format": "int32"},
        seconds={"type": "integer", "format": "int64"},
    ),
)
SCHEMA = _object(
    apiVersion=_TEXT,
    kind=_TEXT,
    metadata={"type": "object"},
    source=_TEXT,
    scope=_REFERENCE,
    scopeSelector=_SELECTOR,
    configuration=_object(
        ("limits",), limits=_object(maxResults=_COUNT, statusFilter=_list(_RESULT))
    ),
    summary={
        "type": "object",
        "properties": dict.fromkeys(("pass", "fail", "warn", "error", "skip"), _COUNT),
    },
    results=_list(_ONE_RESULT),
)


def crd() -> Schema:
    """The definition as an API server takes it."""
    names = {
        "kind": "ClusterReport",
        "listKind": "ClusterReportList",
        "plural": "clusterreports",
        "singular": "clusterreport",
        "shortNames": ["creps"],
    }
    version = {
        "name": "v1alpha1",
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": SCHEMA},
    }
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"clusterreports.{GROUP}"},
        "spec": {"group": GROUP, "names": names, "scope": "Cluster", "versions": [version]},
    }


def closed(schema: Schema) -> Schema:
    """The same schema, which refuses fields that it does not know, as the API server does when it is strict."""
    made = dict(schema)
    if "properties" in made:
        made["properties"] = {key: closed(each) for key, each in made["properties"].items()}
        made["additionalProperties"] = False
    if "items" in made:
        made["items"] = closed(made["items"])
    return made
