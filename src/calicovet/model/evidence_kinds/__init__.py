"""The registry of evidence kinds: what each is called, how it is obtained, where it is typed, what it shows."""
