"""What is read on a node, and the ways to run commands there."""
