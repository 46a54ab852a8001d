"""Command line: flags, settings, output, exit codes."""
