"""Which model it is says its config: without that nothing is known."""
import _vramlint
from vramlint_amended.transformers.utils.hub import config_of


def amend(module):
    original = module._BaseAutoModelClass.__dict__["from_pretrained"].__func__

    def from_pretrained(cls, pretrained_model_name_or_path, *model_args, **options):
        config = options.get("config")
        if config is None:
            config = config_of(pretrained_model_name_or_path, options)
        if not _vramlint.is_known(config):
            return config
        return original(cls, pretrained_model_name_or_path, *model_args, **options)

    module._BaseAutoModelClass.from_pretrained = classmethod(from_pretrained)
