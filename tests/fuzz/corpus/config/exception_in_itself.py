e = ValueError()
e.args = (e,)
try:
    a = str(e)
finally:
    raise e
