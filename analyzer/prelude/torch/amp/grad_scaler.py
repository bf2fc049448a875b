# Loss scaling as torch/amp/grad_scaler.py has it (1.13 to 2.7): scale and growth tracker stay on the device, one number
# each; gradients are unscaled in place, and what says whether they are finite lives until update().
import _vramlint


class GradScaler:
    def __init__(self, device="cuda", init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True):
        self._device = device
        self._enabled = enabled
        self._init_scale = init_scale
        self._growth_factor = growth_factor
        self._backoff_factor = backoff_factor
        self._growth_interval = growth_interval
        self._scale = self._growth_tracker = None
        self._found_inf = {}

    def _lazy_init(self):
        if self._scale is None:
            self._scale = _vramlint.op("full", (), self._init_scale, dtype=_vramlint.dtype_float32, device=self._device)
            self._growth_tracker = _vramlint.op("full", (), 0, dtype=_vramlint.dtype_int32, device=self._device)

    def scale(self, outputs):
        if not self._enabled:
            return outputs
        self._lazy_init()
        if _vramlint.is_known(outputs) and isinstance(outputs, (list, tuple)):
            return type(outputs)([self.scale(output) for output in outputs])
        return outputs * self._scale

    def unscale_(self, optimizer):
        if not self._enabled:
            return
        self._lazy_init()
        inverse = self._scale.double().reciprocal().float()
        self._found_inf[id(optimizer)] = _vramlint.op("full", (), 0.0, dtype=_vramlint.dtype_float32, device=self._device)

    def step(self, optimizer, *args, **kwargs):
        if self._enabled and id(optimizer) not in self._found_inf:
            self.unscale_(optimizer)
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        self._found_inf = {}

    def get_scale(self):
        return self._init_scale if self._enabled else 1.0

    def get_growth_factor(self):
        return self._growth_factor

    def get_backoff_factor(self):
        return self._backoff_factor

    def get_growth_interval(self):
        return self._growth_interval

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        return {"scale": self.get_scale()} if self._enabled else {}

    def load_state_dict(self, state_dict):
        return None
