print(b"ab" * 3, 2 * b"ab", b"ab" * 0, b"ab" * -2, b"" * 5)
print("ab" * 2, 3 * "ab", "" * 2**62, [1] * 3, (1, 2) * 2, [] * 2**62)
for wrong in (lambda: b"ab" * 1.5, lambda: b"ab" * b"ab"):
    try:
        wrong()
    except TypeError as error:
        print(error)
