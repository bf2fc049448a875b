"""Masks of one byte a pixel, and what they are packed into."""
import _run
import numpy as np
from numpy._array import made


def encode(bimask):
    size = [bimask.shape[0], bimask.shape[1]]
    if bimask.ndim == 2:
        return {"size": size, "counts": b""}
    return [{"size": size, "counts": b""} for _ in range(bimask.shape[2])]


def decode(rleObjs):
    if isinstance(rleObjs, list):
        return made(None, (*rleObjs[0]["size"], len(rleObjs)), "uint8")
    return made(None, rleObjs["size"], "uint8")


def frPyObjects(pyobj, h, w):
    if isinstance(pyobj, dict):
        return {"size": [h, w], "counts": b""}
    return [{"size": [h, w], "counts": b""} for _ in pyobj]


def merge(rleObjs, intersect=False):
    return rleObjs[0]


def area(rleObjs):
    if isinstance(rleObjs, list):
        return np.zeros(len(rleObjs), dtype=np.uint32)
    return _run.number("how large a mask is depends on the data")


def toBbox(rleObjs):
    return np.zeros((len(rleObjs), 4) if isinstance(rleObjs, list) else 4)


def iou(dt, gt, pyiscrowd):
    return np.zeros((len(dt), len(gt)))
