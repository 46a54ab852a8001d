"""What is reported beside the verdict."""
