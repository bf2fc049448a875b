"""transformers, 4 and 5."""
