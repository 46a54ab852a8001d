"""Parsers of host commands and files, a module for each command."""
