from __future__ import annotations
def f(x: int, y: List['a'] = 1) -> str: pass
z: a.b = 3