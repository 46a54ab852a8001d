"""Known messages, one table per speaker."""
