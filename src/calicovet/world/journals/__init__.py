"""Journals of applied fixes on disk: sealed, private, checked line by line."""
