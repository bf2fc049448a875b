import torch


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
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
