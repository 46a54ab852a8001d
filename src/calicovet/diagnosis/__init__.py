"""The engine: judges causes on every node, compares peers, ranks findings, and asks for missing evidence."""
