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
    base_model_prefix = ""

    def __init__(self, config, *inputs, **kwargs):
        super().__init__()
        self.config = config

    @classmethod
    def from_pretrained(cls, name, *args, config=None, **options):
        """Weights are values: they change no size."""
        return cls(cls.config_class.from_pretrained(name) if config is None else config, *args, **options)

    @property
    def dtype(self):
        return next(self.parameters()).dtype

    @property
    def device(self):
        return next(self.parameters()).device

    @property
    def base_model(self):
        return getattr(self, self.base_model_prefix, self)

    def post_init(self):
        self.init_weights()

    def init_weights(self):
        self.tie_weights()

    def get_input_embeddings(self):
        if self.base_model is self:
            raise NotImplementedError
        return self.base_model.get_input_embeddings()

    def set_input_embeddings(self, value):
        if self.base_model is self:
            raise NotImplementedError
        self.base_model.set_input_embeddings(value)

    def get_output_embeddings(self):
        return None

    def tie_weights(self):
        output = self.get_output_embeddings()
        if output is not None and getattr(self.config, "tie_word_embeddings", True):
            output.weight = self.get_input_embeddings().weight

    def resize_token_embeddings(self, new_num_tokens=None, pad_to_multiple_of=None, mean_resizing=True):
        old = self.get_input_embeddings()
        count = old.num_embeddings if new_num_tokens is None else new_num_tokens
        if pad_to_multiple_of is not None:
            count = (count + pad_to_multiple_of - 1) // pad_to_multiple_of * pad_to_multiple_of
        if count == old.num_embeddings:
            return old
        self.set_input_embeddings(nn.Embedding(count, old.embedding_dim, device=old.weight.device, dtype=old.weight.dtype))
        self.tie_weights()
        return self.get_input_embeddings()

    def num_parameters(self, only_trainable=False, exclude_embeddings=False):
        tables = [module.weight for module in self.modules() if isinstance(module, nn.Embedding)] if exclude_embeddings else []
        return sum(one.numel() for one in self.parameters()
                   if (one.requires_grad or not only_trainable) and not any(one is table for table in tables))

    def get_head_mask(self, head_mask, num_hidden_layers, is_attention_chunked=False):
        """One a layer; only where heads are masked is there a tensor."""
        if head_mask is None:
            return [None] * num_hidden_layers
        mask = head_mask[None, None, :, None, None] if head_mask.dim() == 1 else head_mask[:, None, :, None, None]
        mask = mask.expand(num_hidden_layers, -1, -1, -1, -1).to(dtype=self.dtype)
        return mask.unsqueeze(-1) if is_attention_chunked else mask

    def invert_attention_mask(self, encoder_attention_mask):
        import torch
        known = encoder_attention_mask
        shown = known[:, None, :, :] if known.dim() == 3 else known[:, None, None, :]
        return (1.0 - shown.to(dtype=self.dtype)) * torch.finfo(self.dtype).min

    def get_extended_attention_mask(self, attention_mask, input_shape, device=None, dtype=None):
        """0 where a word is attended to, else the lowest number there is, for every head."""
        import torch
        kind = next(self.parameters()).dtype if dtype is None else dtype
        shown = attention_mask[:, None, :, :] if attention_mask.dim() == 3 else attention_mask[:, None, None, :]
        return (1.0 - shown.to(dtype=kind)) * torch.finfo(kind).min
