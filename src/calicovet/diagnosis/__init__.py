"""The engine: triage, judging, asking the peers, ranking, and saying what is missing."""
