import itertools
import json
import os
from collections import defaultdict

import _vramlint

from pycocotools import _typical


def _read(file):
    there = os.path.isfile(file) if _vramlint.is_known(file) else file
    if _vramlint.is_known(there) and there:
        with open(file) as opened:
            return json.load(opened)
    return _typical.made(file)


def _listed(given):
    return list(given) if isinstance(given, (list, tuple)) else [given]


class COCO:
    def __init__(self, annotation_file=None):
        self.dataset, self.anns, self.cats, self.imgs = {}, {}, {}, {}
        self.imgToAnns, self.catToImgs = defaultdict(list), defaultdict(list)
        if not _vramlint.is_known(annotation_file) or annotation_file is not None:
            self.dataset = _read(annotation_file)
            self.createIndex()

    def createIndex(self):
        for image in self.dataset.get("images", []):
            self.imgs[image["id"]] = image
        for category in self.dataset.get("categories", []):
            self.cats[category["id"]] = category
        for annotation in self.dataset.get("annotations", []):
            self.anns[annotation["id"]] = annotation
            self.imgToAnns[annotation["image_id"]].append(annotation)
            if "category_id" in annotation:
                self.catToImgs[annotation["category_id"]].append(annotation["image_id"])

    def info(self):
        return None

    def getAnnIds(self, imgIds=[], catIds=[], areaRng=[], iscrowd=None):
        images, categories = _listed(imgIds), _listed(catIds)
        found = list(itertools.chain(*[self.imgToAnns[image] for image in images])) if images else list(self.anns.values())
        return [each["id"] for each in found if (not categories or each["category_id"] in categories)
                and (iscrowd is None or each["iscrowd"] == iscrowd)]

    def getCatIds(self, catNms=[], supNms=[], catIds=[]):
        names, numbers = _listed(catNms), _listed(catIds)
        return [each["id"] for each in self.cats.values() if (not names or each["name"] in names)
                and (not numbers or each["id"] in numbers)]

    def getImgIds(self, imgIds=[], catIds=[]):
        found = set(_listed(imgIds)) if imgIds else set(self.imgs)
        for category in _listed(catIds):
            found = found & set(self.catToImgs[category])
        return list(found)

    def loadAnns(self, ids=[]):
        return [self.anns[each] for each in _listed(ids)]

    def loadCats(self, ids=[]):
        return [self.cats[each] for each in _listed(ids)]

    def loadImgs(self, ids=[]):
        return [self.imgs[each] for each in _listed(ids)]

    def loadRes(self, resFile):
        return COCO()

    def showAnns(self, anns, draw_bbox=False):
        return None

    def annToRLE(self, ann):
        image = self.imgs[ann["image_id"]]
        return {"size": [image["height"], image["width"]], "counts": b""}

    def annToMask(self, ann):
        from pycocotools import mask

        return mask.decode(self.annToRLE(ann))
