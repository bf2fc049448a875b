def f():
  for i in range(3):
    fs.append(lambda i=i: i)
  return i