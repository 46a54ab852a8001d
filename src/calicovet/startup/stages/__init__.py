"""The stages, part by part; each file declares its own."""
