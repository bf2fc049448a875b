# Sequences of different lengths, packed step by step (torch/nn/utils/rnn.py and ATen/native/PackedSequence.cpp, 1.13).
from collections import namedtuple

import _vramlint
import torch

PackedSequence_ = namedtuple("PackedSequence", ["data", "batch_sizes", "sorted_indices", "unsorted_indices"])


class PackedSequence(PackedSequence_):
    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if sorted_indices is not None and unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None and isinstance(data, (tuple, list)):
            data, batch_sizes = data
        return PackedSequence_.__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        return type(self)(self.data.to(*args, **kwargs), *self[1:])

    def cuda(self, *args, **kwargs):
        return type(self)(self.data.cuda(*args, **kwargs), *self[1:])

    def cpu(self, *args, **kwargs):
        return type(self)(self.data.cpu(), *self[1:])

    def double(self):
        return self.to(dtype=torch.double)

    def float(self):
        return self.to(dtype=torch.float)

    def half(self):
        return self.to(dtype=torch.half)

    def long(self):
        return self.to(dtype=torch.long)

    def int(self):
        return self.to(dtype=torch.int)

    def pin_memory(self):
        return self

    @property
    def is_cuda(self):
        return self.data.is_cuda


def invert_permutation(permutation):
    if permutation is None:
        return None
    known = _known_list(permutation)
    if known is not None:
        return torch.tensor([known.index(i) for i in range(len(known))], device=permutation.device)
    places = torch.arange(0, permutation.numel(), device=permutation.device)
    return torch.empty_like(permutation).scatter_(0, permutation, places)


def _known_list(values):
    if isinstance(values, torch.Tensor):
        values = values.tolist()
    return list(values) if _vramlint.is_known(values) and all([_vramlint.is_known(value) for value in values]) else None


def _numbers(values, count, most):
    # Lengths that only the data tell are taken to be as long as they may.
    known = _known_list(values)
    if known is not None:
        return known
    _vramlint.assume("the sequences that are packed are as long as the longest: their lengths depend on the data")
    return [most] * count


def _sizes(packed):
    known = _known_list(packed.batch_sizes)
    if known is not None:
        return known
    _vramlint.unsupported("a packed sequence whose batch sizes depend on the data is not modelled")


def _check(lengths, batch, enforce_sorted):
    if len(lengths) != batch:
        raise RuntimeError(f"{len(lengths)} lengths are given for a batch of {batch}")
    if min(lengths) <= 0:
        raise RuntimeError("every length has to be greater than 0")
    if enforce_sorted and lengths != sorted(lengths, reverse=True):
        raise RuntimeError("the lengths have to fall unless `enforce_sorted=False` is given")


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    steps, batch = (1, 0) if batch_first else (0, 1)
    known = _numbers(lengths, input.size(batch), input.size(steps))
    _check(known, input.size(batch), enforce_sorted)
    order = None
    if not enforce_sorted:
        order = torch.tensor(sorted(range(len(known)), key=lambda i: -known[i]), device=input.device)
        known = sorted(known, reverse=True)
        input = input.index_select(batch, order)
    if batch_first:
        input = input.transpose(0, 1)
    parts, sizes = [], []
    for count in range(len(known), 0, -1):
        start, stop = len(sizes), known[count - 1]
        if stop > start:
            part = input[start:stop, :count].contiguous()
            parts.append(part.view(-1, *input.shape[2:]))
            sizes += [count] * (stop - start)
    return PackedSequence(torch.cat(parts), torch.tensor(sizes), order, invert_permutation(order))


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    data, sizes = sequence.data, _sizes(sequence)
    longest, batch = len(sizes), sizes[0]
    if total_length is not None and total_length < longest:
        raise ValueError("Expected total_length to be at least the length of the longest sequence in input, but got "
                         f"total_length={total_length} and max sequence length being {longest}")
    steps = longest if total_length is None else total_length
    padded = data.new_full((steps, batch, *data.shape[1:]), padding_value)
    start = row = 0
    for step in range(1, longest + 1):
        if step == longest or sizes[step] != sizes[start]:
            count = (step - start) * sizes[start]
            padded[start:step, :sizes[start]] = data[row:row + count].view(step - start, sizes[start], *data.shape[1:])
            start, row = step, row + count
    if batch_first:
        padded = padded.transpose(0, 1)
    lengths = [sum(1 for size in sizes if size > i) for i in range(batch)]
    order = sequence.unsorted_indices
    if order is None:
        return padded, torch.tensor(lengths)
    known = _known_list(order)
    lengths = torch.tensor(lengths)[order.cpu()] if known is None else torch.tensor([lengths[i] for i in known])
    return padded.index_select(0 if batch_first else 1, order), lengths


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    sequences = list(sequences)
    longest = max(sequence.size(0) for sequence in sequences)
    rest = sequences[0].shape[1:]
    shape = (len(sequences), longest, *rest) if batch_first else (longest, len(sequences), *rest)
    result = sequences[0].new_full(shape, padding_value)
    for i, sequence in enumerate(sequences):
        if batch_first:
            result[i, :sequence.size(0)] = sequence
        else:
            result[:sequence.size(0), i] = sequence
    return result


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    known = _numbers(lengths, padded_sequences.size(0), padded_sequences.size(1))
    return [sequence[:length] for sequence, length in zip(padded_sequences, known)]


def pack_sequence(sequences, enforce_sorted=True):
    lengths = [sequence.size(0) for sequence in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
