from torchvision.datasets import CocoCaptions, CocoDetection
