"""The site of documents: pages made from what the package says of itself, built by zensical."""
