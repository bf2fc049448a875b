def show(text):
    try:
        print(text, '=>', repr(eval(text)))
    except Exception as error:
        print(text, '=> raises', type(error).__name__)


import sys


def raising(x):
    raise x


def sysexit():
    try: sys.exit(3)
    except SystemExit as e: return e.code


def kbd():
    try: raise KeyboardInterrupt
    except Exception: return 'exc'
    except BaseException as e: return type(e).__name__


show("raising(ValueError('a'))")
show('raising(3)')
show('raising(None)')
show('sysexit()')
show('kbd()')
show('[c.__name__ for c in ZeroDivisionError.__mro__]')
show('issubclass(ModuleNotFoundError, ImportError)')
show('issubclass(FileNotFoundError, OSError)')
show('IOError is OSError')
show('issubclass(UnicodeDecodeError, ValueError)')
show('issubclass(RecursionError, RuntimeError)')
show('issubclass(NotImplementedError, RuntimeError)')
show('issubclass(KeyboardInterrupt, Exception)')
show('issubclass(UserWarning, Warning)')
show('issubclass(StopIteration, Exception)')
show('issubclass(TimeoutError, OSError)')
show('issubclass(IndexError, LookupError)')
show('issubclass(OverflowError, ArithmeticError)')
show('[f() for f in [lambda: 1, lambda: 2]]')
show('(lambda *a, **k: (a, k))(1, b=2)')
show('(lambda x: (lambda y: x + y))(1)(2)')
show('list(map(lambda p: p[0], [(1, 2)]))')
show('sorted([3, 1], key=lambda v: -v)')
show('[i for i in range(3) for j in range(i)]')
show('[[j for j in range(i)] for i in range(3)]')
show("{k: [v] for k, v in zip('ab', range(2))}")
show('sum(i * j for i in range(3) for j in range(3) if i != j)')
show('[x if x else None for x in [0, 1]]')
show('[(lambda: x)() for x in range(2)]')
show('any(x == 1 for x in [0, 1])')
show("__import__('os').path.join('a', 'b')")
show("eval('1 + 1')")
show("eval('x + 1', {'x': 2})")
show("eval('len([1])')")
