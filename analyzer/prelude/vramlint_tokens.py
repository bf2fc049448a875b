"""The tokenizer of any model. Its vocabulary is in files that are not read: texts are as long as the model, or the program,
lets them be."""
import json
import os

import _run
import _vramlint
import torch
from vramlint_words import BatchEncoding, BertTokenizer, words

_TOKENS = [f"{name}_token" for name in ("pad", "eos", "bos", "unk", "sep", "cls", "mask")]
_LONGEST = 1 << 32  # more is a word for no end
_LENGTHS = ("n_positions", "max_position_embeddings", "max_sequence_length", "max_seq_len", "n_ctx", "seq_length",
            "max_target_positions")
_OFFSET = ("roberta", "xlm-roberta", "camembert", "longformer", "mpnet", "xlm-roberta-xl")  # positions begin behind the padding's
_IN_FILES = "which number a token has is in the tokenizer's files, which are not read"
_PADDED = {"input_ids": 0, "attention_mask": 0, "token_type_ids": 0, "special_tokens_mask": 1}


def _token():
    return _vramlint.between(0, 0, 2**31, _IN_FILES)


def _several(text):
    """Whether it is a batch of texts."""
    return _vramlint.is_known(text) and isinstance(text, (list, tuple))


def _read(*path):
    path = os.path.join(*path)
    if not os.path.isfile(path):
        return {}
    with open(path) as file:
        return json.load(file)


def _config(name, subfolder):
    """What the files of the model say. In the folder of a pipeline `tokenizer_2` is that of `text_encoder_2`."""
    if not _vramlint.is_known(name, subfolder):
        return {}
    folder = os.path.join(str(name), subfolder)
    found = _read(folder, "config.json") or _read(str(name), subfolder.replace("tokenizer", "text_encoder"), "config.json")
    if isinstance(found.get("text_config"), dict):
        found = {**found, **found["text_config"]}
    longest = _read(folder, "tokenizer_config.json").get("model_max_length")
    return found if longest is None or longest > _LONGEST else {**found, _LENGTHS[0]: longest, "model_type": None}


class AutoTokenizer(BertTokenizer):
    padding_side = truncation_side = "right"
    is_fast = True
    chat_template = None
    deprecation_warnings = property(lambda self: {})

    def __init__(self, name="", model_max_length=None, padding_side=None, truncation_side=None, subfolder="", **options):
        self.name_or_path, self.init_kwargs, self._added = name, options, 0
        self._facts = _config(name, subfolder)
        self.model_max_length = self._most() if model_max_length is None else model_max_length
        self.padding_side = self.padding_side if padding_side is None else padding_side
        self.model_input_names = ["input_ids", "attention_mask"]
        if self._facts.get("type_vocab_size", 0) > 1:
            self.model_input_names = ["input_ids", "token_type_ids", "attention_mask"]

    def _most(self):
        for name in _LENGTHS:
            if isinstance(self._facts.get(name), int):
                return self._facts[name] - 2 * (self._facts.get("model_type") in _OFFSET)
        return 512

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path="", *args, **options):
        return cls(pretrained_model_name_or_path, **options)

    def __getattr__(self, name):
        if name.startswith("__") or name == "_facts":
            raise AttributeError(name)
        if name.endswith("_token_id") or name[:-3] in _TOKENS:
            return _token()
        what = "which" if name in _TOKENS else "what"
        return _vramlint.unknown(f"{what} `{name}` the tokenizer has is in its files, which are not read")

    @property
    def vocab_size(self):
        """That of the model, where its config is at hand."""
        size = self._facts.get("vocab_size")
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

    # Texts as lists of numbers: of each as many as there may be.

    def _long(self, text, pair, padding, truncation, most, signs):
        if _vramlint.is_known(padding) and padding == "max_length":
            return most
        if _vramlint.is_known(text) and _vramlint.is_known(pair) and isinstance(text, str) and (pair is None or isinstance(pair, str)):
            length = len(words(text)) + len(words(pair or "")) + signs
            if length <= most:
                return length
        why = "they are cut at so many" if truncation else "the model takes at most so many"
        if not truncation and not self._facts:
            why = "most models take so many, and this one's config is not at hand"
        _vramlint.assume(f"how long texts are is not known: {most} tokens each, for {why}")
        return most

    def _open(self, text, padding, truncation):
        """How many tokens a text has that is as long as its file, and is not cut."""
        is_cut = truncation or (_vramlint.is_known(padding) and padding == "max_length")
        return None if is_cut or not _vramlint.is_whole_text(text) else _run.some(0, "how many tokens the text has is not known")

    def _listed(self, text, pair, padding, truncation, most, signs):
        count = self._open(text, padding, truncation)
        if count is not None:
            of_each = {"input_ids": 2**31, "token_type_ids": 0, "attention_mask": 1, "special_tokens_mask": 0, "offset_mapping": 0}
            return {"length": count, **{name: _vramlint.numbers(count, 0, high, _IN_FILES) for name, high in of_each.items()}}
        length = self._long(text, pair, padding, truncation, most, signs)
        return {"input_ids": [_token()] * length, "token_type_ids": [0] * length, "attention_mask": [1] * length,
                "special_tokens_mask": [0] * length, "offset_mapping": [(0, 0)] * length, "length": length}

    def _named(self, options):
        names = list(self.model_input_names)
        names += [name for name in ("special_tokens_mask", "length") if options.get("return_" + name)]
        names += ["offset_mapping"] if options.get("return_offsets_mapping") else []
        if options.get("return_attention_mask") is False:
            names.remove("attention_mask")
        if options.get("return_token_type_ids") and "token_type_ids" not in names:
            names.append("token_type_ids")
        return names

    def _lists(self, text, pair, padding, truncation, max_length, options):
        most = self.model_max_length if max_length is None else max_length
        if not _vramlint.is_known(most):
            return most
        names = self._named(options)
        signs = 2 if options.get("add_special_tokens", True) else 0
        is_split = options.get("is_split_into_words")
        if not _several(text) or (is_split and not (len(text) and not (_vramlint.is_known(text[0]) and isinstance(text[0], str)))):
            made = self._listed(text, pair, padding, truncation, most, signs)
            return BatchEncoding({name: made[name] for name in names})
        pairs = pair if _several(pair) else [pair] * len(text)
        rows = [self._listed(*each, padding, truncation, most, signs) for each in zip(text, pairs)]
        if padding and padding != "max_length":
            longest = max([len(row["input_ids"]) for row in rows], default=0)
            rows = [self._filled(row, longest) for row in rows]
        data = {name: [row[name] for row in rows] for name in names}
        if options.get("return_overflowing_tokens"):
            data["overflow_to_sample_mapping"] = list(range(len(rows)))
        return BatchEncoding(data)

    def _filled(self, row, length):
        return {name: value + [value[0]] * (length - len(value)) if isinstance(value, list) else value for name, value in row.items()}

    def __call__(self, text=None, text_pair=None, add_special_tokens=True, padding=False, truncation=False, max_length=None,
                 stride=0, is_split_into_words=False, pad_to_multiple_of=None, return_tensors=None, text_target=None, **options):
        if text is None and text_target is not None:
            text, text_target = text_target, None
        if return_tensors is None:
            options["is_split_into_words"], options["add_special_tokens"] = is_split_into_words, add_special_tokens
            made = self._lists(text, text_pair, padding, truncation, max_length, options)
        else:
            made = super().__call__(text, padding, truncation, max_length, return_tensors, **options)
            made = BatchEncoding({name: made[name] for name in self._named(options) if name in made}, made._places)
        if text_target is not None:
            made["labels"] = self(text_target, None, add_special_tokens, padding, truncation, max_length,
                                  return_tensors=return_tensors)["input_ids"]
        return made

    batch_encode_plus = encode_plus = __call__

    def encode(self, text, *args, **options):
        return self(text, *args, **options)["input_ids"]

    def apply_chat_template(self, conversation, tools=None, documents=None, chat_template=None, add_generation_prompt=False,
                            continue_final_message=False, tokenize=True, padding=False, truncation=False, max_length=None,
                            return_tensors=None, return_dict=False, **options):
        written = _vramlint.unknown("how a conversation is written is in the tokenizer's files, which are not read")
        if not tokenize:
            return written
        several = _several(conversation) and len(conversation) and _several(conversation[0])
        made = self([written] * len(conversation) if several else written, None, True, padding, truncation, max_length,
                    return_tensors=return_tensors)
        return made if return_dict else made["input_ids"]

    # What is put together of them.

    def pad(self, encoded_inputs, padding=True, max_length=None, pad_to_multiple_of=None, padding_side=None,
            return_attention_mask=None, return_tensors=None, verbose=True):
        if not _vramlint.is_known(encoded_inputs):
            return encoded_inputs
        is_open = _several(encoded_inputs) and len(encoded_inputs) and getattr(encoded_inputs[0], "is_open", False)
        if _several(encoded_inputs):
            encoded_inputs = {name: [each[name] for each in encoded_inputs] for name in encoded_inputs[0].keys()}
        numbers = encoded_inputs["input_ids"]
        if not _vramlint.is_known(numbers) or not len(numbers) or not _vramlint.is_known(numbers[0]):
            return BatchEncoding(encoded_inputs)
        length = max([len(each) for each in numbers])
        if padding == "max_length":
            length = self.model_max_length if max_length is None else max_length
        if pad_to_multiple_of:
            length = -(-length // pad_to_multiple_of) * pad_to_multiple_of
        made = {name: self._padded(name, value, length) for name, value in encoded_inputs.items()}
        if "attention_mask" not in made and "attention_mask" in self.model_input_names:
            made["attention_mask"] = [[1] * length for _ in numbers]
        if return_tensors is not None:
            made = {name: _stacked(value) for name, value in made.items()}
        batch = BatchEncoding(made)
        batch.hidden_labels = len(numbers) if is_open and return_tensors is not None and "labels" not in made else None
        return batch

    def _padded(self, name, rows, length):
        if name not in _PADDED:
            return rows
        return [list(row) + [_PADDED[name]] * (length - len(row)) for row in rows]

    def get_special_tokens_mask(self, token_ids_0, token_ids_1=None, already_has_special_tokens=False):
        return [0] * (len(token_ids_0) + (0 if already_has_special_tokens else 2))

    def num_special_tokens_to_add(self, pair=False):
        return 3 if pair else 2

    def build_inputs_with_special_tokens(self, token_ids_0, token_ids_1=None):
        return [_token(), *token_ids_0, *(token_ids_1 or ()), _token()]

    def convert_tokens_to_ids(self, tokens):
        return super().convert_tokens_to_ids(tokens) if _vramlint.is_known(tokens) else _token()

    def save_pretrained(self, *args, **options):
        return ()

    def push_to_hub(self, *args, **options):
        return None

    def _switch_to_input_mode(self):
        return None

    _switch_to_target_mode = _switch_to_input_mode


def _stacked(rows):
    if rows and isinstance(rows[0], torch.Tensor):
        return torch.stack(rows)
    return torch.tensor(rows)


_named_classes = {}


def named(name):
    """The tokenizer of one kind of model: no other kind's."""
    if name not in _named_classes:
        _named_classes[name] = type(name, (AutoTokenizer,), {})
    return _named_classes[name]
