def f(n):
  return [[i * j * n for j in range(i)] for i in range(n)]