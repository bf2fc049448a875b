for s in ['ñañb', 'ab\u20ac\u20ac', '\U0001f600x\U0001f600', '', 'aaa', 'xxabcxx']:
    for c in ['ñ', '€', '\U0001f600', 'a', 'x', '', 'añ€x']:
        print(repr(s.strip(c)), repr(s.lstrip(c)), repr(s.rstrip(c)))
