"""Recognises what calicovet itself wrote, so that it is not read as evidence."""
