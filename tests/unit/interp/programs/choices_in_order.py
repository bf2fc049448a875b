import itertools
import math


def show(iterator):
    print([list(items) for items in iterator])


show(itertools.combinations("abcd", 2))
show(itertools.combinations("abcd", 4))
show(itertools.combinations("ab", 3))
show(itertools.combinations("abc", 0))
show(itertools.combinations_with_replacement("abc", 2))
show(itertools.combinations_with_replacement([], 1))
show(itertools.combinations_with_replacement([], 0))
show(itertools.permutations("abc"))
show(itertools.permutations("abc", 2))
show(itertools.permutations("abc", 4))
show(itertools.product("ab", repeat=2))
show(itertools.product("ab", repeat=0))
show(itertools.product(repeat=3))
show(itertools.islice(itertools.combinations(range(80), 70), 2))
for wrong in (lambda: itertools.product("ab", repeat=-1), lambda: itertools.tee("ab", -1), lambda: slice(1).indices(-1)):
    try:
        wrong()
    except ValueError as error:
        print(error)
print("ab".center(7, "*"), "ab".center(-5) + "|", "ab".ljust(-9) + "|", "7".zfill(-3), "ab".rjust(4, "."))
print(len(list(itertools.tee("ab", 3))), math.gcd(12, -18), math.gcd())
