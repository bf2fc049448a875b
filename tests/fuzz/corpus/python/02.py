def f(n):
  return [i + n for i in range(n) if i < n]