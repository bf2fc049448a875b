"""The modules of torch beside nn: cuda, amp, autograd, jit, distributed, utils, backends, hub."""
import contextlib

import torch
import torch.distributed as dist
from surface import show
from torch.utils import checkpoint as cp
from torch.utils.data import ConcatDataset, DataLoader, Dataset, Subset, TensorDataset, random_split

x = torch.randn(4, 3)
g = torch.randn(4, 3, requires_grad=True)
layer = torch.nn.Linear(3, 2)
counted = TensorDataset(torch.arange(10), torch.arange(10))


class Numbers(Dataset):
    def __init__(self, count):
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, at):
        return torch.full((3,), float(at)), at


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor=2):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


@torch.no_grad()
def without_grad(value):
    return value * 2


@torch.jit.script
def scripted(value: torch.Tensor) -> torch.Tensor:
    return value * 2


@torch.jit.ignore
def ignored(value):
    return value + 1


def entered(context):
    with context as inside:
        return inside


def nested_modes():
    with torch.no_grad():
        with torch.enable_grad():
            return g * 2


def switched(mode):
    with torch.set_grad_enabled(mode):
        return g * 2


show("no_grad decorator", lambda: without_grad(g))
show("no_grad name", lambda: without_grad.__name__)
show("no_grad with", lambda: entered(torch.no_grad()))
show("nested modes", nested_modes)
show("set_grad_enabled", lambda: (switched(True), switched(False)))
show("grad enabled after", lambda: torch.is_grad_enabled())
show("inference_mode", lambda: torch.inference_mode()(without_grad)(g))
show("Function", lambda: Double.apply(g))
show("Function with number", lambda: Double.apply(g, 3))
show("Function without grad", lambda: Double.apply(x))
show("Function keyword", lambda: Double.apply(g, factor=3))
show("Variable", lambda: torch.autograd.Variable(x, requires_grad=True))
show("detect_anomaly", lambda: entered(torch.autograd.set_detect_anomaly(False)) is not None)
show("scripted", lambda: scripted(x))
show("ignored", lambda: ignored(x))
show("is_scripting", lambda: torch.jit.is_scripting())
show("jit export", lambda: callable(torch.jit.export(without_grad)))
show("jit unused", lambda: callable(torch.jit.unused(without_grad)))
show("annotate", lambda: torch.jit.annotate(list, [1]))
show("script module", lambda: torch.jit.script(layer)(x))
show("trace", lambda: torch.jit.trace(layer, x)(x))
show("autocast cpu", lambda: entered(torch.autocast("cpu")) is not None)
show("autocast off", lambda: entered(torch.cuda.amp.autocast(enabled=False)) is not None)
show("autocast state", lambda: torch.is_autocast_enabled())
show("autocast bad device", lambda: torch.autocast())
show("custom_fwd", lambda: callable(torch.cuda.amp.custom_fwd(without_grad)))
show("custom_fwd dtype", lambda: callable(torch.cuda.amp.custom_fwd(cast_inputs=torch.float32)(without_grad)))
show("GradScaler off", lambda: torch.cuda.amp.GradScaler(enabled=False).scale(x))
show("GradScaler state", lambda: torch.cuda.amp.GradScaler(enabled=False).state_dict())
show("GradScaler get_scale", lambda: torch.cuda.amp.GradScaler(enabled=False).get_scale())
show("GradScaler is_enabled", lambda: torch.cuda.amp.GradScaler(enabled=False).is_enabled())
show("checkpoint", lambda: cp.checkpoint(layer, g))
show("checkpoint reentrant", lambda: cp.checkpoint(layer, g, use_reentrant=True))
show("checkpoint not reentrant", lambda: cp.checkpoint(layer, x, use_reentrant=False))
show("checkpoint lambda", lambda: cp.checkpoint(lambda value, other: layer(value) + other, g, 1.0))
show("checkpoint tuple", lambda: cp.checkpoint(lambda value: (value, value * 2), g))
show("checkpoint no tensors", lambda: cp.checkpoint(lambda: layer(x), use_reentrant=False))
show("checkpoint_sequential", lambda: cp.checkpoint_sequential(torch.nn.Sequential(layer, torch.nn.ReLU()), 2, g))
show("device_count", lambda: isinstance(torch.cuda.device_count(), int))
show("empty_cache", lambda: torch.cuda.empty_cache())
show("reset peak", lambda: callable(torch.cuda.reset_peak_memory_stats))
show("manual_seed_all", lambda: torch.cuda.manual_seed_all(0))
show("cuda manual_seed", lambda: torch.cuda.manual_seed(0))
show("fork_rng", lambda: entered(torch.random.fork_rng(devices=[])))
show("cudnn", lambda: isinstance(torch.backends.cudnn.benchmark, bool))
show("cudnn deterministic", lambda: isinstance(torch.backends.cudnn.deterministic, bool))
show("cudnn enabled", lambda: torch.backends.cudnn.enabled)
show("tf32", lambda: isinstance(torch.backends.cuda.matmul.allow_tf32, bool))
show("cudnn flags", lambda: entered(torch.backends.cudnn.flags(enabled=False)))
show("distributed available", lambda: dist.is_available())
show("distributed initialized", lambda: dist.is_initialized())
show("ReduceOp", lambda: hasattr(dist.ReduceOp, "SUM"))
show("environment", lambda: callable(dist.init_process_group) and callable(dist.barrier))
show("DataLoader length", lambda: len(DataLoader(counted, batch_size=4)))
show("DataLoader drop_last", lambda: len(DataLoader(counted, batch_size=4, drop_last=True)))
show("DataLoader zero", lambda: DataLoader(counted, batch_size=0))
show("DataLoader negative workers", lambda: DataLoader(counted, num_workers=-1))
show("DataLoader attributes", lambda: (DataLoader(counted, 4).batch_size, DataLoader(counted).num_workers))
show("DataLoader dataset", lambda: DataLoader(counted).dataset is counted)
show("DataLoader prefetch", lambda: DataLoader(counted, prefetch_factor=4))
show("own dataset length", lambda: len(DataLoader(Numbers(7), 2)))
show("random_split", lambda: [len(part) for part in random_split(counted, [7, 3])])
show("random_split bad", lambda: random_split(counted, [7, 2]))
show("random_split fractions", lambda: [len(part) for part in random_split(counted, [0.5, 0.5])])
show("random_split generator", lambda: len(random_split(counted, [5, 5], generator=torch.Generator())[0]))
show("Subset", lambda: (len(Subset(counted, [1, 2])), Subset(counted, [1, 2])[0][0]))
show("ConcatDataset", lambda: len(ConcatDataset([counted, Numbers(3)])))
show("add datasets", lambda: len(counted + Numbers(2)))
show("TensorDataset item", lambda: counted[2])
show("TensorDataset mismatch", lambda: TensorDataset(torch.zeros(2), torch.zeros(3)))
show("RandomSampler", lambda: len(torch.utils.data.RandomSampler(counted)))
show("SequentialSampler", lambda: len(torch.utils.data.SequentialSampler(counted)))
show("BatchSampler", lambda: len(torch.utils.data.BatchSampler(torch.utils.data.SequentialSampler(counted), 3, False)))
show("SubsetRandomSampler", lambda: len(torch.utils.data.SubsetRandomSampler([1, 2, 3])))
show("WeightedRandomSampler", lambda: len(torch.utils.data.WeightedRandomSampler([0.5, 0.5], 6)))
show("sampler and shuffle", lambda: DataLoader(counted, shuffle=True, sampler=torch.utils.data.SequentialSampler(counted)))
show("DistributedSampler", lambda: len(torch.utils.data.distributed.DistributedSampler(counted, num_replicas=4, rank=0)))
show("worker info", lambda: torch.utils.data.get_worker_info())
show("Generator", lambda: torch.Generator().manual_seed(3) is not None)
show("Generator device", lambda: str(torch.Generator(device="cpu").device))
show("vector round trip", lambda: torch.nn.utils.parameters_to_vector(layer.parameters()))
show("nullcontext", lambda: entered(contextlib.nullcontext()))
show("set_default_dtype", lambda: torch.set_default_dtype(torch.float32))
show("set_printoptions", lambda: torch.set_printoptions(precision=4))
show("deterministic", lambda: torch.use_deterministic_algorithms(False))
show("num threads", lambda: torch.set_num_threads(1))
show("version parts", lambda: [part.isdigit() for part in torch.__version__.split(".")[:2]])
show("version cuda", lambda: torch.version.cuda is None or isinstance(torch.version.cuda, str))
show("onnx", lambda: torch.onnx.is_in_onnx_export())
show("DataParallel", lambda: torch.nn.DataParallel(layer).module is layer)
show("DataParallel names", lambda: [name for name, _ in torch.nn.DataParallel(layer).named_parameters()])
show("overrides", lambda: torch.overrides.has_torch_function((x,)))
show("_C", lambda: hasattr(torch, "_C"))
show("memory format", lambda: layer.to(memory_format=torch.channels_last).weight)
show("default generator", lambda: torch.default_generator is not None)
show("save and load", lambda: callable(torch.save) and callable(torch.load))
show("multiprocessing", lambda: callable(torch.multiprocessing.spawn))
show("tensorboard", lambda: hasattr(torch.utils, "data"))
