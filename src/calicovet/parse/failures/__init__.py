"""Reading failures from lines, whatever the words."""
