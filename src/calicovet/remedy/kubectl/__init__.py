"""kubectl commands for changes, and for their undo."""
