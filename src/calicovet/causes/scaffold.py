"""The initial files of a new cause."""

import re
from collections.abc import Mapping

from calicovet.causes.catalogue import PREFIXES, names, next_code, retired
from calicovet.causes.document import HEADINGS
from calicovet.model.errors import BadUsage
from calicovet.model.language import Language

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")

_CAUSE = '''"""One sentence: the fault, not the symptom."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, proves
from calicovet.model.facts import LoadAverage
from calicovet.model.remediation.plan import AskHuman, Plan
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS


def examine(case: Case) -> Iterator[Sign]:
    load = case.node.one(LoadAverage)
    if load is None:
        return
    if load.one < 1000:
        yield denies(load)
        return
    yield proves(load, load=load.one)


CAUSE = Cause(
    name="{name}",
    code="{code}",
    stage=StageId.POD_BOUND,
    shows_as=FELIX_FAILS,
    reads=(LoadAverage,),
    examine=examine,
    plan=Plan(steps=(AskHuman("first"),)),
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
'''

_HEADS: Mapping[Language, str] = {
    Language.EN: """---
title: completes "calico-node is not ready because"
summary: One sentence with holes, such as the load {load}.
tell: what the deciding output looks like if this is the cause
step.first: What a human has to choose:
- one way: what speaks for it
- the other: what speaks for it
---
""",
    Language.ZH: """---
title: 补全“calico-node 未就绪，因为……”
summary: 一句话，可以带占位符，例如负载 {load}。
tell: 如果是这个原因，关键输出会是什么样
step.first: 需要人来选择的事：
- 一种做法：什么情况选它
- 另一种做法：什么情况选它
---
""",
}

_CASE = """# One sentence: what is special about this case.
# Below the keys, each section `-- NAME --` is a text as a user would paste it; most cases have just one.

# Where the text is from: a link, or "made up".
comment = "made up"
# The node that the case is about. Leave it out where only one is unhealthy.
node    = "worker-2"
# Each cause that is named, with its verdict, {{}} if none is; and others whose verdict matters:
# proven, likely, possible, ahead, exonerated, untested, ruled-out.
{finds}
# Causes that must be neither proven nor likely: of a near miss, this one.
{denied}
# The program's exit code: 1 where a cause is named, 3 where none is, 0 where all is well, 4 where too little is shown.
exit    = {exit}
# The stage at which the start fails or hangs (`StageId` in model/stage.py); "none" if no stage is known to have failed.
stage   = "none"
# How that looks from outside (`Shape` in model/stage.py).
# shape = "running-not-ready"
# What the next question asks for (`make heads CAUSE={name}` prints it), unless a cause is proven or all is well.
# next  = "pod-describe"
# Words that the commands of the plan hold, one string for each.
# plan  = ["systemctl restart"]

-- paste.txt --
$ kubectl -n kube-system get pods -o wide
NAME                READY   STATUS             RESTARTS   AGE   IP           NODE
calico-node-9qz4m   1/1     Running            0          2d    192.0.2.11   worker-1
calico-node-x7k2p   0/1     CrashLoopBackOff   14         2d    192.0.2.12   worker-2
"""


def scaffold(area: str, name: str) -> Mapping[str, str]:
    """Every file of a new cause, by its path under the folder of causes."""
    if area not in PREFIXES:
        raise BadUsage(f"there is no area {area}", hint=f"areas: {', '.join(PREFIXES)}")
    if not _NAME.fullmatch(name):
        raise BadUsage(
            f"{name} is not a name for a cause", hint="a family, then the fault: ip-wrong-bridge"
        )
    if name in names():
        raise BadUsage(f"{name} exists", key="exists", name=name)
    if name in retired():
        raise BadUsage(f"{name} was given once and is gone", hint="choose another name")
    folder = f"{area}/{name.replace('-', '_')}"
    return {
        f"{folder}/__init__.py": "",
        f"{folder}/cause.py": _CAUSE.format(name=name, code=next_code(area)),
        f"{folder}/doc.en.md": _document(Language.EN),
        f"{folder}/doc.zh.md": _document(Language.ZH),
        f"{folder}/cases/first.case": _CASE.format(
            name=name,
            finds=f'finds   = {{ {name} = "likely" }}',
            denied='# not   = ["another-cause"]',
            exit=1,
        ),
        f"{folder}/cases/near_miss.case": _CASE.format(
            name=name, finds="finds   = {}", denied=f'not     = ["{name}"]', exit=3
        ),
    }


def _document(language: Language) -> str:
    sections = "\n".join(f"## {heading}\n…\n" for heading in HEADINGS[language])
    return _HEADS[language] + sections
