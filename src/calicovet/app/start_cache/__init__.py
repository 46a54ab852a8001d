"""What an earlier start computed from the package alone, kept in a file so that the next one need not repeat it."""
