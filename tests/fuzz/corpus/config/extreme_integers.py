a = -2**63
b = [a // -1, a % -1, divmod(a, -1), abs(a), -a, round(a, -5), a in range(2**63 - 1, a, a)]
