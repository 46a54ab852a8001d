"""Typed commands and prompts: which evidence a command prints."""
