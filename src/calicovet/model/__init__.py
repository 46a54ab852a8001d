"""The vocabulary: immutable types that every other package uses."""
