"""Names that are looked up when they are asked for: tokenizers may be left out, of which sizes of words are all that counts."""


def amend(module):
    original = module._LazyModule.__getattr__

    def __getattr__(self, name):
        try:
            return original(self, name)
        except (AttributeError, ModuleNotFoundError):
            if not name.endswith("Tokenizer") and not name.endswith("TokenizerFast"):
                raise
            from vramlint_tokens import AutoTokenizer, named

            return AutoTokenizer if name == "AutoTokenizer" else named(name)

    module._LazyModule.__getattr__ = __getattr__
