"""Predicates over facts that several causes share."""
