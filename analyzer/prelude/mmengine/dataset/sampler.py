from mmengine.dataset import DefaultSampler, InfiniteSampler
