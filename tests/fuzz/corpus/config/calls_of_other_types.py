try:
    type.__call__(5)
except TypeError:
    a = b'a' * 2**62
b = ''.center(2**62)
