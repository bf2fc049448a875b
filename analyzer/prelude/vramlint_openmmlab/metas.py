"""What the steps of a pipeline say of an image beside it."""
import _run
import _vramlint
import numpy


def meta(height, width, number):
    shape = (height, width, 3)
    return dict(
        filename=f"{number}.jpg",
        ori_filename=f"{number}.jpg",
        ori_shape=shape,
        img_shape=shape,
        pad_shape=shape,
        batch_input_shape=(height, width),
        scale_factor=1.0,
        flip=False,
        flip_direction="horizontal",
    )


def told(steps, known):
    """With what the pipeline's last step is to tell besides: of that nothing is known but what `data:` says."""
    for step in steps:
        for name in step.get("meta_keys") or ():
            if name not in known:
                known[name] = _stated(name)
    return known


def _stated(name):
    for pattern, kind, sizes in _run.stated_data():
        if pattern == name:
            return numpy.zeros(sizes, kind)
    why = f"what `{name}` says of an image is not known; `data: {{{name}: \"float32[3, 3]\"}}` tells its type and sizes"
    return _vramlint.unknown(why)


def known_size(height, width, number):
    """What mmengine's line says of an image."""
    shape = dict(img_shape=(height, width), ori_shape=(height, width), pad_shape=(height, width),
                 batch_input_shape=(height, width), scale_factor=(1.0, 1.0))
    return {**meta(height, width, number), **shape}
