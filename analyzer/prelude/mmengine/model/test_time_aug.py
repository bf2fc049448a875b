from mmengine.model.base_model import BaseModel
from mmengine.registry import MODELS
from torch import nn


class BaseTTAModel(BaseModel):
    def __init__(self, module, data_preprocessor=None):
        super().__init__(data_preprocessor=data_preprocessor)
        self.module = module if isinstance(module, nn.Module) else MODELS.build(module)
        assert hasattr(self.module, "test_step"), "Model wrapped by BaseTTAModel must implement `test_step`!"

    def merge_preds(self, data_samples_list):
        raise NotImplementedError

    def test_step(self, data):
        listed = [dict(zip(data, values)) for values in zip(*data.values())] if isinstance(data, dict) else list(zip(*data))
        return self.merge_preds(list(zip(*[self.module.test_step(each) for each in listed])))

    def forward(self, inputs, data_samples=None, mode="tensor"):
        raise NotImplementedError("`BaseTTAModel` can only be used by `test_step`")
