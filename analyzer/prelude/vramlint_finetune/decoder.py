"""One decoder with what the configs of Llama, Mistral, Qwen, Gemma and Phi-3 say, for where the source of transformers is
not at hand; modules are called as transformers 4.57 calls them, and compute what its modeling files do."""
import _vramlint
import torch
from torch import nn
from torch.nn import functional as F

# model_type: what the config does not say by itself
DESCRIBED = {
    "llama": {},
    "mistral": {},
    "qwen2": {"attention_bias": True, "output_bias": False},
    "qwen3": {"normed_heads": True},
    "gemma": {"adds_one": True, "scales_words": True, "tie_word_embeddings": True, "hidden_act": "gelu_pytorch_tanh"},
    "gemma2": {"adds_one": True, "scales_words": True, "tie_word_embeddings": True, "hidden_act": "gelu_pytorch_tanh",
               "four_norms": True},
    "phi3": {"joined": True},
}

ACTIVATIONS = {"silu": F.silu, "gelu": F.gelu, "gelu_new": lambda x: F.gelu(x, approximate="tanh"),
               "gelu_pytorch_tanh": lambda x: F.gelu(x, approximate="tanh"), "relu": F.relu}


class Facts:
    def __init__(self, values):
        self.values = dict(DESCRIBED[values["model_type"]])
        self.values.update({key: value for key, value in values.items() if value is not None})
        if self.values.get("hidden_activation"):
            self.values["hidden_act"] = self.values["hidden_activation"]
        self.heads = values["num_attention_heads"]
        self.width = values["hidden_size"]
        self.head = values.get("head_dim") or self.width // self.heads
        self.groups = values.get("num_key_value_heads") or self.heads
        self.eps = values.get("rms_norm_eps", 1e-6)

    def __getattr__(self, name):
        return self.__dict__["values"].get(name)


class Norm(nn.Module):
    def __init__(self, width, facts):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps, self.adds_one = facts.eps, bool(facts.adds_one)

    def forward(self, x):
        dtype = x.dtype
        x = x.to(torch.float32)
        x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)
        if self.adds_one:
            return (x * (1.0 + self.weight.float())).to(dtype)
        return self.weight * x.to(dtype)


def _turned(x):
    half = x.shape[-1] // 2
    return torch.cat((-x[..., half:], x[..., :half]), dim=-1)


def _repeated(x, times):
    if times == 1:
        return x
    batch, groups, length, head = x.shape
    return x[:, :, None].expand(batch, groups, times, length, head).reshape(batch, groups * times, length, head)


class Attention(nn.Module):
    def __init__(self, facts, kernel):
        super().__init__()
        self.facts, self.kernel = facts, kernel
        bias = bool(facts.attention_bias)
        out, inner = facts.heads * facts.head, facts.groups * facts.head
        if facts.joined:
            self.qkv_proj = nn.Linear(facts.width, out + 2 * inner, bias=False)
        else:
            self.q_proj = nn.Linear(facts.width, out, bias=bias)
            self.k_proj = nn.Linear(facts.width, inner, bias=bias)
            self.v_proj = nn.Linear(facts.width, inner, bias=bias)
        self.o_proj = nn.Linear(out, facts.width, bias=bias and facts.output_bias is not False)
        if facts.normed_heads:
            self.q_norm, self.k_norm = Norm(facts.head, facts), Norm(facts.head, facts)

    def _parts(self, x):
        facts, shape = self.facts, x.shape[:-1]
        if facts.joined:
            sizes = [facts.heads * facts.head] + 2 * [facts.groups * facts.head]
            q, k, v = self.qkv_proj(x).split(sizes, dim=-1)
        else:
            q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)
        q, k, v = (part.view(*shape, -1, facts.head) for part in (q, k, v))
        if facts.normed_heads:
            q, k = self.q_norm(q), self.k_norm(k)
        return q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)

    def _attended(self, q, k, v):
        times = self.facts.heads // self.facts.groups
        if self.kernel == "flash_attention_2":
            from flash_attn import flash_attn_func
            if q.dtype == torch.float32 and torch.is_autocast_enabled():  # integrations/flash_attention.py
                q, k, v = (part.to(torch.get_autocast_gpu_dtype()) for part in (q, k, v))
            return flash_attn_func(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), causal=True)
        if self.kernel == "sdpa":  # integrations/sdpa_attention.py: torch repeats keys and values from 2.5 on
            if times > 1 and _vramlint.torch_at_least(2, 5):
                return F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True).transpose(1, 2)
            return F.scaled_dot_product_attention(q, _repeated(k, times), _repeated(v, times),
                                                  is_causal=True).transpose(1, 2)
        cap, length = self.facts.attn_logit_softcapping, q.shape[2]
        scores = torch.matmul(q, _repeated(k, times).transpose(2, 3)) * self.facts.head ** -0.5
        if cap:
            scores = torch.tanh(scores / cap) * cap
        scores = scores + torch.zeros((q.shape[0], 1, length, length), dtype=q.dtype, device=q.device)
        scores = F.softmax(scores, dim=-1, dtype=torch.float32).to(q.dtype)
        return torch.matmul(scores, _repeated(v, times)).transpose(1, 2).contiguous()

    def forward(self, x, cos, sin):
        q, k, v = self._parts(x)
        q, k = q * cos + _turned(q) * sin, k * cos + _turned(k) * sin
        return self.o_proj(self._attended(q, k, v).reshape(*x.shape[:-1], -1))


class MLP(nn.Module):
    def __init__(self, facts):
        super().__init__()
        bias, inner = bool(facts.mlp_bias), facts.intermediate_size
        if facts.joined:
            self.gate_up_proj = nn.Linear(facts.width, 2 * inner, bias=False)
        else:
            self.gate_proj = nn.Linear(facts.width, inner, bias=bias)
            self.up_proj = nn.Linear(facts.width, inner, bias=bias)
        self.down_proj = nn.Linear(inner, facts.width, bias=bias)
        self.act_fn = ACTIVATIONS[facts.hidden_act or "silu"]
        self.joined = bool(facts.joined)

    def forward(self, x):
        if self.joined:
            gate, up = self.gate_up_proj(x).chunk(2, dim=-1)
            return self.down_proj(up * self.act_fn(gate))
        return self.down_proj(self.act_fn(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, facts, kernel):
        super().__init__()
        self.self_attn, self.mlp = Attention(facts, kernel), MLP(facts)
        self.input_layernorm, self.post_attention_layernorm = Norm(facts.width, facts), Norm(facts.width, facts)
        self.four = bool(facts.four_norms)
        if self.four:
            self.pre_feedforward_layernorm = Norm(facts.width, facts)
            self.post_feedforward_layernorm = Norm(facts.width, facts)

    def forward(self, x, cos, sin):
        if self.four:
            x = x + self.post_attention_layernorm(self.self_attn(self.input_layernorm(x), cos, sin))
            return x + self.post_feedforward_layernorm(self.mlp(self.pre_feedforward_layernorm(x)))
        x = x + self.self_attn(self.input_layernorm(x), cos, sin)
        return x + self.mlp(self.post_attention_layernorm(x))


class Stack(nn.Module):
    def __init__(self, facts, kernel):
        super().__init__()
        self.embed_tokens = nn.Embedding(facts.vocab_size, facts.width)
        self.layers = nn.ModuleList([Layer(facts, kernel) for _ in range(facts.num_hidden_layers)])
        self.norm = Norm(facts.width, facts)
        self.facts, self.again, self.needs_gradient = facts, None, False

    def forward(self, ids):
        x = self.embed_tokens(ids)
        if self.needs_gradient:
            x.requires_grad_(True)
        if self.facts.scales_words:
            x = x * torch.tensor(self.facts.width ** 0.5, dtype=x.dtype, device=x.device)
        places = torch.arange(ids.shape[1], device=x.device)[:, None].float()
        angles = places * torch.ones(self.facts.head // 2, device=x.device)
        angles = torch.cat((angles, angles), dim=-1)
        cos, sin = angles.cos().to(x.dtype)[None, None], angles.sin().to(x.dtype)[None, None]
        for layer in self.layers:
            x = layer(x, cos, sin) if self.again is None else self.again(layer, x, cos, sin)
        return self.norm(x)


class Result:
    def __init__(self, loss, logits):
        self.loss, self.logits = loss, logits


class Decoder(nn.Module):
    def __init__(self, values, kernel):
        super().__init__()
        facts = Facts(values)
        if facts.attn_logit_softcapping and kernel == "sdpa":
            kernel = "eager"
        self.model = Stack(facts, kernel)
        self.lm_head = nn.Linear(facts.width, facts.vocab_size, bias=False)
        self.cap = facts.final_logit_softcapping
        if facts.tie_word_embeddings:
            self.lm_head.weight = self.model.embed_tokens.weight

    def get_output_embeddings(self):
        return self.lm_head

    def enable_input_require_grads(self):
        self.model.needs_gradient = True

    def gradient_checkpointing_enable(self, gradient_checkpointing_kwargs=None):
        from torch.utils.checkpoint import checkpoint
        options = gradient_checkpointing_kwargs or {}
        self.model.again = lambda layer, *given: checkpoint(layer, *given, **options)

    def forward(self, input_ids, labels, use_cache=False):
        logits = self.lm_head(self.model(input_ids))
        if self.cap:
            logits = torch.tanh(logits / self.cap) * self.cap
        scores = logits.float()
        wanted = F.pad(labels, (0, 1), value=-100)[..., 1:].contiguous()
        loss = F.cross_entropy(scores.view(-1, scores.shape[-1]), wanted.view(-1), ignore_index=-100)
        return Result(loss, logits)
