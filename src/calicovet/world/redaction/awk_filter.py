"""The part of the redaction tables that the host script's awk filter uses."""

from calicovet.world.redaction.provider_tokens import TOKENS
from calicovet.world.redaction.secret_names import ABOUT, LIKELY_PARTS, SURE_WORDS


def awk_filter() -> str:
    """Calls of the filter's functions: one for each kind of token, two for all names."""
    calls = [
        f'index($0, "{each.prefix}") {{ hide_token("{_literal(each.prefix)}", "[A-Za-z0-9{each.more}]", {each.least}) }}'
        for each in TOKENS
    ]
    about = "|".join(sorted(ABOUT))
    hints = "|".join(("pass", "pw", "psk", "key", "token", "secret", "auth", "cred"))
    calls.append(
        f"tolower($0) ~ /{hints}/ {{\n"
        f'            hide_value("{"|".join(SURE_WORDS)}", "{about}", 0)\n'
        f'            hide_value("{"|".join(sorted(LIKELY_PARTS))}", "{about}", 1)\n'
        "        }"
    )
    return "\n".join(f"        {call}" for call in calls)


def _literal(text: str) -> str:
    return text.replace(".", "[.]")
