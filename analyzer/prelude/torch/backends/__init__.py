from torch.backends import cuda, cudnn, mps
