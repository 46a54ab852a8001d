"""The first page: the picture of a start."""

from calicovet.causes.catalogue import load_catalogue
from calicovet.model.language import Language
from calicovet.report.words import catalogue_words
from handbook.page import Page
from handbook.picture import NARROW, WIDE, draw_start
from handbook.words import site_words


def start_page(language: Language) -> Page:
    """What the site is for, and the stages with their causes."""
    own = site_words(language)
    count = catalogue_words(language).say("page.count-many", count=str(len(load_catalogue())))
    pictures = "".join(draw_start(language, sheet) for sheet in (WIDE, NARROW))
    text = f"""---
title: {own["start-title"]}
hide:
  - navigation
  - toc
---

# {own["start-title"]}

{own["start-lead"].format(causes=count)}

{own["start-ask"]}

```sh
calicovet
kubectl -n kube-system describe pod calico-node-x7k2p | calicovet diagnose -
```

<div class="start-picture" markdown="0" data-search-exclude>{pictures}</div>
"""
    return Page(path="index.md", title=own["start"], text=text)
