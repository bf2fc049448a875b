"""Vocabularies are in files that are not read: how long a text is in tokens is told by its padding, or bounded by its signs."""

_OURS = ("PreTrainedTokenizerBase", "PreTrainedTokenizerFast", "TokenizersBackend")


class _Kind(type):
    """What stands for a tokenizer here is one of them, and a fast one."""

    def __instancecheck__(cls, instance):
        from vramlint_tokens import AutoTokenizer

        return issubclass(type(instance), cls) or cls.__name__ in _OURS and issubclass(type(instance), AutoTokenizer)


def amend(module, name="PreTrainedTokenizerBase"):
    def from_pretrained(cls, pretrained_model_name_or_path, *args, **options):
        from vramlint_tokens import AutoTokenizer

        return AutoTokenizer.from_pretrained(pretrained_model_name_or_path, *args, **options)

    if name == "PreTrainedTokenizerBase":
        found = getattr(module, name)
        setattr(module, name, _Kind(name, (found,), {"__module__": found.__module__, "__doc__": found.__doc__}))
    getattr(module, name).from_pretrained = classmethod(from_pretrained)
