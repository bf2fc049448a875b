def _draw(*args, **options):
    return None


imshow = imshow_bboxes = imshow_det_bboxes = flowshow = _draw


def color_val(color):
    return color
