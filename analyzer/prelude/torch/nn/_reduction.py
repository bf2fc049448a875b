from torch.nn.functional import _Reduction

get_enum = _Reduction.get_enum
legacy_get_string = _Reduction.legacy_get_string
legacy_get_enum = _Reduction.legacy_get_enum
