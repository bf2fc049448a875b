"""Fabric of Lightning (lightning/fabric, 2.4): the loop is the program's; what it is handed is placed, cast and wrapped."""
import contextlib

import _run
import _vramlint
import torch
from lightning.fabric.plugins import BitsandbytesPrecision, Precision
from lightning.fabric.strategies import chosen
from lightning.fabric.wrappers import FabricDataLoader, FabricModule, FabricOptimizer
from pytorch_lightning.parts import seed_everything
from pytorch_lightning.trainer import _making, _placing


class Fabric:
    def __init__(self, *, accelerator="auto", strategy="auto", devices="auto", num_nodes=1, precision=None, plugins=None,
                 callbacks=None, loggers=None):
        self.accelerator, self.strategy, self.precision = accelerator, strategy, precision
        self.gpus, self.devices = None, devices
        self.world_size = self.num_devices = _placing.device_count(self)
        given = plugins if isinstance(plugins, (list, tuple)) else [plugins]
        self.numbers = ([one for one in given if isinstance(one, Precision)] or [Precision(precision)])[0]
        self.strategy = chosen(strategy, self.num_devices, self.numbers)
        self.global_rank = self.local_rank = self.node_rank = 0
        self.is_global_zero = True
        self.device = torch.device("cuda", 0)
        self.loggers = list(loggers) if isinstance(loggers, (list, tuple)) else [] if loggers is None else [loggers]
        self.logger = self.loggers[0] if self.loggers else None
        self.sync_batchnorm = False
        self.scaler = torch.cuda.amp.GradScaler() if str(precision) in ("16", "16-mixed") else None
        if accelerator == "cpu":
            _vramlint.assume("Fabric is told to train on the CPU; what is said is what it takes on a GPU")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _run.unknown(f"what `{name}` of a Fabric is, is not described")

    def launch(self, function=None, *args, **options):
        return None if function is None else function(self, *args, **options)

    def setup_module(self, module, move_to_device=True, **options):
        _placing.refuse_spread(self)
        if isinstance(self.numbers, BitsandbytesPrecision):
            _vramlint.leave_open("weights that bitsandbytes packs when the Fabric sets a module up are counted as they were")
        whole = _making.whole_of(self.precision)
        if whole is not None:
            module.to(whole)
        if move_to_device:
            module.cuda()
        return FabricModule(self, module, _placing.spread(self, module))

    def setup_optimizers(self, *optimizers):
        made = tuple([FabricOptimizer(self, one) for one in optimizers])
        return made[0] if len(made) == 1 else made

    def setup(self, module, *optimizers, move_to_device=True, **options):
        wrapped = self.setup_module(module, move_to_device)
        return (wrapped, *[FabricOptimizer(self, one) for one in optimizers]) if optimizers else wrapped

    def setup_dataloaders(self, *dataloaders, use_distributed_sampler=True, move_to_device=True):
        made = [FabricDataLoader(one) if move_to_device else one for one in dataloaders]
        return made[0] if len(made) == 1 else made

    def backward(self, tensor, *args, model=None, **options):
        (tensor if self.scaler is None else self.scaler.scale(tensor)).backward(*args, **options)

    def clip_gradients(self, module, optimizer, clip_val=None, max_norm=None, norm_type=2.0, error_if_nonfinite=True):
        if self.scaler is not None:
            self.scaler.unscale_(getattr(optimizer, "optimizer", optimizer))
        if clip_val is not None:
            return torch.nn.utils.clip_grad_value_(module.parameters(), clip_val)
        return torch.nn.utils.clip_grad_norm_(module.parameters(), max_norm, norm_type)

    def autocast(self):
        half = _making.half_of(self.precision)
        return torch.autocast("cuda", dtype=half or torch.float16, enabled=half is not None)

    def _nothing(self, *args, **options):
        return contextlib.nullcontext()

    init_module = init_tensor = no_backward_sync = rank_zero_first = sharded_model = _nothing

    def to_device(self, obj):
        return obj.cuda() if isinstance(obj, torch.nn.Module) else _placing.moved(obj)

    def seed_everything(self, seed=None, workers=None, verbose=True):
        return seed_everything(seed, bool(workers))

    def broadcast(self, obj, src=0):
        return obj

    def all_gather(self, data, group=None, sync_grads=False):
        return torch.stack([data] * self.world_size) if self.world_size > 1 else data

    def all_reduce(self, data, group=None, reduce_op="mean"):
        return data

    def load(self, path, state=None, strict=True):
        return _run.unknown("what a checkpoint holds is not known")

    def _done(self, *args, **options):
        return None

    print = barrier = save = load_raw = log = log_dict = call = _done
