"""As for every tokenizer."""
from vramlint_amended.transformers import tokenization_utils_base


def amend(module):
    tokenization_utils_base.amend(module, "AutoTokenizer")
