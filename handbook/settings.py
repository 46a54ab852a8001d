"""What zensical is told about the site of one language."""

import json
from collections.abc import Sequence

from calicovet.model.language import Language
from handbook.words import site_words

_NAMES = {Language.EN: "English", Language.ZH: "中文"}
_FEATURES = (
    "content.code.copy",
    "navigation.footer",
    "navigation.indexes",
    "navigation.path",
    "navigation.prune",
    "navigation.tabs",
    "navigation.top",
    "search.highlight",
    "toc.follow",
)
_PALETTE = (
    ("(prefers-color-scheme: light)", "default", "lucide/sun"),
    ("(prefers-color-scheme: dark)", "slate", "lucide/moon"),
)

Nav = Sequence[tuple[str, "str | Nav"]]


def settings(language: Language, nav: Nav) -> str:
    """The text of zensical.toml; a JSON string is a TOML string, too."""
    own = site_words(language)
    lines = [
        "[project]",
        f"site_name = {_text(own['name'])}",
        f"site_description = {_text(own['description'])}",
        'site_dir = "site"',
        'docs_dir = "pages"',
        "use_directory_urls = false",
        'extra_css = ["assets/handbook.css"]',
        f"nav = {_nav(nav)}",
        "",
        "[project.theme]",
        f"language = {_text(language)}",
        'custom_dir = "overrides"',
        "font = false",
        f"features = {json.dumps(_FEATURES)}",
        'icon.logo = "lucide/stethoscope"',
    ]
    for media, scheme, icon in _PALETTE:
        lines += [
            "",
            "[[project.theme.palette]]",
            f"media = {_text(media)}",
            f"scheme = {_text(scheme)}",
            f"toggle.icon = {_text(icon)}",
            f"toggle.name = {_text('/'.join(name for _, name, _ in _PALETTE))}",
        ]
    for other, name in _NAMES.items():
        lines += [
            "",
            "[[project.extra.alternate]]",
            f"name = {_text(name)}",
            f"lang = {_text(other)}",
            f"link = {_text(f'../{other}/index.html')}",
        ]
    lines += [
        "",
        "[project.extra]",
        'polyfills = ["assets/iframe-worker.js"]',
        "",
        # Search has to work from a folder, too, where a browser fetches nothing.
        "[project.plugins.offline]",
        "",
        "[project.markdown_extensions]",
        "attr_list = {}",
        "md_in_html = {}",
        "tables = {}",
        "toc.permalink = true",
        "pymdownx.highlight.pygments_lang_class = true",
        "pymdownx.superfences = {}",
        "",
    ]
    return "\n".join(lines)


def _nav(nav: Nav) -> str:
    rows = (
        f"{{ {_text(title)} = {_text(to) if isinstance(to, str) else _nav(to)} }}"
        for title, to in nav
    )
    return f"[{', '.join(rows)}]"


def _text(words: str) -> str:
    return json.dumps(str(words), ensure_ascii=False)
