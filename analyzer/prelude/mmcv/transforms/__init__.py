"""2.x: steps of a data pipeline. A batch is made from the config; these are named, registered and inherited from."""
from mmcv._line import require_new
from vramlint_openmmlab.homes import Inert, spread, stand_ins

require_new(__name__)
from mmengine.dataset import Compose  # noqa: E402
from mmengine.registry import TRANSFORMS  # noqa: E402


class BaseTransform(Inert):
    def __call__(self, results):
        return self.transform(results)

    def transform(self, results):
        raise NotImplementedError


_inert, _stand_in = stand_ins(
    __name__, "LoadImageFromFile LoadAnnotations TransformBroadcaster RandomChoice RandomApply Normalize "
              "Resize Pad ToTensor ImageToTensor CenterCrop RandomGrayscale MultiScaleFlipAug TestTimeAug "
              "RandomChoiceResize RandomFlip RandomResize", BaseTransform)
_described, _find = spread(__name__, {"vramlint_openmmlab.mapping": "KeyMapper"})
_known = _inert + _described
__all__ = _known + ["BaseTransform", "Compose", "TRANSFORMS", "to_tensor"]
TRANSFORMS.later({name: f"mmcv.transforms:{name}" for name in _known})
TRANSFORMS.later({"Compose": "mmengine.dataset:Compose"})


def __getattr__(name):
    return _find(name) if name in _described else _stand_in(name)


def to_tensor(data):
    import numpy
    import torch

    if isinstance(data, torch.Tensor):
        return data
    if isinstance(data, numpy.ndarray):
        return torch.from_numpy(data)
    if isinstance(data, int):
        return torch.LongTensor([data])
    return torch.FloatTensor([data]) if isinstance(data, float) else torch.tensor(data)
