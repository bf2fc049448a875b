"""accelerate/accelerator.py, 1.0."""
import contextlib
import os

import _run
import _vramlint
import torch
from accelerate.state import AcceleratorState
from accelerate.utils import GradientAccumulationPlugin, ProjectConfiguration
from accelerate.wrappers import AcceleratedLoader, AcceleratedOptimizer, AcceleratedScheduler, in_float32
from pytorch_lightning.trainer import _placing

_HALVES = {"fp16": torch.float16, "bf16": torch.bfloat16}


class Accelerator:
    accelerator = strategy = devices = "auto"
    gpus = None

    def __init__(self, device_placement=True, split_batches=False, mixed_precision=None, gradient_accumulation_steps=1,
                 cpu=False, dataloader_config=None, deepspeed_plugin=None, fsdp_plugin=None, rng_types=None, log_with=None,
                 project_dir=None, project_config=None, gradient_accumulation_plugin=None, kwargs_handlers=None,
                 fp16=None, **options):
        if fp16:
            mixed_precision = "fp16"
        self.mixed_precision = mixed_precision or os.environ.get("ACCELERATE_MIXED_PRECISION", "no")
        self.state = AcceleratorState(mixed_precision=self.mixed_precision)
        self.num_devices = self.state.num_processes
        self.device_placement, self.split_batches = device_placement, split_batches
        plugin = gradient_accumulation_plugin or GradientAccumulationPlugin(gradient_accumulation_steps)
        self.gradient_accumulation_steps = plugin.num_steps
        self.project_configuration = project_config or ProjectConfiguration(project_dir=project_dir)
        self.scaler = torch.cuda.amp.GradScaler() if self.mixed_precision == "fp16" else None
        self.sync_gradients, self.step = True, 0
        self.trackers, self._models, self._optimizers, self._dataloaders, self._schedulers = [], [], [], [], []
        for plugin, name in ((deepspeed_plugin, "DeepSpeed"), (fsdp_plugin, "FSDP")):
            if plugin is not None:
                _vramlint.leave_open(f"what {name} does to the model in accelerate is not described")
        if cpu:
            _vramlint.assume("accelerate is told to train on the CPU; what is said is what it takes on a GPU")

    def __getattr__(self, name):
        if name.startswith("__") or name == "state":
            raise AttributeError(name)
        if hasattr(self.state, name):
            return getattr(self.state, name)
        return _run.unknown(f"what `{name}` of an Accelerator is, is not described")

    project_dir = property(lambda self: self.project_configuration.project_dir)
    logging_dir = property(lambda self: self.project_configuration.logging_dir)
    optimizer_step_was_skipped = False

    @property
    def native_amp(self):
        return self.mixed_precision in _HALVES

    def prepare(self, *objects, device_placement=None):
        made = tuple([self._prepared(one) for one in objects])
        return made[0] if len(made) == 1 else made

    def _prepared(self, one):
        if not _run.is_known(one):
            return one
        if isinstance(one, torch.utils.data.DataLoader):
            return self.prepare_data_loader(one)
        if isinstance(one, torch.nn.Module):
            return self.prepare_model(one)
        if isinstance(one, torch.optim.Optimizer):
            return self.prepare_optimizer(one)
        return self.prepare_scheduler(one) if hasattr(one, "step") and hasattr(one, "get_last_lr") else one

    def prepare_data_loader(self, data_loader, device_placement=None, slice_fn_for_dispatch=None):
        moves = self.device_placement if device_placement is None else device_placement
        self._dataloaders.append(AcceleratedLoader(self, data_loader, moves))
        return self._dataloaders[-1]

    def prepare_model(self, model, device_placement=None, evaluation_mode=False):
        if self.device_placement if device_placement is None else device_placement:
            model.to(self.device)
        if self.native_amp:
            inner = model.forward

            def forward(*args, **options):
                with self.autocast():
                    outputs = inner(*args, **options)
                return in_float32(outputs)

            model.__dict__.update(_original_forward=inner, forward=forward)
        if not evaluation_mode and any([parameter.requires_grad for parameter in model.parameters()]):
            model = _placing.spread(self, model)
        self._models.append(model)
        return model

    def prepare_optimizer(self, optimizer, device_placement=None):
        self._optimizers.append(AcceleratedOptimizer(self, optimizer))
        return self._optimizers[-1]

    def prepare_scheduler(self, scheduler):
        self._schedulers.append(AcceleratedScheduler(self, scheduler))
        return self._schedulers[-1]

    @contextlib.contextmanager
    def accumulate(self, *models):
        self.step += 1
        self.sync_gradients = self.step % self.gradient_accumulation_steps == 0
        yield

    def backward(self, loss, **options):
        loss = loss / self.gradient_accumulation_steps
        (loss if self.scaler is None else self.scaler.scale(loss)).backward(**options)

    def unscale_gradients(self, optimizer=None):
        if self.scaler is None:
            return
        for one in self._optimizers if optimizer is None else [optimizer]:
            self.scaler.unscale_(getattr(one, "optimizer", one))

    def clip_grad_norm_(self, parameters, max_norm, norm_type=2):
        self.unscale_gradients()
        return torch.nn.utils.clip_grad_norm_(parameters, max_norm, norm_type=norm_type)

    def clip_grad_value_(self, parameters, clip_value):
        self.unscale_gradients()
        torch.nn.utils.clip_grad_value_(parameters, clip_value)

    def autocast(self, autocast_handler=None):
        half = _HALVES.get(self.mixed_precision)
        return torch.autocast("cuda", dtype=half or torch.float16, enabled=half is not None)

    def unwrap_model(self, model, keep_fp32_wrapper=True, keep_torch_compile=True):
        return getattr(model, "module", model) if isinstance(model, torch.nn.parallel.DistributedDataParallel) else model

    def gather(self, tensor):
        several = self.num_processes > 1 and isinstance(tensor, torch.Tensor)
        return torch.cat([tensor.reshape(1) if tensor.dim() == 0 else tensor] * self.num_processes) if several else tensor

    gather_for_metrics = gather

    def reduce(self, tensor, reduction="sum", scale=1.0):
        return tensor

    def pad_across_processes(self, tensor, dim=0, pad_index=0, pad_first=False):
        return tensor

    def _nothing(self, *args, **options):
        return contextlib.nullcontext()

    no_sync = join_uneven_inputs = profile = _nothing

    def on_process(self, function=None, process_index=None):
        return function

    on_last_process = on_process

    def get_state_dict(self, model, unwrap=True):
        return model.state_dict()

    def skip_first_batches(self, dataloader, num_batches=0):
        return dataloader

    def free_memory(self, *objects):
        self._models, self._optimizers, self._dataloaders, self._schedulers, self.step = [], [], [], [], 0
        torch.cuda.empty_cache()
        return [None for _ in objects]

    clear = free_memory

    def check_trigger(self):
        return False

    def _done(self, *args, **options):
        return None

    print = init_trackers = log = log_images = end_training = save = save_state = load_state = save_model = _done
    register_for_checkpointing = register_save_state_pre_hook = register_load_state_pre_hook = set_trigger = _done
    wait_for_everyone = _done
