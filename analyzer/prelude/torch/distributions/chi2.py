from torch.distributions.gamma import Chi2
