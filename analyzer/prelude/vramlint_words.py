"""Texts as numbers. The vocabulary is in the checkpoint's files, which are not read: a word is taken for one token, and what
is cut at a length for as long as its signs allow."""
import re

import _vramlint
import torch

SPECIAL = {"[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102, "[MASK]": 103}


def words(text):
    """Where each begins and ends: letters and digits together, every other sign alone."""
    return [found.span() for found in re.finditer(r"\w+|[^\w\s]", text)]


class BatchEncoding(dict):
    def __init__(self, data=None, places=None, *args, **options):
        super().__init__(data or {})
        self._places = places

    data = property(lambda self: self)
    hidden_labels = None  # how many rows of a data set of which not all columns are known

    def __contains__(self, name):
        if name == "label" and self.hidden_labels is not None and not dict.__contains__(self, name):
            _vramlint.assume("the data set is taken to have a column `label`, which the program asks for")
            self[name] = torch.empty(self.hidden_labels, dtype=torch.int64)
        return dict.__contains__(self, name)

    def __getattr__(self, name):
        if name.startswith("_") or name not in self:
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name):
        if isinstance(name, int):  # of one text, as the tokens that it has
            return _vramlint.unknown("how the tokens of a text lie in it is in the vocabulary's files")
        return dict.__getitem__(self, name)

    def to(self, device, *args, **options):
        for name, value in self.items():
            self[name] = value.to(device) if isinstance(value, torch.Tensor) else value
        return self

    def convert_to_tensors(self, tensor_type=None, prepend_batch_axis=False):
        for name, value in self.items():
            self[name] = torch.as_tensor(value)
        return self

    def _numbers(self, index):
        numbers = self["input_ids"]
        return numbers[index] if len(numbers) and isinstance(numbers[0], list) else numbers

    def word_ids(self, batch_index=0):
        """Every word is taken for one token, with a sign before and behind them."""
        return [None, *range(len(self._numbers(batch_index)) - 2), None]

    def sequence_ids(self, batch_index=0):
        length = len(self._numbers(batch_index))
        first = max(1, length // 8)
        return [None] + [0] * first + [None] + [1] * max(0, length - first - 3) + [None]

    def tokens(self, batch_index=0):
        return _vramlint.unknown("the words of a vocabulary are in its files")

    def char_to_token(self, batch_or_char, char=None):
        text, at = (0, batch_or_char) if char is None else (batch_or_char, char)
        if self._places is None:
            return _vramlint.unknown("how the tokens of a text lie in it is in the vocabulary's files")
        for index, (begin, end) in enumerate(self._places[text]):
            if begin <= at < end:
                return index + 1
        return None


class BertTokenizer:
    model_max_length = 512

    def __init__(self, vocab_file=None, do_lower_case=True, **options):
        self.do_lower_case = do_lower_case
        self.model_max_length = options.get("model_max_length") or options.get("max_len") or self.model_max_length

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
