from mmengine.model.base_model.base_model import run_forward as _run_forward
from mmengine.registry import MODEL_WRAPPERS
from torch.nn.parallel import DistributedDataParallel


class MMDistributedDataParallel(DistributedDataParallel):
    def __init__(self, module, detect_anomalous_params=False, **kwargs):
        super().__init__(module=module, **kwargs)
        self.detect_anomalous_params = detect_anomalous_params

    def train_step(self, data, optim_wrapper):
        with optim_wrapper.optim_context(self):
            data = self.module.data_preprocessor(data, training=True)
            losses = self._run_forward(data, mode="loss")
        parsed_loss, log_vars = self.module.parse_losses(losses)
        optim_wrapper.update_params(parsed_loss)
        return log_vars

    def val_step(self, data):
        return self.module.val_step(data)

    def test_step(self, data):
        return self.module.test_step(data)

    def _run_forward(self, data, mode):
        return _run_forward(self, data, mode)


class MMSeparateDistributedDataParallel(DistributedDataParallel):
    def __init__(self, module, broadcast_buffers=False, find_unused_parameters=False, **kwargs):
        super().__init__(module=module, **kwargs)

    def train_step(self, data, optim_wrapper):
        return self.module.train_step(data, optim_wrapper)

    def val_step(self, data):
        return self.module.val_step(data)

    def test_step(self, data):
        return self.module.test_step(data)


class MMFullyShardedDataParallel:
    def __init__(self, *args, **options):
        import _vramlint
        _vramlint.unsupported("MMFullyShardedDataParallel is not modelled")


def is_model_wrapper(model, registry=MODEL_WRAPPERS):
    if isinstance(model, tuple(registry.module_dict.values())):
        return True
    return any([is_model_wrapper(model, child) for child in registry.children.values()])
