"""The invisible marks that texts in Markdown and HTML carry: calicovet does not read such texts as evidence."""

BEGIN = "<!-- calicovet: {what} -->"
END = "<!-- calicovet: end -->"
