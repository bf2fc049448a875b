def f():
  'doc'
  yield
  yield 1
  x = yield y, z
  yield from w