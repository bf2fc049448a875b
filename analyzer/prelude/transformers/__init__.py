"""transformers 4: BERT and its words, which detectors and segmentors take for their texts, and
arguments of training. All else is read from the
library's own source."""
from vramlint_openmmlab.homes import partly

__gives_way__ = True
__version__ = "4.36.2"

__getattr__ = partly(__name__, {
    "transformers.models.bert.modeling_bert": "BertConfig BertModel BertPreTrainedModel",
    "vramlint_training": "TrainingArguments",
    "vramlint_tokens": "AutoTokenizer",
    "vramlint_words": "BatchEncoding BertTokenizer BertTokenizerFast",
}, ("models", "modeling_utils"))
