"""The user's RBAC rights as a table and as JSON, with the rules that would grant the rest."""

from collections.abc import Iterator, Sequence

from calicovet.model.language import Language
from calicovet.model.rights import AnsweredRight, AnsweredRights, Right, Role
from calicovet.report.cause_sentences import in_both
from calicovet.report.machine.json_text import json_text
from calicovet.report.terminal.wrap import pad, width_of, wrap
from calicovet.report.words import Words, words

_NARROWEST = 24


def render_rights(rights: AnsweredRights, language: Language, width: int) -> str:
    """Right by right; at the end what to paste, where something is missing that should not be."""
    frame = words(language)
    return "".join(f"{line}\n" for line in _lines(rights, frame, width))


def render_rights_json(rights: AnsweredRights) -> str:
    """The same for programs, in both languages."""
    told = {
        "schema": "calicovet-rights/v1",
        "user": rights.user or None,
        "namespaces": list(rights.namespaces),
        "rights": [
            {
                "rule": _rule(answer.right),
                "allowed": answer.allowed,
                "only_in": list(answer.only_in),
                "needed": answer.right.needed,
                "role": answer.right.role,
                "for": _both(answer.right, "for"),
                "without": _both(answer.right, "without"),
            }
            for answer in rights.answers
        ],
    }
    return json_text(told)


def _rule(right: Right) -> dict[str, list[str]]:
    names = {"resourceNames": list(right.names)} if right.names else {}
    return {
        "apiGroups": [right.group],
        "resources": [right.resource],
        **names,
        "verbs": list(right.verbs),
    }


def _both(right: Right, what: str) -> dict[str, str]:
    return in_both(lambda language: words(language).say(f"right.{right.key}.{what}"))


def _lines(rights: AnsweredRights, frame: Words, width: int) -> Iterator[str]:
    namespaces = frame.listed(rights.namespaces)
    if rights.user:
        yield frame.say("rights.user", user=rights.user, namespaces=namespaces)
    else:
        yield frame.say("rights.user-unnamed", namespaces=namespaces)
    columns = _Columns(rights.answers, frame, width)
    for role in (*Role, None):
        of_role = [answer for answer in rights.answers if answer.right.role is role]
        if of_role:
            yield ""
            yield frame.say(f"rights.{role or 'none'}")
        for answer in of_role:
            yield from columns.row(answer)
    yield ""
    yield from _summary(rights, frame)


class _Columns:
    """Rows whose cells stand below each other, in a text of a given width."""

    def __init__(self, answers: Sequence[AnsweredRight], frame: Words, width: int) -> None:
        self._frame = frame
        self._mark = max(width_of(frame.say(f"rights.{mark}")) for mark in ("yes", "no", "missing"))
        self._what = max((width_of(_what(answer.right)) for answer in answers), default=0)
        self._indent = " " * (self._mark + self._what + 6)
        self._text = max(width - len(self._indent), _NARROWEST)

    def row(self, answer: AnsweredRight) -> Iterator[str]:
        frame, right = self._frame, answer.right
        lacking = answer.allowed is False
        said = wrap(frame.say(f"right.{right.key}.{'without' if lacking else 'for'}"), self._text)
        mark = frame.say(f"rights.{_mark(answer)}")
        yield f"  {pad(mark, self._mark)}  {pad(_what(right), self._what)}  {said[0]}"
        yield from (f"{self._indent}{line}" for line in said[1:])
        below = " " * (self._mark + 4)
        if answer.only_in:
            only = frame.listed(answer.only_in)
            yield below + frame.say("rights.only-in", namespaces=only, first=answer.only_in[0])
        if lacking:
            yield f"{below}{right}"


def _mark(answer: AnsweredRight) -> str:
    if answer.allowed is None:
        return "unknown"
    if answer.allowed:
        return "yes"
    return "missing" if answer.right.needed else "no"


def _what(right: Right) -> str:
    name = f"{right.resource}.{right.group}" if "." in right.group else right.resource
    return f"{name} {right.names[0]}" if len(right.names) == 1 else name


def _summary(rights: AnsweredRights, frame: Words) -> Iterator[str]:
    needed = [answer.allowed for answer in rights.answers if answer.right.needed]
    lacking = needed.count(False)
    if lacking == 1:
        yield frame.say("rights.lacks-one")
    elif lacking:
        yield frame.say("rights.lacks-many", count=str(lacking))
    else:
        yield frame.say("rights.unsaid" if None in needed else "rights.complete")
    # What can do harm is not offered for pasting.
    wanted = [
        answer.right
        for answer in rights.answers
        if answer.allowed is False and answer.right.role is Role.READ
    ]
    if wanted:
        yield frame.say("rights.grant")
        yield ""
        yield from _grant(wanted, rights.user)


def _is_part_of_another(right: Right, rights: Sequence[Right]) -> bool:
    return any(
        (other.group, other.resource, other.names) == (right.group, right.resource, right.names)
        and set(right.verbs) < set(other.verbs)
        for other in rights
    )


def _grant(wanted: Sequence[Right], user: str) -> Iterator[str]:
    """A role of what is missing, bound to the user."""
    import json

    yield """\
kubectl apply -f - <<'EOF'
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: calicovet-missing
rules:"""
    yield from (f"- {right}" for right in wanted if not _is_part_of_another(right, wanted))
    yield f"""\
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: calicovet-missing
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: calicovet-missing
subjects:
- apiGroup: rbac.authorization.k8s.io
  kind: User
  name: {json.dumps(user or "<user>")}
EOF"""
