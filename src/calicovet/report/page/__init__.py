"""The content of a report, apart from how it is drawn."""
