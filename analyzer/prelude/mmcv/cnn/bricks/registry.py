"""The registries of layers that 1.x has; 2.x has them all in mmengine's MODELS."""
from mmcv._line import require_old
from mmcv.utils.registry import Registry
from vramlint_openmmlab.bricks import LAYERS as _layers, OPS as _ops

require_old(__name__)


def _made(kind):
    registry = Registry(kind, scope="mmcv")
    registry.later(_layers[kind])
    return registry


CONV_LAYERS = _made("conv layer")
NORM_LAYERS = _made("norm layer")
ACTIVATION_LAYERS = _made("activation layer")
PADDING_LAYERS = _made("padding layer")
UPSAMPLE_LAYERS = _made("upsample layer")
PLUGIN_LAYERS = _made("plugin layer")
DROPOUT_LAYERS = _made("drop out layers")
POSITIONAL_ENCODING = _made("position encoding")
ATTENTION = _made("attention")
FEEDFORWARD_NETWORK = _made("feed-forward Network")
TRANSFORMER_LAYER = _made("transformerLayer")
TRANSFORMER_LAYER_SEQUENCE = _made("transformer-layers sequence")

CONV_LAYERS.later({name: home for name, home in _ops.items() if name != "MMSyncBN"})
NORM_LAYERS.later({"MMSyncBN": _ops["MMSyncBN"]})
