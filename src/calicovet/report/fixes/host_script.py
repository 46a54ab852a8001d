"""The host script of `fix -o script`, in a language."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

from calicovet.causes.catalogue import load_cause
from calicovet.model.commands.shell import command, fits
from calicovet.model.language import Language
from calicovet.model.remediation.change import FixPlan, HostScript, PlannedStep
from calicovet.report import cause_sentences
from calicovet.report.fixes.script_text import STATE, Told, script_text
from calicovet.report.words import Words, words

_RESTART = re.compile(r"systemctl restart ([\w.@ -]+)")
_RUNTIMES = ("containerd", "crio", "cri-o")


def render_script(script: HostScript, plan: FixPlan, language: Language) -> str:
    """What `sh FILE` does and `sh FILE undo` takes back."""
    frame = words(language)
    steps = plan.steps if _holds(plan.steps, script) else plan.instead
    told = Told(
        head=tuple(_head(script, steps, plan.id, frame)),
        steps=tuple(
            cause_sentences.step(step.cause, step.offered, language) for step in script.steps
        ),
        after=tuple(_typed(steps, script, frame.say("script.after"), after=True)),
        say=partial(_say, frame, script),
    )
    return script_text(script, plan.id, told)


def scripts_in(plan: FixPlan) -> tuple[HostScript, ...]:
    """One for each node; where the plan itself has nothing to do on hosts, those of the other way."""
    for steps in (plan.steps, plan.instead):
        if found := dict.fromkeys(step.script for step in steps if step.script):
            return tuple(found)
    return ()


def undo_line(script: HostScript) -> str:
    return command("sh {file} undo", file=file_name(script))


def file_name(script: HostScript) -> str:
    named = script.node and fits("node", script.node)
    return f"fix-{script.node}.sh" if named else "fix.sh"


def _say(frame: Words, script: HostScript, key: str) -> str:
    return frame.say(f"script.{key}", node=script.node or "")


def _holds(steps: tuple[PlannedStep, ...], script: HostScript) -> bool:
    return any(step.script == script for step in steps)


def _head(
    script: HostScript, steps: tuple[PlannedStep, ...], plan: str, frame: Words
) -> Iterator[str]:
    node = script.node or frame.say("page.this-node")
    yield frame.say("script.head", node=node, plan=plan)
    for cause in dict.fromkeys(step.cause for step in script.steps):
        title = cause_sentences.title(cause, frame.language)
        yield frame.say("script.cause", cause=cause, code=load_cause(cause).code, title=title)
    yield ""
    yield frame.say("script.does", file=file_name(script))
    yield frame.say("script.takes-back", file=file_name(script))
    yield ""
    restarted = [*_restarted(script)] + ([frame.say("script.host")] if _reboots(script) else [])
    listed = frame.listed(restarted) if restarted else frame.say("restarts.none")
    yield frame.say("script.restarts", units=listed)
    yield frame.say("script.pods", told=frame.say(f"script.pods-{_pods(script)}"))
    paths = dict.fromkeys(
        path for step in script.steps for path in (*step.edits, *step.makes, *step.moves)
    )
    if paths:
        yield frame.say("script.keeps", place=f"{STATE}/{plan}", paths=frame.listed([*paths]))
    yield from _to_decide(steps, script, frame)
    yield from _typed(steps, script, frame.say("script.before"), after=False)
    yield from _typed(steps, script, frame.say("script.after"), after=True)


def _pods(script: HostScript) -> str:
    units = {*_restarted(script)}
    if _reboots(script):
        return "end"
    if "docker" in units:
        return "docker"
    return "stay" if units & {*_RUNTIMES, "kubelet"} else "untouched"


def _restarted(script: HostScript) -> Mapping[str, None]:
    """The services that are restarted, in their order."""
    lines = [line for step in script.steps for line in step.commands]
    return dict.fromkeys(
        unit for line in lines for found in _RESTART.findall(line) for unit in found.split()
    )


def _reboots(script: HostScript) -> bool:
    return any("reboot" in step.commands for step in script.steps)


def _to_decide(steps: tuple[PlannedStep, ...], script: HostScript, frame: Words) -> Iterator[str]:
    """What the plan leaves to a human before the script's last step."""
    last = max(number for number, step in enumerate(steps) if step.script == script)
    for step in steps[:last]:
        asks = not step.offered.commands and step.script is None
        if asks and step.node in (script.node, None):
            told = cause_sentences.step(step.cause, step.offered, frame.language)
            yield from frame.say("script.decide", told=told).splitlines()


def _typed(
    steps: tuple[PlannedStep, ...], script: HostScript, lead: str, *, after: bool
) -> Iterator[str]:
    """What the plan has for other hands, before or after the script."""
    places = [number for number, step in enumerate(steps) if step.script == script]
    border = places[-1] if after else places[0]
    for number, step in enumerate(steps):
        # What was only to be looked at has been.
        elsewhere = step.script is None and step.no_script is None and step.offered.risk
        if elsewhere and step.node in (script.node, None) and (number > border) is after:
            yield from (f"{lead}{line}" for line in step.offered.commands)
