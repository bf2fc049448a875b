from torch.nn.init import trunc_normal_
