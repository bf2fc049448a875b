"""Byte pair encodings. Their tables are not read: which tokens a text has is not known, how many only within bounds. Sizes of
the vocabularies: tiktoken_ext/openai_public.py and tiktoken/model.py, tiktoken 0.7."""
import _run
import _vramlint

_SIZES = {"gpt2": 50257, "r50k_base": 50257, "p50k_base": 50281, "p50k_edit": 50284, "cl100k_base": 100277,
          "o200k_base": 200019}
_OF_MODELS = {"gpt-4o": "o200k_base", "gpt-4": "cl100k_base", "gpt-3.5": "cl100k_base", "text-embedding": "cl100k_base",
              "text-davinci": "p50k_base", "davinci": "r50k_base", "gpt2": "gpt2"}


class Encoding:
    def __init__(self, name, *, pat_str="", mergeable_ranks=None, special_tokens=None, explicit_n_vocab=None):
        self.name, self._special_tokens = name, special_tokens or {"<|endoftext|>": _end_of(name)}
        self.n_vocab = explicit_n_vocab or _SIZES.get(name)
        if self.n_vocab is None:
            self.n_vocab = _count(mergeable_ranks) + len(self._special_tokens)
        self.max_token_value = self.n_vocab - 1

    @property
    def eot_token(self):
        return self._special_tokens["<|endoftext|>"]

    @property
    def special_tokens_set(self):
        return set(self._special_tokens)

    def encode_ordinary(self, text):
        return self.encode(text)

    def encode(self, text, *, allowed_special=(), disallowed_special="all"):
        if isinstance(text, str) and text in self._special_tokens and _vramlint.is_known(text):
            return [self._special_tokens[text]]
        return _vramlint.numbers(_tokens_in(text), 0, self.max_token_value, "which tokens a text has is not known")

    def encode_batch(self, text, *, num_threads=8, allowed_special=(), disallowed_special="all"):
        return [self.encode(one) for one in text]

    def encode_ordinary_batch(self, text, *, num_threads=8):
        return self.encode_batch(text)

    def encode_single_token(self, text_or_bytes):
        if _vramlint.is_known(text_or_bytes) and text_or_bytes in self._special_tokens:
            return self._special_tokens[text_or_bytes]
        return _vramlint.between(0, self.max_token_value, self.max_token_value, "which token a text is is not known")

    def decode(self, tokens, errors="replace"):
        return str(_run.unknown("what a text of tokens says is not known"))

    def decode_batch(self, batch, *, errors="replace", num_threads=8):
        return [self.decode(tokens) for tokens in batch]


def _end_of(name):
    return {"gpt2": 50256, "r50k_base": 50256, "p50k_base": 50256, "p50k_edit": 50256, "cl100k_base": 100257,
            "o200k_base": 199999}.get(name, _vramlint.some_number("which token ends a text is not known"))


def _count(ranks):
    return _vramlint.some_number("how large the vocabulary is is not known") if ranks is None else len(ranks)


def _tokens_in(text):
    """No token is less than a byte; the usual one of English text is about four."""
    if not _vramlint.is_known(text):
        return _run.some(0, "how many tokens the text has is not known")
    size = len(text.encode())
    return _vramlint.between(min(size, 1), (size + 3) // 4, size, "how many tokens a text has is not known")


def get_encoding(encoding_name):
    return Encoding(encoding_name)


def encoding_name_for_model(model_name):
    for prefix, name in _OF_MODELS.items():
        if model_name.startswith(prefix):
            return name
    raise KeyError(f"Could not automatically map {model_name} to a tokeniser.")


def encoding_for_model(model_name):
    return Encoding(encoding_name_for_model(model_name))


def list_encoding_names():
    return list(_SIZES)
