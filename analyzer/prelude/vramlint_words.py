"""Texts as numbers. The vocabulary is in the checkpoint's files, which are not read: a word is taken for one token, and what
is cut at a length for as long as its signs allow."""
import re

import _vramlint
import torch

SPECIAL = {"[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102, "[MASK]": 103}


def words(text):
    """Where each begins and ends: letters and digits together, every other sign alone."""
    return [found.span() for found in re.finditer(r"\w+|[^\w\s]", text)]


class BatchEncoding:
    def __init__(self, data, places):
        self.data, self._places = data, places

    def __getattr__(self, name):
        if name in ("data", "_places") or name not in self.data:
            raise AttributeError(name)
        return self.data[name]

    def __getitem__(self, name):
        return self.data[name]

    def __contains__(self, name):
        return name in self.data

    def keys(self):
        return self.data.keys()

    def items(self):
        return self.data.items()

    def to(self, device):
        self.data = {name: value.to(device) for name, value in self.data.items()}
        return self

    def char_to_token(self, batch_or_char, char=None):
        text, at = (0, batch_or_char) if char is None else (batch_or_char, char)
        for index, (begin, end) in enumerate(self._places[text]):
            if begin <= at < end:
                return index + 1
        return None


class BertTokenizer:
    model_max_length = 512

    @classmethod
    def from_pretrained(cls, name, *args, **options):
        return cls()

    def tokenize(self, text):
        return [text[begin:end].lower() for begin, end in words(text)]

    def convert_tokens_to_ids(self, tokens):
        if isinstance(tokens, str):
            return SPECIAL.get(tokens, 1000 + ord(tokens[0]))
        return [self.convert_tokens_to_ids(token) for token in tokens]

    def numbered(self, text, places, length):
        ids = [self.convert_tokens_to_ids(text[begin:end]) for begin, end in places]
        return [SPECIAL["[CLS]"], *ids, SPECIAL["[SEP]"]] + [SPECIAL["[PAD]"]] * (length - len(ids) - 2)

    def length_of(self, texts, places, padding, truncation, most):
        """Of all of them, in tokens."""
        if padding == "max_length":
            return most
        if places is None:
            return _vramlint.between(2, most, most, "how long texts are that are read is not known before the program runs")
        length = max([len(each) for each in places]) + 2
        if length < most and truncation:
            length = min(most, max([len(each) for each in texts]) + 2)
            _vramlint.assume(f"how many tokens a text has is in the files of its vocabulary: {length} are taken, as a word may "
                             "be several", length)
        return length

    def __call__(self, text, padding=False, truncation=False, max_length=None, return_tensors=None, **options):
        single = not _vramlint.is_known(text) or not isinstance(text, (list, tuple))
        texts = [text] if single else list(text)
        most = max_length or self.model_max_length
        places = [words(each)[:most - 2] for each in texts] if _vramlint.is_known(*texts) else None
        length = self.length_of(texts, places, padding, truncation, most)
        shape = (len(texts), length)
        if places is None:
            numbers = torch.zeros(shape, dtype=torch.int64)
        else:
            numbers = torch.tensor([self.numbered(*each, length) for each in zip(texts, places)])
        data = dict(input_ids=numbers, token_type_ids=torch.zeros(shape, dtype=torch.int64),
                    attention_mask=torch.ones(shape, dtype=torch.int64))
        if options.get("return_special_tokens_mask"):
            data["special_tokens_mask"] = torch.empty(shape, dtype=torch.int64)
        if return_tensors is None and single and _vramlint.is_known(length):
            data = {name: value[0].tolist() for name, value in data.items()}
        return BatchEncoding(data, places)

    def batch_encode_plus(self, texts, **options):
        return self(texts, **options)

    encode_plus = batch_encode_plus


class BertTokenizerFast(BertTokenizer):
    pass


_TOKENS = [f"{name}_token" for name in ("pad", "eos", "bos", "unk", "sep", "cls", "mask")]


class AutoTokenizer(BertTokenizer):
    """Of any model: its words are in files that are not read."""

    padding_side = truncation_side = "right"
    is_fast = True
    model_input_names = ["input_ids", "attention_mask"]

    def __init__(self, name="", model_max_length=None, padding_side=None, **options):
        self.name_or_path, self.init_kwargs, self._added = name, options, 0
        if model_max_length is not None:
            self.model_max_length = model_max_length
        if padding_side is not None:
            self.padding_side = padding_side

    @classmethod
    def from_pretrained(cls, name, *args, **options):
        return cls(name, **options)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        what = "which" if name in _TOKENS or name[:-3] in _TOKENS else "what"
        return _vramlint.unknown(f"{what} `{name}` the tokenizer has is in its files, which are not read")

    @property
    def vocab_size(self):
        """That of the model, where its config is at hand."""
        import json
        import os

        path = os.path.join(str(self.name_or_path), "config.json")
        if _vramlint.is_known(self.name_or_path) and os.path.isfile(path):
            with open(path) as file:
                size = json.load(file).get("vocab_size")
            if size is not None:
                return size
        return _vramlint.unknown("how many tokens the vocabulary has is in the tokenizer's files, which are not read")

    def __len__(self):
        return self.vocab_size + self._added

    def add_tokens(self, new_tokens, special_tokens=False):
        number = len(new_tokens) if isinstance(new_tokens, (list, tuple)) else 1
        self._added = self._added + number
        return number

    def add_special_tokens(self, special_tokens_dict, *args, **options):
        number = 0
        if not _vramlint.is_known(special_tokens_dict, len(special_tokens_dict)):  # most vocabularies have them all
            number = _vramlint.between(0, 0, len(_TOKENS), "which special tokens the vocabulary has is in its files")
            self._added = self._added + number
            return number
        for name, token in special_tokens_dict.items():
            number = number + (len(token) if isinstance(token, (list, tuple)) else 1)
            if not isinstance(token, (list, tuple)):
                setattr(self, name, token)
        self._added = self._added + number
        return number

    def encode(self, text, **options):
        return self(text, **options)["input_ids"]

    def save_pretrained(self, *args, **options):
        return ()

    def push_to_hub(self, *args, **options):
        return None
