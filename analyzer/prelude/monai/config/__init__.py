from monai.config.type_definitions import (
    DtypeLike,
    IndexSelection,
    KeysCollection,
    NdarrayOrTensor,
    NdarrayTensor,
    PathLike,
    SequenceStr,
    TensorOrList,
)

USE_COMPILED = False
USE_META_DICT = False


class IgniteInfo:
    OPT_IMPORT_VERSION = "0.4.11"
