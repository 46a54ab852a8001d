"""Diagnoses and plans as text, Markdown and JSON, in English and Chinese."""
