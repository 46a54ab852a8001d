"""Files of folders and archives whose layout is unknown: what each is by its form, and about what by its path."""
