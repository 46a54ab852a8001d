"""Files, folders and archives to a snapshot, and a snapshot to a file."""
