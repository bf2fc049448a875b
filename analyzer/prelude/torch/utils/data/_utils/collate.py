# What programs borrow that put their batches together themselves.
import re

from torch.utils.data._loader import default_collate, default_convert

np_str_obj_array_pattern = re.compile("[SaUO]")
default_collate_err_msg_format = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"
