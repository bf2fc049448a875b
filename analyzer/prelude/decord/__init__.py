"""Videos that decord reads: their frames have three channels in bytes, one size in one file, and nobody knows how many."""
import _run
import vramlint_pictures
from decord import bridge  # noqa: F401
from numpy._array import made
from numpy._sizes import some

__version__ = "0.6.0"


class DECORDError(Exception):
    pass


class _Context:
    def __init__(self, device_id=0):
        self.device_id = device_id


cpu = gpu = _Context


class NDArray:
    """What decord's own arrays are before they are numpy's."""

    def __init__(self, shape, dtype):
        self.shape = shape
        self._dtype = dtype

    def asnumpy(self):
        return made(None, self.shape, self._dtype)


def _size(uri, width, height):
    known = vramlint_pictures.size_of(uri)
    if not _run.is_known(known[0]):
        known = some("the width of a video's frames is not known", 1), some("the height of a video's frames is not known", 1)
    return width if width > 0 else known[0], height if height > 0 else known[1]


class VideoReader:
    def __init__(self, uri, ctx=None, width=-1, height=-1, num_threads=0, fault_tol=-1):
        self._width, self._height = _size(uri, width, height)
        self._count = some("how many frames a video has is not known", 1)

    def _frames(self, *lead):
        return bridge.converted(NDArray(lead + (self._height, self._width, 3), "uint8"))

    def __len__(self):
        return self._count

    def __getitem__(self, index):
        return self._frames(len(range(len(self))[index])) if isinstance(index, slice) else self._frames()

    def next(self):
        return self._frames()

    def get_batch(self, indices):
        return self._frames(len(indices))

    def get_avg_fps(self):
        return _run.number("how many frames a second a video has is not known")

    def get_key_indices(self):
        return _run.unknown("which frames of a video are key frames is not known")

    def get_frame_timestamp(self, indices):
        return made(None, (len(indices), 2), "float32")

    def _nothing(self, *args):
        return None

    seek = seek_accurate = skip_frames = _nothing
