"""What stands around an optimizer: accumulation, clipping, loss scaling."""
import contextlib

import torch


class BaseOptimWrapper:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    @property
    def param_groups(self):
        return self.optimizer.param_groups

    @property
    def defaults(self):
        return self.optimizer.defaults

    def state_dict(self):
        return self.optimizer.state_dict()

    def load_state_dict(self, state_dict):
        self.optimizer.load_state_dict(state_dict)

    def get_lr(self):
        return {"lr": [group["lr"] for group in self.param_groups]}

    def get_momentum(self):
        return {"momentum": [group.get("momentum", 0) for group in self.param_groups]}


class OptimWrapper(BaseOptimWrapper):
    def __init__(self, optimizer, accumulative_counts=1, clip_grad=None):
        assert accumulative_counts > 0, "_accumulative_counts at least greater than or equal to 1"
        super().__init__(optimizer)
        self._accumulative_counts = accumulative_counts
        self._inner_count = 0
        self._max_counts = -1
        self._remainder_counts = -1
        self.clip_grad_kwargs = None
        if clip_grad is not None:
            self._read_clipping(clip_grad)

    def _read_clipping(self, clip_grad):
        assert isinstance(clip_grad, dict) and clip_grad, \
            ("If `clip_grad` is not None, it should be a `dict` which is the arguments of `torch.nn.utils.clip_grad_norm_` or "
             "clip_grad_value_`.")
        options = dict(clip_grad)
        kind = options.pop("type", "norm")
        if kind not in ("norm", "value"):
            raise ValueError(f'type of clip_grad should be "norm" or "value" but got {kind}')
        self.clip_func = torch.nn.utils.clip_grad_norm_ if kind == "norm" else torch.nn.utils.clip_grad_value_
        self.grad_name = "grad_" + kind
        assert options, "`clip_grad` should contain other arguments besides `type`."
        self.clip_grad_kwargs = options

    def update_params(self, loss, step_kwargs=None, zero_kwargs=None):
        loss = self.scale_loss(loss)
        self.backward(loss)
        if self.should_update():
            self.step(**(step_kwargs or {}))
            self.zero_grad(**(zero_kwargs or {}))

    def backward(self, loss, **kwargs):
        loss.backward(**kwargs)
        self._inner_count += 1

    def zero_grad(self, **kwargs):
        self.optimizer.zero_grad(**kwargs)

    def step(self, **kwargs):
        if self.clip_grad_kwargs:
            self._clip_grad()
        self.optimizer.step(**kwargs)

    def optim_context(self, model):
        if not self.should_sync() and hasattr(model, "no_sync"):
            return model.no_sync()
        return contextlib.nullcontext()

    def _clip_grad(self):
        params = [param for group in self.param_groups for param in group["params"]
                  if param.requires_grad and param.grad is not None]
        if params:
            self.clip_func(params, **self.clip_grad_kwargs)

    def initialize_count_status(self, model, init_counts, max_counts):
        self._inner_count = init_counts
        self._max_counts = max_counts
        self._remainder_counts = max_counts % self._accumulative_counts

    def should_update(self):
        return self._inner_count % self._accumulative_counts == 0 or self._inner_count == self._max_counts

    def should_sync(self):
        return (self._inner_count + 1) % self._accumulative_counts == 0 or self._inner_count + 1 == self._max_counts

    def scale_loss(self, loss):
        if self._accumulative_counts == 1:
            return loss / 1
        whole = self._max_counts == -1 or self._inner_count < self._max_counts - self._remainder_counts
        factor = self._accumulative_counts if whole else self._remainder_counts
        assert factor > 0, "loss_factor should be larger than zero!"
        return loss / factor

    @property
    def inner_count(self):
        return self._inner_count


class AmpOptimWrapper(OptimWrapper):
    valid_dtypes = ("float16", "bfloat16", "float32", "float64")

    def __init__(self, loss_scale="dynamic", dtype=None, use_fsdp=False, **kwargs):
        super().__init__(**kwargs)
        from torch.cuda.amp import GradScaler
        self._scale_update_param = None
        if loss_scale == "dynamic":
            self.loss_scaler = GradScaler()
        elif isinstance(loss_scale, float):
            self._scale_update_param = loss_scale
            self.loss_scaler = GradScaler(init_scale=loss_scale)
        elif isinstance(loss_scale, dict):
            self.loss_scaler = GradScaler(**loss_scale)
        else:
            raise TypeError(f'loss_scale must be of type float, dict, or "dynamic", but got {loss_scale}')
        if isinstance(dtype, str):
            assert dtype in self.valid_dtypes, f"dtype should be any of {self.valid_dtypes}, got {dtype}"
            dtype = getattr(torch, dtype)
        assert dtype is None or isinstance(dtype, torch.dtype), \
            f"dtype should be None or instance of torch.dtype, got {dtype}"
        self.cast_dtype = dtype

    def backward(self, loss, **kwargs):
        self.loss_scaler.scale(loss).backward(**kwargs)
        self._inner_count += 1

    def step(self, **kwargs):
        if self.clip_grad_kwargs:
            self.loss_scaler.unscale_(self.optimizer)
            self._clip_grad()
        self.loss_scaler.step(self.optimizer, **kwargs)
        self.loss_scaler.update(self._scale_update_param)

    def optim_context(self, model):
        from mmengine.runner.amp import autocast
        made = contextlib.ExitStack()
        made.enter_context(super().optim_context(model))
        made.enter_context(autocast(dtype=self.cast_dtype))
        return made


class ApexOptimWrapper(OptimWrapper):
    def __init__(self, *args, **options):
        import _vramlint
        _vramlint.unsupported("ApexOptimWrapper is not modelled: apex has its own mixed precision")


class OptimWrapperDict(OptimWrapper):
    def __init__(self, **optim_wrapper_dict):
        for name, value in optim_wrapper_dict.items():
            assert isinstance(value, OptimWrapper), f"`OptimWrapperDict` only accept OptimWrapper instance, but got {name}: {type(value)}"
        self.optim_wrappers = optim_wrapper_dict

    def update_params(self, loss, step_kwargs=None, zero_kwargs=None):
        raise NotImplementedError("`update_params` should be called by each optimizer in `OptimWrapperDict`")

    backward = step = zero_grad = update_params

    def optim_context(self, model):
        raise NotImplementedError("`optim_context` should be called by each optimizer separately")

    def __getitem__(self, key):
        return self.optim_wrappers[key]

    def __contains__(self, key):
        return key in self.optim_wrappers

    def __len__(self):
        return len(self.optim_wrappers)

    def keys(self):
        return self.optim_wrappers.keys()

    def values(self):
        return self.optim_wrappers.values()

    def items(self):
        return self.optim_wrappers.items()


class ZeroRedundancyOptimizer:
    def __init__(self, *args, **options):
        import _vramlint
        _vramlint.unsupported("ZeroRedundancyOptimizer is not modelled")
