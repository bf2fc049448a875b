"""What a file of annotations holds that is not at hand. Sizes that the step has are those of the fullest picture."""
import os

import _run
import _vramlint
import vramlint_pictures
from vramlint_openmmlab.samples import boxes_most
from vramlint_pictures import HEIGHT, NAME, WIDTH

# The numbers of COCO's 80 categories are 1 to 90 but for these (cocodataset.org, instances_train2017.json).
_LEFT_OUT = (12, 26, 29, 30, 45, 66, 68, 69, 71, 83)


def _annotation(number, category, is_person):
    made = {"id": number, "image_id": 1, "category_id": category, "iscrowd": 0, "area": _number("area"),
            "bbox": [_number("box") for _ in range(4)], "segmentation": [[_number("polygon") for _ in range(8)]]}
    if is_person:
        made["keypoints"] = [_number("keypoint") if at % 3 < 2 else 2 for at in range(51)]  # 2: it is seen
        made["num_keypoints"] = 17
    return made


def _caption(number):
    return {"id": number, "image_id": 1, "caption": _run.text("what a caption says only the data tells")}


def _number(what):
    return _run.number(f"where a {what} is depends on the data")


def _picture():
    for kind in (".jpg", ".png"):
        vramlint_pictures.know(NAME + kind, WIDTH, HEIGHT)
    return {"id": 1, "file_name": NAME + ".jpg", "width": WIDTH, "height": HEIGHT}


_CAPTIONS = 5  # of a picture (cocodataset.org, captions_train2017.json)
stands_in = False  # for a file that is not at hand


def made(file):
    global stands_in
    stands_in = True
    name = os.path.basename(file) if _vramlint.is_known(file) else ""
    if "caption" in name:
        _vramlint.assume(f"`{name}` is not at hand: its pictures are taken to be {WIDTH} x {HEIGHT}")
        return {"info": {}, "images": [_picture()], "annotations": [_caption(number) for number in range(1, _CAPTIONS + 1)]}
    is_person = "keypoints" in name
    _vramlint.assume(
        f"`{name}` is not at hand: its pictures are taken to be {WIDTH} x {HEIGHT}, with {boxes_most} objects, as many as "
        "one of COCO has at most")
    numbers = [1] if is_person else [number for number in range(1, 91) if number not in _LEFT_OUT]
    return {
        "info": {},
        "images": [_picture()],
        "annotations": [_annotation(number, 1, is_person) for number in range(1, boxes_most + 1)],
        "categories": [{"id": number, "name": _run.unknown("what a category is called only the data tells"),
                        "supercategory": ""} for number in numbers],
    }
