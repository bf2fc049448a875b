"""Addresses can be taken apart; what lies there is not known."""
