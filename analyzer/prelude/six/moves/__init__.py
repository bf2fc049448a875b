"""Names that moved from Python 2 to 3."""
from functools import reduce  # noqa: F401
from itertools import filterfalse, zip_longest  # noqa: F401

filter, input, map, range, zip = filter, input, map, range, zip
xrange = range
