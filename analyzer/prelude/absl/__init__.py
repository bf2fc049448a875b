"""absl: a program's options, its start, its log."""
