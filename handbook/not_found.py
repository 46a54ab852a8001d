"""The page for an address that the site does not have; it may be shown at any depth below its language."""

from html import escape

from calicovet.model.language import Language
from calicovet.report.own_marks import BEGIN
from handbook.words import site_words

# The links are counted from the folder of the language, wherever the missing page would have been.
_HOME = """const home = location.pathname.match(/^.*\\/(?:en|zh)\\//)
if (home) document.head.prepend(Object.assign(document.createElement("base"), { href: home[0] }))"""
_STYLE = """:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.6; }
body { max-width: 40rem; margin: 4rem auto; padding: 0 1rem; }"""


def not_found(language: Language) -> str:
    """The whole page, which loads nothing."""
    own = {key: escape(told) for key, told in site_words(language).items()}
    other = Language.EN if language is Language.ZH else Language.ZH
    links = "".join(
        f'<li><a href="{path}">{own[key]}</a></li>\n'
        for path, key in (
            ("index.html", "start-title"),
            ("causes/index.html", "causes-title"),
            ("red-herrings.html", "herrings-title"),
        )
    )
    foreign = escape(site_words(other)["start-title"])
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="generator" content="calicovet">
<title>{own["missing"]} - {own["name"]}</title>
<script>{_HOME}</script>
<style>{_STYLE}</style>
</head>
<body>
{BEGIN.format(what="documentation")}
<main>
<h1>{own["missing"]}</h1>
<p>{own["missing-lead"]}</p>
<ul>
{links}<li><a href="../{other}/index.html" hreflang="{other}" lang="{other}">{foreign}</a></li>
</ul>
</main>
</body>
</html>
"""
