"""Judge causes, compare with peers, rank, summarise."""
