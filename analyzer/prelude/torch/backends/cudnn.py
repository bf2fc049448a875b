enabled = True
benchmark = False
deterministic = False
allow_tf32 = True


def is_available():
    return True


def version():
    return 8902
