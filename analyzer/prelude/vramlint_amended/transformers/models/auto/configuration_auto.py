"""Which config it is says its file: without it nothing is known."""
import _vramlint
from vramlint_amended.transformers.utils.hub import config_of


def amend(module):
    original = module.AutoConfig.__dict__["from_pretrained"].__func__

    def from_pretrained(cls, pretrained_model_name_or_path, **options):
        found = config_of(pretrained_model_name_or_path, options)
        if _vramlint.is_known(found):
            return original(cls, pretrained_model_name_or_path, **options)
        return (found, options) if options.pop("return_unused_kwargs", False) else found

    module.AutoConfig.from_pretrained = classmethod(from_pretrained)
