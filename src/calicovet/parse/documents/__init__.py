"""Texts that were written and not observed: change lists, questions with answers, source code, comments."""
