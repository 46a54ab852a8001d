"""Which revision of the DaemonSet introduced a setting."""

import re

from calicovet.model.diagnosis import NodeDiagnosis
from calicovet.model.remediation.plan import Plan, SetSetting
from calicovet.remedy.ownership import Owner
from calicovet.remedy.setting_writers import write

_NAME = re.compile(r"(?:[+-] )?env ([A-Z0-9_]+)(?:[=:]|$)")


def brought_by(plan: Plan, node: NodeDiagnosis, owner: Owner) -> int | None:
    """The number of the revision, just before the node became unhealthy, that changed a variable the plan corrects."""
    blamed = {
        write(step.setting, step.value, None, owner).place
        for step in plan.steps
        if isinstance(step, SetSetting)
    }
    for change in node.changes:
        if change.key != "revision":
            continue
        changed = {found[1] for part in change.parts if (found := _NAME.match(part))}
        number = change.details.get("number", "")
        if blamed & changed and number.isdigit() and int(number) > 1:
            return int(number)
    return None
