"""What mmcv 1.x and mmengine have in common; each gives these names from where its users look for them."""
