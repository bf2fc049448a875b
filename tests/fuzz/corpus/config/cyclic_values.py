l = []
l.append(l)
d = {}
d['d'] = d
model = dict(l=l, d=d, r=repr(l), e=l == l)
