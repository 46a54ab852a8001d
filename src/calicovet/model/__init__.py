"""The vocabulary: immutable types that every other room speaks in."""
