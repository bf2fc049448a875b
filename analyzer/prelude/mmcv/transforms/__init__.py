"""2.x: steps of a data pipeline. A batch is made from the config; these are named, registered and inherited from."""
from mmcv._line import require_new
from vramlint_openmmlab.homes import Inert, stand_ins

require_new(__name__)
from mmengine.dataset import Compose  # noqa: E402
from mmengine.registry import TRANSFORMS  # noqa: E402


class BaseTransform(Inert):
    def __call__(self, results):
        return self.transform(results)

    def transform(self, results):
        raise NotImplementedError


_known, __getattr__ = stand_ins(
    __name__, "LoadImageFromFile LoadAnnotations KeyMapper TransformBroadcaster RandomChoice RandomApply Normalize "
              "Resize Pad ToTensor ImageToTensor CenterCrop RandomGrayscale MultiScaleFlipAug TestTimeAug "
              "RandomChoiceResize RandomFlip RandomResize", BaseTransform)
__all__ = _known + ["BaseTransform", "Compose", "TRANSFORMS", "to_tensor"]
TRANSFORMS.later({name: f"mmcv.transforms:{name}" for name in _known})
TRANSFORMS.later({"Compose": "mmengine.dataset:Compose"})


def to_tensor(data):
    import torch
    return data if isinstance(data, torch.Tensor) else torch.tensor(data)
