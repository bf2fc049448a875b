"""Albumentations: what transforms make of the sizes and types of pictures."""
from albumentations._base import (
    BasicTransform, BboxParams, Compose, DualTransform, ImageOnlyTransform, KeypointParams, Lambda, NoOp, OneOf, OneOrOther,
    ReplayCompose, Sequential, SomeOf, made,
)
from albumentations._sizes import (
    BBoxSafeRandomCrop, CenterCrop, Crop, CropAndPad, CropNonEmptyMaskIfExists, D4, LongestMaxSize, PadIfNeeded, RandomCrop,
    RandomCropFromBorders, RandomCropNearBBox, RandomResizedCrop, RandomRotate90, RandomScale, RandomSizedBBoxSafeCrop,
    RandomSizedCrop, Resize, Rotate, SmallestMaxSize, Transpose,
)

__version__ = "1.4.18"
BaseCompose = Compose

# What leaves the sizes alone, of pictures and masks and of pictures only.
_DUAL = ("HorizontalFlip VerticalFlip Flip ShiftScaleRotate Affine Perspective ElasticTransform GridDistortion "
         "OpticalDistortion PiecewiseAffine SafeRotate CoarseDropout GridDropout MaskDropout RandomGridShuffle "
         "PixelDropout IAAAffine IAAPerspective IAAPiecewiseAffine IAAFliplr IAAFlipud GridElasticDeform "
         "XYMasking").split()
_ONLY = ("Blur GaussianBlur MedianBlur MotionBlur GlassBlur AdvancedBlur Defocus ZoomBlur GaussNoise ISONoise "
         "MultiplicativeNoise RandomBrightness RandomContrast RandomBrightnessContrast RandomGamma "
         "HueSaturationValue RGBShift ColorJitter CLAHE ChannelShuffle ChannelDropout InvertImg Solarize "
         "Posterize Equalize ToSepia ImageCompression JpegCompression Downscale Sharpen Emboss UnsharpMask "
         "Superpixels RandomShadow RandomFog RandomRain RandomSnow RandomSunFlare RandomToneCurve FancyPCA "
         "RingingOvershoot Spatter Cutout HistogramMatching FDA PixelDistributionAdaptation TemplateTransform "
         "ChromaticAberration PlanckianJitter RandomGravel ToRGB IAAAdditiveGaussianNoise IAASharpen IAAEmboss "
         "ToGray").split()
for _names, _base in ((_DUAL, DualTransform), (_ONLY, ImageOnlyTransform)):
    globals().update({_name: type(_name, (_base,), {}) for _name in _names})


class _OfType(ImageOnlyTransform):
    _type = "float32"

    def apply(self, img, **params):
        return made(None, img.shape_, self._type)


class Normalize(_OfType):
    pass


class ToFloat(_OfType):
    pass


class FromFloat(_OfType):
    def _is_made(self, dtype="uint16", *args, **options):
        self._type = str(dtype)


def to_dict(transform, on_not_implemented_error="raise"):
    return {}


def save(*args, **options):
    return None
