"""Images: their pixels are data, which is not modelled."""
from vramlint_openmmlab.bases import tensor2imgs

_names = ("imread imwrite imfrombytes use_backend imresize imrescale imflip imflip_ imcrop impad impad_to_multiple imrotate "
          "imshear imtranslate imresize_like imresize_to_multiple imrescale_to_multiple rescale_size cutout imnormalize "
          "imnormalize_ imdenormalize iminvert posterize solarize adjust_brightness adjust_color adjust_contrast "
          "adjust_hue adjust_lighting adjust_sharpness auto_contrast clahe imequalize lut_transform bgr2gray bgr2hls bgr2hsv "
          "bgr2rgb bgr2ycbcr gray2bgr gray2rgb hls2bgr hsv2bgr imconvert rgb2bgr rgb2gray rgb2ycbcr ycbcr2bgr ycbcr2rgb").split()
__all__ = _names + ["tensor2imgs"]


def __getattr__(name):
    if name not in _names:
        raise AttributeError(f"module 'mmcv.image' has no attribute '{name}'")

    def work(*args, **options):
        import _vramlint
        return _vramlint.unknown(f"mmcv.{name}: pixels are not modelled")

    return work
