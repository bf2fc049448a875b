from collections.abc import (Callable, Collection, Container, Generator, Hashable, Iterable, Iterator, Mapping, MutableMapping,
                             MutableSequence, Reversible, Sequence, Set, Sized)
from typing import Callable as AnyCallable, Iterable as AnyIterable, Sequence as AnySequence
import functools


class Called:
    def __call__(self):
        return 1


class Walked:
    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0


class Unhashed:
    def __eq__(self, other):
        return True


def generator():
    yield 1


values = [64, 1.5, None, "a", b"a", True, [], (), {}, {1}, frozenset(), range(3), slice(1), len, print, lambda: 0, "".join,
          functools.partial(len), Called(), Called, Walked(), Walked, Unhashed(), generator(), iter([]), {}.keys(), {}.items(),
          enumerate([]), zip(), map(len, []), object(), int, type, NotImplemented, ...]
for kind in (Callable, AnyCallable, Iterable, AnyIterable, Iterator, Generator, Sized, Container, Collection, Sequence,
             AnySequence, MutableSequence, Mapping, MutableMapping, Set, Hashable, Reversible):
    print("".join("01"[isinstance(value, kind)] for value in values))
print(issubclass(int, Callable), issubclass(Called, Callable), issubclass(Walked, (Iterable, Sized)), issubclass(list, Sequence))
print([callable(value) for value in (64, "a", None, len, int, Called(), Walked())])
