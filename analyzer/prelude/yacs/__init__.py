"""yacs 0.1.8: a tree of settings that is filled in from YAML files and command lines."""
