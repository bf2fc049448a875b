"""What observations and actions look like: shapes, types, numbers of choices. What is drawn of them is host data."""
import random

import _run
import numpy as np

_DRAWN = "random numbers are not known"


def _drawn(shape, dtype):
    return np.empty(tuple(shape), dtype)


class Space:
    def __init__(self, shape=None, dtype=None, seed=None):
        self._shape = None if shape is None else tuple(shape)
        self.dtype = None if dtype is None else np.dtype(dtype)

    @property
    def shape(self):
        return self._shape

    def seed(self, seed=None):
        return [seed]

    def contains(self, x):
        return _run.unknown("whether a value lies in a space is known in the run alone")

    def __contains__(self, x):
        return self.contains(x)


class Box(Space):
    """`low` None: bounds that are not known."""

    def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
        if shape is None:
            shape = np.shape(low) if np.ndim(low) else np.shape(high)
        super().__init__((shape,) if isinstance(shape, int) else shape, dtype)
        self.low, self.high = [self._bound(one) for one in (low, high)]

    def _bound(self, value):
        if value is None:
            return _drawn(self._shape, self.dtype)
        return np.broadcast_to(np.asarray(value, self.dtype), self._shape)

    def sample(self, mask=None):
        return _drawn(self._shape, self.dtype)

    def is_bounded(self, manner="both"):
        return _run.unknown("whether a space is bounded is not followed")


class Discrete(Space):
    def __init__(self, n, seed=None, start=0, dtype=np.int64):
        super().__init__((), dtype)
        self.n, self.start = n, start

    def sample(self, mask=None):
        return self.start + random.randrange(self.n) if _run.is_known(self.n) else _run.number(_DRAWN)


class MultiDiscrete(Space):
    def __init__(self, nvec, dtype=np.int64, seed=None, start=None):
        self.nvec = np.asarray(nvec, np.int64)
        super().__init__(self.nvec.shape, dtype)

    def sample(self, mask=None):
        return _drawn(self._shape, self.dtype)

    def __len__(self):
        return len(self.nvec)


class MultiBinary(Space):
    def __init__(self, n, seed=None):
        self.n = n
        super().__init__((n,) if not isinstance(n, (list, tuple)) else n, np.int8)

    def sample(self, mask=None):
        return _drawn(self._shape, self.dtype)


class Tuple(Space):
    def __init__(self, spaces, seed=None):
        super().__init__()
        self.spaces = tuple(spaces)

    def sample(self, mask=None):
        return tuple([space.sample() for space in self.spaces])

    def __getitem__(self, index):
        return self.spaces[index]

    def __len__(self):
        return len(self.spaces)

    def __iter__(self):
        return iter(self.spaces)


class Dict(Space):
    def __init__(self, spaces=None, seed=None, **more):
        super().__init__()
        self.spaces = {**dict(spaces or {}), **more}

    def sample(self, mask=None):
        return {name: space.sample() for name, space in self.spaces.items()}

    def __getitem__(self, name):
        return self.spaces[name]

    def __len__(self):
        return len(self.spaces)

    def __iter__(self):
        return iter(self.spaces)

    def keys(self):
        return self.spaces.keys()

    def values(self):
        return self.spaces.values()

    def items(self):
        return self.spaces.items()


def flatdim(space):
    if isinstance(space, Discrete):
        return space.n
    if isinstance(space, (Tuple, Dict)):
        inner = space.spaces if isinstance(space, Tuple) else space.spaces.values()
        return sum([flatdim(one) for one in inner])
    if isinstance(space, MultiDiscrete):
        return int(np.sum(space.nvec))
    return int(np.prod(space.shape))


def flatten_space(space):
    return Box(None, None, (flatdim(space),), space.dtype if isinstance(space, Box) else np.float32)


def flatten(space, x):
    return _drawn((flatdim(space),), flatten_space(space).dtype)


def batched(space, count):
    """Of so many environments together (vector/utils/spaces.py)."""
    if isinstance(space, Box):
        return Box(None, None, (count,) + space.shape, space.dtype)
    if isinstance(space, Discrete):
        return MultiDiscrete([space.n] * count)
    if isinstance(space, Dict):
        return Dict({name: batched(one, count) for name, one in space.items()})
    if isinstance(space, Tuple):
        return Tuple([batched(one, count) for one in space])
    if isinstance(space, (MultiDiscrete, MultiBinary)):
        return Box(None, None, (count,) + space.shape, space.dtype)
    return Tuple([space] * count)


def observed(space):
    """An observation of the space: of a Discrete one a number."""
    if isinstance(space, Dict):
        return {name: observed(one) for name, one in space.items()}
    if isinstance(space, Tuple):
        return tuple([observed(one) for one in space])
    return space.sample()
