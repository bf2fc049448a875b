#!/usr/bin/env python3
"""families.py PROGRAM PACKAGES: models of transformers beside arithmetic.

PACKAGES is a folder with transformers' source. Each family's model is made of its default config, cut to four layers, and
trained for a step. The parameters that are expected are counted here, by how the architectures are published, from the
defaults that the package's configuration files state. Nothing may be an error of the user's; `partial` is allowed where
routing decides.
"""
import ast
import json
import math
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = '''
import torch
import transformers


def model_of(cfg):
    return getattr(transformers, cfg["model"])(getattr(transformers, cfg["config_class"])(**cfg["config"]))


def state_of(cfg, model):
    return {"optimizer": torch.optim.AdamW(model.parameters(), lr=1e-4)}


def step(cfg, model, optimizer, inputs):
    given = dict(zip(cfg["names"], inputs))
    if cfg["names"] == ["input_ids"]:
        given["labels"] = given["input_ids"]
    if cfg["names"][-1] != "labels" and "labels" not in given:
        given["return_loss"] = True
    model(**given).loss.backward()
    optimizer.step()
    optimizer.zero_grad()
'''

TOKENS = (["input_ids"], ["int64[2, 128]"])
IMAGES = (["pixel_values", "labels"], ["float32[2, 3, 224, 224]", "int64[2]"])
SPEECH = (["input_features", "labels"], ["float32[2, 80, 3000]", "int64[2, 64]"])
WAVES = (["input_values", "labels"], ["float32[2, 16000]", "int64[2, 16]"])
PAIRS = (["pixel_values", "input_ids"], ["float32[2, 3, 224, 224]", "int64[2, 64]"])
LAYERS = {"num_hidden_layers": 4}
BOTH = {"encoder_layers": 4, "decoder_layers": 4}


def linear(into, out, bias=True):
    return into * out + (out if bias else 0)


def layer_norm(size):
    return 2 * size


def mlp(size, inner, bias=True):
    return linear(size, inner, bias) + linear(inner, size, bias)


def attention(size, bias=True):
    return 4 * linear(size, size, bias)


def block(size, inner):
    """The layer of BERT, GPT and ViT: attention and an MLP with biases, two layer norms."""
    return attention(size) + mlp(size, inner) + 2 * layer_norm(size)


def grouped(c, bias=False):
    """Attention whose keys and values have fewer heads."""
    size, heads = c["hidden_size"], c["num_attention_heads"]
    each = c.get("head_dim") or size // heads
    keys = (c.get("num_key_value_heads") or heads) * each
    return linear(size, heads * each, bias) + 2 * linear(size, keys, bias) + linear(heads * each, size, bias)


def gated(c, norms=2, norm=1, more=0):
    """A decoder with a gated MLP and no biases; `norm`: parameters of a norm, a channel."""
    size = c["hidden_size"]
    layer = grouped(c) + 3 * size * c["intermediate_size"] + norms * norm * size + more
    words = c["vocab_size"] * size * (1 if c["tie_word_embeddings"] else 2)
    return words + 4 * layer + norm * size


def qwen3(c):
    return gated(c, more=2 * c["head_dim"])


def olmo2(c):
    return gated(c, more=2 * c["hidden_size"])


def mixtral(c):
    size, experts = c["hidden_size"], c["num_local_experts"]
    layer = grouped(c) + size * experts + experts * 3 * size * c["intermediate_size"] + 2 * size
    return 2 * c["vocab_size"] * size + 4 * layer + size


def starcoder2(c):
    size = c["hidden_size"]
    layer = grouped(c, True) + mlp(size, c["intermediate_size"]) + 2 * layer_norm(size)
    return c["vocab_size"] * size + 4 * layer + layer_norm(size)


def phi(c):
    size = c["hidden_size"]
    layer = attention(size) + mlp(size, c["intermediate_size"]) + layer_norm(size)
    return c["vocab_size"] * size + 4 * layer + layer_norm(size) + linear(size, c["vocab_size"])


def falcon(c):
    size = c["hidden_size"]
    each = size // c["num_attention_heads"]
    layer = linear(size, size + 2 * each, False) + size * size + mlp(size, 4 * size, False) + layer_norm(size)
    return c["vocab_size"] * size + 4 * layer + layer_norm(size)


def gpt_neox(c):
    size = c["hidden_size"]
    return 2 * c["vocab_size"] * size + 4 * block(size, c["intermediate_size"]) + layer_norm(size)


def opt(c):
    size = c["hidden_size"]
    return (c["vocab_size"] + c["max_position_embeddings"] + 2) * size + 4 * block(size, c["ffn_dim"]) + layer_norm(size)


def bloom(c):
    size = c["hidden_size"]
    return c["vocab_size"] * size + 2 * layer_norm(size) + 4 * block(size, 4 * size)


def gptj(c):
    size = c["n_embd"]
    layer = attention(size, False) + mlp(size, 4 * size) + layer_norm(size)
    return c["vocab_size"] * size + 4 * layer + layer_norm(size) + linear(size, c["vocab_size"])


def gpt_neo(c):
    size = c["hidden_size"]
    layer = block(size, 4 * size) - 3 * size  # no biases of queries, keys and values
    return (c["vocab_size"] + c["max_position_embeddings"]) * size + 4 * layer + layer_norm(size)


def mamba(c):
    size, state = c["hidden_size"], c["state_size"]
    inner, rank = c["expand"] * size, math.ceil(size / 16)
    convolution = inner * c["conv_kernel"] + inner
    layer = 2 * size * inner + convolution + inner * (rank + 2 * state) + linear(rank, inner) + inner * state + inner
    return c["vocab_size"] * size + 4 * (layer + inner * size + size) + size


def words(c, size):
    """Words, positions, kinds and a norm."""
    return (c["vocab_size"] + c["max_position_embeddings"] + c.get("type_vocab_size", 0)) * size + layer_norm(size)


def masked_head(c, size, words_size):
    return linear(size, words_size) + layer_norm(words_size) + c["vocab_size"]


def albert(c):
    size, small = c["hidden_size"], c["embedding_size"]
    shared = block(size, c["intermediate_size"])  # one layer, run four times
    return words(c, small) + linear(small, size) + shared + masked_head(c, size, small)


def electra(c):
    size, small = c["hidden_size"], c["embedding_size"]
    return words(c, small) + linear(small, size) + 4 * block(size, c["intermediate_size"]) + masked_head(c, size, small)


def distilbert(c):
    return words(c, c["dim"]) + 4 * block(c["dim"], c["hidden_dim"]) + masked_head(c, c["dim"], c["dim"])


def bert_like(c):
    size = c["hidden_size"]
    return words(c, size) + 4 * block(size, c["intermediate_size"]) + masked_head(c, size, size)


def mpnet(c):
    return bert_like(c) + c["relative_attention_num_buckets"] * c["num_attention_heads"]


def modernbert(c):
    size, inner = c["hidden_size"], c["intermediate_size"]
    layer = 4 * size * size + 3 * size * inner + 2 * size
    # the first layer has no norm before its attention; one behind the words, one at the end, one in the head
    return c["vocab_size"] * size + 4 * layer - size + 3 * size + size * size + c["vocab_size"]


def bart(c):
    size = c["d_model"]
    encoder = block(size, c["encoder_ffn_dim"])
    decoder = block(size, c["decoder_ffn_dim"]) + attention(size) + layer_norm(size)
    positions = 2 * (c["max_position_embeddings"] + 2) * size
    return c["vocab_size"] * size + positions + 2 * layer_norm(size) + 4 * (encoder + decoder)


def mt5(c):
    size, inner = c["d_model"], c["num_heads"] * c["d_kv"]
    attends, feeds = 4 * size * inner + size, 3 * size * c["d_ff"] + size
    places = 2 * c["relative_attention_num_buckets"] * c["num_heads"]
    return c["vocab_size"] * size + 4 * (3 * attends + 2 * feeds) + places + 2 * size


def whisper(c):
    size = c["d_model"]
    attends = attention(size) - size  # keys have no bias
    encoder = attends + mlp(size, c["encoder_ffn_dim"]) + 2 * layer_norm(size)
    decoder = 2 * attends + mlp(size, c["decoder_ffn_dim"]) + 3 * layer_norm(size)
    convolutions = linear(3 * c["num_mel_bins"], size) + linear(3 * size, size)
    places = (c["max_source_positions"] + c["max_target_positions"]) * size
    return convolutions + places + c["vocab_size"] * size + 4 * (encoder + decoder) + 2 * layer_norm(size)


def vit(c):
    size, patch = c["hidden_size"], c["patch_size"]
    places = (c["image_size"] // patch) ** 2 + 2  # and the token of the class, which has a place as well
    return linear(3 * patch * patch, size) + places * size + 4 * block(size, c["intermediate_size"]) + layer_norm(size) + linear(size, 2)


def dinov2(c):
    size, patch = c["hidden_size"], c["patch_size"]
    places = (c["image_size"] // patch) ** 2 + 3  # and the token of what is masked
    layer = block(size, c["mlp_ratio"] * size) + 2 * size
    return linear(3 * patch * patch, size) + places * size + 4 * layer + layer_norm(size) + linear(2 * size, 2)


def convnext(c):
    sizes, patch = c["hidden_sizes"], c["patch_size"]
    total = linear(3 * patch * patch, sizes[0]) + layer_norm(sizes[0]) + layer_norm(sizes[-1]) + linear(sizes[-1], 2)
    for size in sizes:
        total += size * 49 + size + layer_norm(size) + mlp(size, 4 * size) + size
    for before, size in zip(sizes, sizes[1:]):
        total += layer_norm(before) + linear(4 * before, size)
    return total


def swin(c):
    total = linear(3 * c["patch_size"] ** 2, c["embed_dim"]) + layer_norm(c["embed_dim"])
    size = c["embed_dim"]
    for stage, heads in enumerate(c["num_heads"]):
        total += block(size, 4 * size) + (2 * c["window_size"] - 1) ** 2 * heads
        if stage + 1 < len(c["num_heads"]):
            total += layer_norm(4 * size) + 4 * size * 2 * size
            size *= 2
    return total + layer_norm(size) + linear(size, 2)


def wav2vec2(c):
    size, made = c["hidden_size"], c["conv_dim"]
    total = layer_norm(made[0]) + sum(a * b * k for a, b, k in zip((1, *made), made, c["conv_kernel"]))
    total += layer_norm(made[-1]) + linear(made[-1], size) + size
    kernel = c["num_conv_pos_embeddings"]
    total += kernel + size * (size // c["num_conv_pos_embedding_groups"]) * kernel + size  # weight_norm: lengths and directions
    return total + layer_norm(size) + 4 * block(size, c["intermediate_size"]) + linear(size, c["vocab_size"])


def clip(c):
    text, image = c["text"], c["vision"]
    size, patch = image["hidden_size"], image["patch_size"]
    places = (image["image_size"] // patch) ** 2 + 2
    total = 3 * patch * patch * size + places * size + 4 * block(size, image["intermediate_size"]) + 2 * layer_norm(size)
    inner = text["hidden_size"]
    total += (text["vocab_size"] + text["max_position_embeddings"]) * inner + 4 * block(inner, text["intermediate_size"]) + layer_norm(inner)
    return total + (size + inner) * c["projection_dim"] + 1


FAMILIES = {
    "mistral": ("Mistral", "ForCausalLM", LAYERS, TOKENS, gated),
    "mixtral": ("Mixtral", "ForCausalLM", LAYERS, TOKENS, mixtral),
    "gemma": ("Gemma", "ForCausalLM", LAYERS, TOKENS, gated),
    "gemma2": ("Gemma2", "ForCausalLM", LAYERS, TOKENS, lambda c: gated(c, norms=4)),
    "qwen3": ("Qwen3", "ForCausalLM", LAYERS, TOKENS, qwen3),
    "phi3": ("Phi3", "ForCausalLM", LAYERS, TOKENS, gated),
    "phi": ("Phi", "ForCausalLM", LAYERS, TOKENS, phi),
    "olmo2": ("Olmo2", "ForCausalLM", LAYERS, TOKENS, olmo2),
    "starcoder2": ("Starcoder2", "ForCausalLM", LAYERS, TOKENS, starcoder2),
    "cohere": ("Cohere", "ForCausalLM", LAYERS, TOKENS, lambda c: gated(c, norms=1)),
    "stablelm": ("StableLm", "ForCausalLM", LAYERS, TOKENS, lambda c: gated(c, norm=2)),
    "falcon": ("Falcon", "ForCausalLM", LAYERS, TOKENS, falcon),
    "gpt_neox": ("GPTNeoX", "ForCausalLM", LAYERS, TOKENS, gpt_neox),
    "gpt_neo": ("GPTNeo", "ForCausalLM", {"num_layers": 4, "attention_types": [[["global", "local"], 2]]}, TOKENS, gpt_neo),
    "gptj": ("GPTJ", "ForCausalLM", {"n_layer": 4}, TOKENS, gptj),
    "opt": ("OPT", "ForCausalLM", LAYERS, TOKENS, opt),
    "bloom": ("Bloom", "ForCausalLM", {"n_layer": 4}, TOKENS, bloom),
    "mamba": ("Mamba", "ForCausalLM", LAYERS, TOKENS, mamba),
    "albert": ("Albert", "ForMaskedLM", LAYERS, TOKENS, albert),
    "electra": ("Electra", "ForMaskedLM", LAYERS, TOKENS, electra),
    "distilbert": ("DistilBert", "ForMaskedLM", {"n_layers": 4}, TOKENS, distilbert),
    "deberta_v2": ("DebertaV2", "ForMaskedLM", LAYERS, TOKENS, bert_like),
    "mpnet": ("MPNet", "ForMaskedLM", LAYERS, TOKENS, mpnet),
    "modernbert": ("ModernBert", "ForMaskedLM", LAYERS, TOKENS, modernbert),
    "bart": ("Bart", "ForConditionalGeneration", BOTH, TOKENS, bart),
    "mt5": ("MT5", "ForConditionalGeneration", {"num_layers": 4, "num_decoder_layers": 4}, TOKENS, mt5),
    "whisper": ("Whisper", "ForConditionalGeneration", BOTH, SPEECH, whisper),
    "wav2vec2": ("Wav2Vec2", "ForCTC", LAYERS, WAVES, wav2vec2),
    "vit": ("ViT", "ForImageClassification", LAYERS, IMAGES, vit),
    "dinov2": ("Dinov2", "ForImageClassification", LAYERS, IMAGES, dinov2),
    "convnext": ("ConvNext", "ForImageClassification", {"depths": [1, 1, 1, 1]}, IMAGES, convnext),
    "swin": ("Swin", "ForImageClassification", {"depths": [1, 1, 1, 1]}, IMAGES, swin),
    "clip": ("CLIP", "Model", {"text_config": LAYERS, "vision_config": LAYERS}, PAIRS, clip),
}
ROUTED = {"mixtral"}


def constant(node):
    """A literal, or a product of literals."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return constant(node.left) * constant(node.right)
    return ast.literal_eval(node)


def defaults(packages, family, name):
    path = packages / "transformers/models" / family / f"configuration_{family}.py"
    found = {}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            for each in node.body:
                if isinstance(each, ast.AnnAssign) and each.value is not None:
                    try:
                        found[each.target.id] = constant(each.value)
                    except (ValueError, TypeError):
                        pass
    return found


def expected(packages, family):
    name, _, _, _, count = FAMILIES[family]
    config = defaults(packages, family, name + "Config")
    for part in ("text", "vision"):
        config[part] = defaults(packages, family, f"{name}{part.title()}Config")
    return count(config)


def lay_out(folder):
    (folder / "configs").mkdir()
    (folder / "families.py").write_text(PROGRAM)
    lines = ['torch: "2.11"', "recipes:"]
    for family, (name, head, cut, (names, inputs), _) in FAMILIES.items():
        config = {"config_class": name + "Config", "model": name + head, "names": names, "config": cut}
        (folder / "configs" / f"{family}.json").write_text(json.dumps(config))
        lines += [f"  - name: {family}", f"    configs: [configs/{family}.json]", "    model: families.model_of(cfg)",
                  "    setup: families.state_of(cfg, model)", f"    inputs: {json.dumps(inputs)}", "    step: families.step"]
    (folder / "vramlint.yaml").write_text("\n".join(lines) + "\n")


def main():
    program, packages = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lay_out(folder)
        command = [program, "check", "--root", ".", "--site-packages", packages, "--format", "json", "--fail-on", "never", "configs"]
        run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=False)
    outcome = json.loads(run.stdout)
    configs = {pathlib.Path(config["path"]).stem: config for config in outcome["configs"]}
    blamed = {pathlib.Path(each["config"] or each["file"]).stem for each in outcome["findings"] if each["level"] == "error"}
    failed = 0
    for family in FAMILIES:
        config = configs[family]
        found, wanted = (config["parameters"] or {}).get("total"), expected(packages, family)
        known = config["status"] == "estimated" or (family in ROUTED and config["status"] == "partial")
        good = found == wanted and known and family not in blamed
        failed += not good
        verdict = "" if good else "  <- " + ("blamed" if family in blamed else "differs" if found != wanted else "not estimated")
        print(f"{family:12} {wanted:>15,} {found if found is not None else 0:>15,} {config['status']}{verdict}")
    print(f"{len(FAMILIES) - failed} of {len(FAMILIES)} families as counted")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
