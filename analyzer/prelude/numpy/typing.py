from typing import Any

ArrayLike = DTypeLike = NDArray = Any
