from torch import nn


def apply_chunking_to_forward(forward_fn, chunk_size, chunk_dim, *tensors):
    import torch
    assert len(tensors) > 0, f"{tensors} has to be a tuple/list of tensors"
    if not chunk_size:
        return forward_fn(*tensors)
    count = tensors[0].shape[chunk_dim] // chunk_size
    parts = zip(*[tensor.chunk(count, dim=chunk_dim) for tensor in tensors])
    return torch.cat([forward_fn(*part) for part in parts], dim=chunk_dim)


class PreTrainedModel(nn.Module):
    def __init__(self, config, *inputs, **kwargs):
        super().__init__()
        self.config = config

    @classmethod
    def from_pretrained(cls, name, *args, config=None, **options):
        """Weights are values: they change no size."""
        return cls(cls.config_class.from_pretrained(name) if config is None else config, *args, **options)

    def post_init(self):
        return None

    def get_extended_attention_mask(self, attention_mask, input_shape, device=None, dtype=None):
        """0 where a word is attended to, else the lowest number there is, for every head."""
        import torch
        kind = next(self.parameters()).dtype if dtype is None else dtype
        shown = attention_mask[:, None, :, :] if attention_mask.dim() == 3 else attention_mask[:, None, None, :]
        return (1.0 - shown.to(dtype=kind)) * torch.finfo(kind).min
