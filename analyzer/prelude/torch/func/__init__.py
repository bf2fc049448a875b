from torch.nn.utils.stateless import functional_call
