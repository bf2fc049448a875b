"""How pictures are prepared is in a file beside the weights; where it is not at hand, as the class does it by default."""
import _vramlint

FILE = "preprocessor_config.json"


def by_default(original):
    def settings_of(cls, pretrained_model_name_or_path, **options):
        try:
            return original(cls, pretrained_model_name_or_path, **options)
        except OSError:
            _vramlint.assume(f"`{FILE}` of `{pretrained_model_name_or_path}` is not at hand: what it says is taken to be what "
                             "transformers sets by default")
            return {}, options

    return classmethod(settings_of)


def amend(module):
    found = module.ImageProcessingMixin
    found.get_image_processor_dict = by_default(found.__dict__["get_image_processor_dict"].__func__)
