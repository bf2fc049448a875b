from torch.nn import Module


class OptimizedModule(Module):
    pass
