"""What of packages that are read from their source is known better: files of weights and of words are not read."""
