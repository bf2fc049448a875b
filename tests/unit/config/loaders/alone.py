model = dict(type='A', _delete_=True)
x: int = 3
y = z = [x]
if x > 2:
    branch = 'then'
else:
    branch = 'else'
try:
    value = {}['missing']
except KeyError as error:
    value = 'caught'
a, (b, *c) = 1, (2, 3, 4)
