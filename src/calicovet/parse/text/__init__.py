"""From pasted text to recognised pieces of evidence."""
