"""pycocotools 2.0.8: annotations of pictures. Where their file is not at hand they are taken to be like COCO's."""
