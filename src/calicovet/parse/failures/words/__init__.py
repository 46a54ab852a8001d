"""The vocabularies: how, things, acts, as rows."""
