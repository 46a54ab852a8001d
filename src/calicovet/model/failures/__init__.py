"""The vocabulary of failures: how something fails, at which thing, in what act."""
