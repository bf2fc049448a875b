from torch.nn.utils import parametrizations, parametrize, rnn
from torch.nn.utils.clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_
from torch.nn.utils.convert_parameters import parameters_to_vector, vector_to_parameters
from torch.nn.utils.init import skip_init
from torch.nn.utils.memory_format import convert_conv2d_weight_memory_format
from torch.nn.utils.spectral_norm import remove_spectral_norm, spectral_norm
from torch.nn.utils.weight_norm import remove_weight_norm, weight_norm

_parts = {"prune": "prune", "stateless": "stateless", "fusion": "fusion", "fuse_conv_bn_eval": "fusion",
          "fuse_conv_bn_weights": "fusion", "fuse_linear_bn_eval": "fusion", "fuse_linear_bn_weights": "fusion"}


def __getattr__(name):
    if name not in _parts:
        raise AttributeError("module 'torch.nn.utils' has no attribute '" + name + "'")
    part = __import__("torch.nn.utils." + _parts[name], fromlist=["*"])
    return part if _parts[name] == name else getattr(part, name)
