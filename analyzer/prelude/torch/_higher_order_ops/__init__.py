"""Operators that take functions: what a compiler makes of them is not known."""
