"""BERT (Devlin et al. 2018) as transformers 4 had it before it took PyTorch's own attention."""
import math

import _vramlint
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
from transformers.modeling_utils import PreTrainedModel, apply_chunking_to_forward

# What the checkpoints of these names differ in.
SIZES = {
    "bert-base-uncased": {},
    "bert-base-cased": {"vocab_size": 28996},
    "bert-base-chinese": {"vocab_size": 21128},
    "bert-base-multilingual-cased": {"vocab_size": 119547},
    "bert-large-uncased": {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096},
}


class BertConfig:
    def __init__(self, vocab_size=30522, hidden_size=768, num_hidden_layers=12, num_attention_heads=12,
                 intermediate_size=3072, hidden_act="gelu", hidden_dropout_prob=0.1, attention_probs_dropout_prob=0.1,
                 max_position_embeddings=512, type_vocab_size=2, layer_norm_eps=1e-12, pad_token_id=0, **options):
        for name, value in dict(locals()).items():
            if name not in ("self", "options"):
                setattr(self, name, value)
        self.chunk_size_feed_forward = 0
        self.is_decoder = self.add_cross_attention = False
        self.position_embedding_type = "absolute"
        self.gradient_checkpointing = self.output_attentions = self.output_hidden_states = False
        for name, value in options.items():
            setattr(self, name, value)

    @classmethod
    def from_pretrained(cls, name, **options):
        known = SIZES.get(str(name).split("/")[-1])
        if known is None:
            _vramlint.unsupported(f"the settings of `{name}` are those of its files, which are not read")
        return cls(**{**known, **options})


class BertEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.word_embeddings = nn.Embedding(config.vocab_size, config.hidden_size, padding_idx=config.pad_token_id)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        positions = torch.arange(config.max_position_embeddings).expand((1, -1))
        self.register_buffer("position_ids", positions, persistent=False)
        self.register_buffer("token_type_ids", torch.zeros(positions.size(), dtype=torch.long), persistent=False)

    def forward(self, input_ids, token_type_ids=None, position_ids=None):
        count = input_ids.shape[1]
        if position_ids is None:
            position_ids = self.position_ids[:, :count]
        if token_type_ids is None:
            token_type_ids = self.token_type_ids[:, :count].expand(input_ids.shape[0], count)
        embedded = self.word_embeddings(input_ids) + self.token_type_embeddings(token_type_ids)
        embedded += self.position_embeddings(position_ids)
        return self.dropout(self.LayerNorm(embedded))


class BertSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.num_attention_heads = config.num_attention_heads
        self.attention_head_size = config.hidden_size // config.num_attention_heads
        self.query = nn.Linear(config.hidden_size, config.hidden_size)
        self.key = nn.Linear(config.hidden_size, config.hidden_size)
        self.value = nn.Linear(config.hidden_size, config.hidden_size)
        self.dropout = nn.Dropout(config.attention_probs_dropout_prob)

    def heads(self, x):
        return x.view(*x.shape[:-1], self.num_attention_heads, self.attention_head_size).permute(0, 2, 1, 3)

    def forward(self, hidden_states, attention_mask=None, *others, **options):
        key, value = self.heads(self.key(hidden_states)), self.heads(self.value(hidden_states))
        query = self.heads(self.query(hidden_states))
        scores = torch.matmul(query, key.transpose(-1, -2))
        scores = scores / math.sqrt(self.attention_head_size)
        if attention_mask is not None:
            scores = scores + attention_mask
        shares = nn.functional.softmax(scores, dim=-1)
        shares = self.dropout(shares)
        mixed = torch.matmul(shares, value).permute(0, 2, 1, 3).contiguous()
        return (mixed.view(*hidden_states.shape),)


class _Added(nn.Module):
    """Made, dropped out, added to what there was and normed."""

    def __init__(self, width, config):
        super().__init__()
        self.dense = nn.Linear(width, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, hidden_states, input_tensor):
        hidden_states = self.dense(hidden_states)
        hidden_states = self.dropout(hidden_states)
        return self.LayerNorm(hidden_states + input_tensor)


class BertSelfOutput(_Added):
    def __init__(self, config):
        super().__init__(config.hidden_size, config)


class BertOutput(_Added):
    def __init__(self, config):
        super().__init__(config.intermediate_size, config)


class BertAttention(nn.Module):
    def __init__(self, config, *others, **options):
        super().__init__()
        self.self = BertSelfAttention(config)
        self.output = BertSelfOutput(config)
        self.pruned_heads = set()

    def forward(self, hidden_states, attention_mask=None, *others, **options):
        outputs = self.self(hidden_states, attention_mask)
        return (self.output(outputs[0], hidden_states),) + outputs[1:]


class BertIntermediate(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.intermediate_size)
        self.intermediate_act_fn = nn.GELU() if config.hidden_act == "gelu" else nn.ReLU()

    def forward(self, hidden_states):
        return self.intermediate_act_fn(self.dense(hidden_states))


class BertLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.chunk_size_feed_forward = config.chunk_size_feed_forward
        self.attention = BertAttention(config)
        self.intermediate = BertIntermediate(config)
        self.output = BertOutput(config)

    def forward(self, hidden_states, attention_mask=None):
        attended = self.attention(hidden_states, attention_mask)[0]
        return apply_chunking_to_forward(self.feed_forward_chunk, self.chunk_size_feed_forward, 1, attended)

    def feed_forward_chunk(self, attended):
        return self.output(self.intermediate(attended), attended)


class BertEncoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layer = nn.ModuleList([BertLayer(config) for _ in range(config.num_hidden_layers)])
        self.gradient_checkpointing = config.gradient_checkpointing

    def forward(self, hidden_states, attention_mask=None):
        every = (hidden_states,)
        for layer in self.layer:
            if self.gradient_checkpointing and self.training:
                hidden_states = checkpoint(layer, hidden_states, attention_mask)
            else:
                hidden_states = layer(hidden_states, attention_mask)
            every = every + (hidden_states,)
        return every


class BertPooler(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.activation = nn.Tanh()

    def forward(self, hidden_states):
        return self.activation(self.dense(hidden_states[:, 0]))


class BertPreTrainedModel(PreTrainedModel):
    config_class = BertConfig


class BertResult:
    """A tuple of what there is, by name as well."""

    def __init__(self, last_hidden_state, pooler_output, hidden_states):
        self.last_hidden_state, self.pooler_output, self.hidden_states = last_hidden_state, pooler_output, hidden_states

    def __getitem__(self, index):
        if isinstance(index, str):
            return getattr(self, index)
        return tuple([each for each in (self.last_hidden_state, self.pooler_output, self.hidden_states) if each is not None])[
            index]


class BertModel(BertPreTrainedModel):
    def __init__(self, config, add_pooling_layer=True):
        super().__init__(config)
        self.embeddings = BertEmbeddings(config)
        self.encoder = BertEncoder(config)
        self.pooler = BertPooler(config) if add_pooling_layer else None

    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None,
                output_hidden_states=None, return_dict=None, **options):
        if attention_mask is None:
            attention_mask = torch.ones(input_ids.shape, device=input_ids.device)
        shown = self.get_extended_attention_mask(attention_mask, input_ids.shape)
        hidden = self.embeddings(input_ids, token_type_ids, position_ids)
        every = self.encoder(hidden, shown)
        pooled = self.pooler(every[-1]) if self.pooler is not None else None
        kept = self.config.output_hidden_states if output_hidden_states is None else output_hidden_states
        return BertResult(every[-1], pooled, every if kept else None)
