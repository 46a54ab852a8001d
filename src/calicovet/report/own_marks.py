"""Invisible marks in Markdown and HTML by which calicovet recognises its own texts."""

BEGIN = "<!-- calicovet: {what} -->"
END = "<!-- calicovet: end -->"
