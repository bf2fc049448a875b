"""As for pictures."""
from vramlint_amended.transformers.image_processing_base import by_default


def amend(module):
    found = module.FeatureExtractionMixin
    found.get_feature_extractor_dict = by_default(found.__dict__["get_feature_extractor_dict"].__func__)
