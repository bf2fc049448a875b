"""They fill what is there, on the host."""


def c2_xavier_fill(module):
    return None


c2_msra_fill = c2_xavier_fill
