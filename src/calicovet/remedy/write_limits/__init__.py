"""What `fix` may write, and for which cause."""
