"""transformers 4: BERT and its words, which detectors and segmentors take for their texts, and
arguments of training. All else is read from the
library's own source."""
import sys

import _vramlint
from vramlint_openmmlab.homes import spread

__gives_way__ = True
__version__ = "4.36.2"

_known, _find = spread(__name__, {
    "transformers.models.bert.modeling_bert": "BertConfig BertModel BertPreTrainedModel",
    "vramlint_training": "TrainingArguments",
    "vramlint_words": "AutoTokenizer BatchEncoding BertTokenizer BertTokenizerFast",
})


def __getattr__(name):
    if name in _known:
        return _find(name)
    if name.startswith("_"):
        raise AttributeError(f"module 'transformers' has no attribute '{name}'")
    if name in ("models", "modeling_utils"):
        __import__("transformers." + name)
        return sys.modules["transformers." + name]
    return _vramlint.unknown(f"the source of transformers is not at hand, and `{name}` is not described: `--site-packages "
                             "DIR` leads to the package where it is installed")
