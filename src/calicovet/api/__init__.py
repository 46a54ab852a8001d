"""The public Python interface. Everything else in this package may change without notice.

    >>> from calicovet.api import diagnose_paths, to_json
    >>> diagnosis = diagnose_paths("paste.txt")
    >>> diagnosis.summary.verdict
    <SummaryVerdict.EXPLAINED: 'explained'>

A diagnosis holds no sentences: `to_json` gives both languages, `to_markdown` and `to_text` use `lang` of the call that
made the diagnosis, or their own. Nothing here prints, ends the process or sends a request. What cannot be done is raised as
`CannotGoOn` (`BadInput`, `BadUsage`). Importing this module loads the result types alone; the engine is loaded by
the first call. docs/api.md has examples.
"""

from calicovet.api.diagnosing import (
    diagnose_paths,
    diagnose_snapshot,
    diagnose_text,
    read_paths,
    restrict_to_node,
)
from calicovet.api.rendering import (
    json_schema,
    to_html,
    to_json,
    to_markdown,
    to_sentence,
    to_text,
)
from calicovet.model.diagnosis import (
    Change,
    Cluster,
    Contradiction,
    Diagnosis,
    NamedCause,
    NodeDiagnosis,
    NodeState,
    Passage,
    RedHerring,
    Summary,
    SummaryVerdict,
)
from calicovet.model.errors import BadInput, BadUsage, CannotGoOn
from calicovet.model.evidence import (
    Evidence,
    EvidenceKind,
    Gap,
    GapReason,
    Request,
    Snapshot,
    evidence_id,
)
from calicovet.model.facts.base import Fact
from calicovet.model.finding import (
    Answer,
    Contrast,
    Difference,
    Exhibit,
    Finding,
    NextQuestion,
    Verdict,
)
from calicovet.model.language import Language
from calicovet.model.remediation.plan import Offer, OfferedStep, Plan, Risk
from calicovet.model.stage import Localisation, Shape, StageId, StageState
from calicovet.model.subject import Subject

__all__ = [
    "Answer",
    "BadInput",
    "BadUsage",
    "CannotGoOn",
    "Change",
    "Cluster",
    "Contradiction",
    "Contrast",
    "Diagnosis",
    "Difference",
    "Evidence",
    "EvidenceKind",
    "Exhibit",
    "Fact",
    "Finding",
    "Gap",
    "GapReason",
    "Language",
    "Localisation",
    "NamedCause",
    "NextQuestion",
    "NodeDiagnosis",
    "NodeState",
    "Offer",
    "OfferedStep",
    "Passage",
    "Plan",
    "RedHerring",
    "Request",
    "Risk",
    "Shape",
    "Snapshot",
    "StageId",
    "StageState",
    "Subject",
    "Summary",
    "SummaryVerdict",
    "Verdict",
    "diagnose_paths",
    "diagnose_snapshot",
    "diagnose_text",
    "evidence_id",
    "json_schema",
    "read_paths",
    "restrict_to_node",
    "to_html",
    "to_json",
    "to_markdown",
    "to_sentence",
    "to_text",
]
