"""lvis 0.5.3: annotations of COCO's pictures with many more categories."""
from collections import defaultdict

from pycocotools.coco import _read


class LVIS:
    def __init__(self, annotation_path):
        self.dataset = _read(annotation_path)
        self.imgs = {image["id"]: {"coco_url": "train2017/" + image["file_name"], **image} for image in self.dataset["images"]}
        self.cats = {category["id"]: category for category in self.dataset["categories"]}
        self.anns = {annotation["id"]: annotation for annotation in self.dataset["annotations"]}
        self.img_ann_map = defaultdict(list)
        for annotation in self.dataset["annotations"]:
            self.img_ann_map[annotation["image_id"]].append(annotation)

    def get_cat_ids(self):
        return list(self.cats)

    def get_img_ids(self):
        return list(self.imgs)

    def get_ann_ids(self, img_ids=None, cat_ids=None, area_rng=None):
        return list(self.anns)

    def load_anns(self, ids=None):
        return [self.anns[each] for each in (self.anns if ids is None else ids)]

    def load_cats(self, ids):
        return [self.cats[each] for each in (self.cats if ids is None else ids)]

    def load_imgs(self, ids):
        return [self.imgs[each] for each in (self.imgs if ids is None else ids)]
