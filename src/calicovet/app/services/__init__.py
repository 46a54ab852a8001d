"""Where the packages are wired together for the commands."""
