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
        'extra_javascript = ["assets/find.js"]',
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
    twin = next(other for other in Language if other is not language)
    lines += [
        "",
        "[project.extra]",
        # Not `alternate`: for that the theme fetches a site map, which a browser forbids in a folder.
        f"twin = {_text(twin)}",
        f"twin_name = {_text(_NAMES[twin])}",
        f"find_placeholder = {_text(own['find-placeholder'])}",
        f"find_close = {_text(own['find-close'])}",
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
