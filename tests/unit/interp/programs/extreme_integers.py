# The ends of 64 bits, where a division or a difference of two of them has no result of that size.
low, high = -2**62 * 2, 2**62 - 1 + 2**62
print(-1 in range(high, low, -1), 5 in range(low, high, 3), 6 in range(low, high, 3), low in range(high, low, low))
print(range(0, 10, 3).index(9), range(high, low, low).index(-1), range(5, -5, -5).index(0))
print(low % -1, low % high, high % low, low // high, high // -1, divmod(high, -2))
print(round(high, -18), round(123456, -3), round(-5, -1), round(15, -1))
print(pow(low, 3, 7), pow(high, high, 10), pow(2, 62, high))
print([1, 2, 3][::low], [1, 2, 3][high::-1], [1, 2, 3][low:high:high])
