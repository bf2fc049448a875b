"""Every network by its builder's name; the file that has it is read when it is asked for."""
__installed_first__ = True

import _vramlint

from torchvision.models._builders import Weights, get_model, list_models

_HOMES = {
    "_alexnet": "AlexNet alexnet",
    "convnext": "ConvNeXt convnext_tiny convnext_small convnext_base convnext_large",
    "densenet": "DenseNet densenet121 densenet161 densenet169 densenet201",
    "efficientnet": "EfficientNet efficientnet_b0 efficientnet_b1 efficientnet_b2 efficientnet_b3 efficientnet_b4 "
    "efficientnet_b5 efficientnet_b6 efficientnet_b7 efficientnet_v2_s efficientnet_v2_m efficientnet_v2_l",
    "mobilenetv2": "MobileNetV2 mobilenet_v2",
    "mobilenetv3": "MobileNetV3 mobilenet_v3_large mobilenet_v3_small",
    "resnet": "ResNet BasicBlock Bottleneck resnet18 resnet34 resnet50 resnet101 resnet152 resnext50_32x4d "
    "resnext101_32x8d resnext101_64x4d wide_resnet50_2 wide_resnet101_2",
    "squeezenet": "SqueezeNet squeezenet1_0 squeezenet1_1",
    "swin_transformer": "SwinTransformer swin_t swin_s swin_b",
    "vgg": "VGG vgg11 vgg11_bn vgg13 vgg13_bn vgg16 vgg16_bn vgg19 vgg19_bn",
    "vision_transformer": "VisionTransformer vit_b_16 vit_b_32 vit_l_16 vit_l_32 vit_h_14",
}


def _builder(home, name):
    def build(*args, **options):
        return getattr(__import__("torchvision.models." + home, None, None, ["*"]), name)(*args, **options)

    build.__name__ = name
    return build


# Programs look for builders in the module's own dict.
for _home, _names in _HOMES.items():
    for _name in _names.split():
        if _name.islower():
            globals()[_name] = _builder(_home, _name)


def __getattr__(name):
    if name.endswith("_Weights"):
        return Weights(name)
    for home, names in _HOMES.items():
        if name == home or name in names.split():
            module = __import__("torchvision.models." + home, None, None, ["*"])
            return module if name == home else getattr(module, name)
    if name.startswith("_"):
        raise AttributeError(f"module 'torchvision.models' has no attribute '{name}'")
    return _vramlint.unknown(f"torchvision.models.{name} is not modelled")
