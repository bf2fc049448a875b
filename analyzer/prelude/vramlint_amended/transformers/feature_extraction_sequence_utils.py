"""A recording of which nobody knows the length, cut and padded to one that is given."""
import _vramlint


def _rounded(length, multiple):
    return length if multiple is None else (length + multiple - 1) // multiple * multiple


def amend(module):
    found = module.SequenceFeatureExtractor
    cut, pad, nothing = found._truncate, found._pad, module.PaddingStrategy.DO_NOT_PAD

    def _truncate(self, processed_features, max_length=None, pad_to_multiple_of=None, truncation=None):
        self._cuts = bool(truncation)
        given = processed_features[self.model_input_names[0]]
        if truncation and max_length is not None and not _vramlint.is_known(len(given)):
            return processed_features
        return cut(self, processed_features, max_length, pad_to_multiple_of, truncation)

    def _pad(self, processed_features, max_length=None, padding_strategy=nothing, pad_to_multiple_of=None,
             return_attention_mask=None):
        import numpy as np

        name = self.model_input_names[0]
        given = processed_features[name]
        is_open = not _vramlint.is_known(len(given)) and _vramlint.is_known(max_length) and max_length is not None
        if not is_open or padding_strategy == nothing or not self.__dict__.get("_cuts"):
            return pad(self, processed_features, max_length, padding_strategy, pad_to_multiple_of, return_attention_mask)
        length = _rounded(max_length, pad_to_multiple_of)
        processed_features[name] = np.zeros((length,) + tuple(given.shape[1:]), dtype=given.dtype)
        if return_attention_mask or "attention_mask" in processed_features:
            processed_features["attention_mask"] = np.ones(length, dtype=np.int32)
        return processed_features

    found._truncate, found._pad = _truncate, _pad
