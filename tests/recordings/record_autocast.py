"""What autograd keeps of tests/models under CUDA's autocast, emulated on the CPU: /usr/bin/python3 record_autocast.py

Debian's PyTorch 1.13.1 runs on the CPU, whose autocast has other lists than CUDA's. So each model runs under a mode that
sees every C function called and casts its arguments as the lists of aten/src/ATen/autocast_mode.cpp [1.13.1] say for
CUDA, with bfloat16 as the lower precision. Weights are cast once, as cached_cast does. Counted are the bytes of the
unique storages that autograd holds when forward and loss have run and autocast has ended; storages of parameters,
buffers and inputs are left out. Models that autocast breaks stand in "raised", also those where the backward of a
Function of their own breaks, which runs outside of autocast; those that need a kernel which the CPU lacks in bfloat16 in
"failed". Each with the reason. A few such kernels run in float32 instead and keep the operands that
tools/autograd/derivatives.yaml [1.13.1] names (KEPT).
"""
import ast
import importlib.util
import json
import pathlib
import sys
import weakref

import torch
import torch.nn.functional as F
import torch.utils.checkpoint as checkpointing
from torch.overrides import TorchFunctionMode

HERE = pathlib.Path(__file__).resolve().parent
LOWER = torch.bfloat16

LOWERED = set("conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d convolution prelu addmm addmv "
              "addr matmul einsum mm mv linear addbmm baddbmm bmm chain_matmul linalg_multi_dot lstm_cell gru_cell rnn_tanh_cell "
              "rnn_relu_cell".split())
FLOAT = set("acos asin cosh erfinv exp expm1 log log10 log2 log1p reciprocal rsqrt sinh tan pow square softplus layer_norm "
            "group_norm frobenius_norm nuclear_norm cosine_similarity poisson_nll_loss cosine_embedding_loss nll_loss nll_loss_nd nll_loss2d "
            "hinge_embedding_loss kl_div l1_loss smooth_l1_loss huber_loss mse_loss margin_ranking_loss multilabel_margin_loss "
            "soft_margin_loss triplet_margin_loss multi_margin_loss binary_cross_entropy_with_logits dist pdist cdist "
            "_cdist_forward renorm logsumexp".split())
FLOAT_DTYPE = set("prod softmax log_softmax cumprod cumsum sum linalg_vector_norm linalg_matrix_norm".split())
FLOAT_RESULT = {"norm"}
PROMOTED = set("addcdiv addcmul atan2 bilinear cross dot grid_sampler index_put tensordot scatter_add".split())


# Positions of what the backward needs of functions whose CPU kernel knows no bfloat16.
KEPT = {"conv_transpose1d": (0, 1), "conv_transpose2d": (0, 1), "conv_transpose3d": (0, 1), "mish": (0,),
        "adaptive_avg_pool3d": (0,), "avg_pool3d": (0,), "reflection_pad2d": (0,)}


class InFloat(torch.autograd.Function):
    @staticmethod
    def forward(ctx, func, kept, *args):
        ctx.save_for_backward(*[args[i] for i in kept])
        args = [value.float() if torch.is_tensor(value) and value.dtype is LOWER else value for value in args]
        return func(*args).to(LOWER)


def is_eligible(value):
    return torch.is_tensor(value) and value.is_floating_point() and value.dtype is not torch.float64 and \
        not (value.dim() == 0 and value.is_leaf and not value.requires_grad)


def flat(values):
    for value in values:
        yield from flat(value) if isinstance(value, (list, tuple)) else [value]


class Cuda(TorchFunctionMode):
    """CUDA's autocast."""

    def __init__(self):
        super().__init__()
        self.kept = {}
        self.within = 0

    def cast(self, value, dtype):
        if isinstance(value, (list, tuple)):
            return type(value)(self.cast(v, dtype) for v in value)
        if not is_eligible(value) or value.dtype is dtype:
            return value
        keep = dtype is LOWER and value.requires_grad and value.is_leaf and not value._is_view()
        if not keep:
            return value.to(dtype)
        if id(value) not in self.kept:
            self.kept[id(value)] = value.to(dtype)
        return self.kept[id(value)]

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        name = getattr(func, "__name__", "").strip("_").replace("rpow", "pow").replace("rmatmul", "matmul")
        if name == "binary_cross_entropy":
            raise RuntimeError("autocast refuses binary_cross_entropy")
        if name == "cross_entropy_loss":
            return self.cross_entropy(*args, **kwargs)
        if name in LOWERED or name in FLOAT or name in PROMOTED:
            dtype = LOWER if name in LOWERED else torch.float32
            if name in PROMOTED and not any(is_eligible(v) and v.dtype is torch.float32 for v in flat(args)):
                dtype = LOWER
            args = self.cast(tuple(args), dtype)
            kwargs = {key: self.cast(value, dtype) for key, value in kwargs.items()}
        elif name in FLOAT_DTYPE and is_eligible(args[0]) and kwargs.get("dtype") is None:
            kwargs["dtype"] = torch.float32
        elif name in FLOAT_RESULT and is_eligible(args[0]):
            return func(*self.with_dims(args), **kwargs, dtype=torch.float32)
        if name in KEPT and args[0].dtype is LOWER and not kwargs:
            return InFloat.apply(func, KEPT[name], *args)
        return func(*args, **kwargs)

    @staticmethod
    def with_dims(args):
        return args if len(args) > 2 else (*args, *[2][len(args) - 1:], list(range(args[0].dim())))

    def cross_entropy(self, input, target, weight, reduction, ignore_index, smoothing):
        dim = 0 if input.dim() == 1 else 1
        if smoothing or target.is_floating_point():
            return torch._C._nn.cross_entropy_loss(input.float(), target, weight, reduction, ignore_index, smoothing)
        logits = torch.log_softmax(input, dim, dtype=torch.float32)
        return torch._C._nn.nll_loss_nd(logits, target, weight, reduction, ignore_index)


class Held:
    def __init__(self, tensor):
        self.tensor = tensor.detach()


class Ledger:
    def __init__(self):
        self.held = []

    def pack(self, tensor):
        held = Held(tensor)
        self.held.append(weakref.ref(held))
        return held

    def alive(self):
        return [held.tensor for held in (ref() for ref in self.held) if held is not None]


LEDGER = Ledger()
plain_checkpoint = checkpointing.checkpoint


def watched_checkpoint(function, *args, use_reentrant=True, **kwargs):
    """Without reentrance the arguments live in the closure of a hook of its own; they are counted through one of ours."""
    if use_reentrant:
        return plain_checkpoint(function, *args, use_reentrant=True, **kwargs)
    held = [LEDGER.pack(value) for value in (*args, *kwargs.values()) if torch.is_tensor(value)]

    def owner(*a, held=held, **k):
        return function(*a, **k)
    return plain_checkpoint(owner, *args, use_reentrant=False, **kwargs)


class Config(dict):
    __getattr__ = dict.__getitem__


def config(value):
    if isinstance(value, dict):
        return Config((key, config(v)) for key, v in value.items())
    return [config(v) for v in value] if isinstance(value, list) else value


def literals(path):
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) in ("CFG", "INPUTS"):
            found[node.targets[0].id] = ast.literal_eval(node.value)
    return found


def load(path):
    spec = importlib.util.spec_from_file_location("model_" + path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def inputs_of(specification):
    return [torch.randn(shape, dtype=getattr(torch, dtype)) if getattr(torch, dtype).is_floating_point else
            torch.randint(0, 2, shape, dtype=getattr(torch, dtype)) for dtype, shape in specification]


def address(tensor):
    return tensor.storage().data_ptr()


def measure(path):
    torch.manual_seed(0)
    header, module = literals(path), load(path)
    model = module.build(config(header["CFG"])).train()
    inputs = inputs_of(header["INPUTS"])
    ledger, mode = LEDGER, Cuda()
    ledger.held.clear()
    with torch.autograd.graph.saved_tensors_hooks(ledger.pack, lambda held: held.tensor), mode:
        outputs = model(*inputs)
        loss = module.loss(outputs)
    mode.kept.clear()
    outside = {address(tensor) for tensor in [*model.parameters(), *model.buffers(), *inputs]}
    storages, numbers = {}, 0
    for tensor in ledger.alive():
        if address(tensor) in outside or address(tensor) in storages:
            continue
        storages[address(tensor)] = tensor.storage().nbytes()
        if tensor.dim() == 0 and tensor.dtype in (torch.float64, torch.int64):
            numbers += tensor.storage().nbytes()
    assert loss.numel() == 1
    return {"saved_for_backward": sum(storages.values()), "wrapped_numbers": numbers}


def check_backward(path):
    """Of a Function that the model brings along: backward runs where no mode casts."""
    if "autograd.Function" not in path.read_text(encoding="utf-8"):
        return
    header, module = literals(path), load(path)
    model = module.build(config(header["CFG"])).train()
    with Cuda():
        loss = module.loss(model(*inputs_of(header["INPUTS"])))
    try:
        loss.backward()
    except RuntimeError as error:
        raise TypeError(f"in the backward of its Function: {str(error).splitlines()[0]}") from error


def main():
    checkpointing.checkpoint = watched_checkpoint
    torch._C._set_mkldnn_enabled(False)  # where it has no bfloat16 it raises something misleading
    # Python functions run as they are; what they call in C meets the mode.
    for module in (F, torch.functional, torch._tensor):
        for name in ("has_torch_function", "has_torch_function_unary", "has_torch_function_variadic"):
            if hasattr(module, name):
                setattr(module, name, lambda *_: False)
    measured, raised, failed = {}, {}, {}
    for path in sorted((HERE.parent / "models").glob("*.py")):
        try:
            found = measure(path)
            check_backward(path)
            measured[path.name] = found
        except (RuntimeError, NotImplementedError, TypeError) as error:
            text = str(error).splitlines()[0]
            # The last is an LSTM: on CUDA the wrapper of _cudnn_rnn would have cast for it.
            lacking = any(part in text for part in ("not implemented", "Unsupported dtype", "expected scalar type"))
            (failed if lacking and not isinstance(error, TypeError) else raised)[path.name] = text
    out = HERE / "1.13.1-cpu" / "autocast.json"
    out.write_text(json.dumps({"torch": torch.__version__, "lists": "1.13.1", "dtype": "bfloat16", "models": measured,
                               "raised": raised, "failed": failed}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(len(measured), "measured;", raised, failed)


if __name__ == "__main__":
    main()
