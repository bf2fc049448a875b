"""Vocabularies are in files that are not read: how long a text is in tokens is told by its padding, or bounded by its signs."""


def amend(module, name="PreTrainedTokenizerBase"):
    def from_pretrained(cls, pretrained_model_name_or_path, *args, **options):
        from vramlint_tokens import AutoTokenizer

        return AutoTokenizer.from_pretrained(pretrained_model_name_or_path, *args, **options)

    getattr(module, name).from_pretrained = classmethod(from_pretrained)
