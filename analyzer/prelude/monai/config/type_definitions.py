"""Names for annotations: what they stand for is never looked at."""

from typing import Any

DtypeLike = IndexSelection = KeysCollection = NdarrayOrTensor = NdarrayTensor = Any
PathLike = SequenceStr = TensorOrList = Any
