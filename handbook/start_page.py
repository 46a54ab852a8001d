"""The first page: the line of a start."""

from calicovet.causes.catalogue import load_catalogue
from calicovet.model.language import Language
from calicovet.report.words import catalogue_words
from handbook.page import Page
from handbook.start_line import start_line
from handbook.words import site_words


def start_page(language: Language) -> Page:
    """What the site is for, and the stages with their causes."""
    own = site_words(language)
    count = catalogue_words(language).say("page.count-many", count=str(len(load_catalogue())))
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

## {own["line"]}

<div class="start-line" markdown="0" data-search-exclude>{start_line(language)}</div>
"""
    return Page(path="index.md", title=own["start"], text=text)
