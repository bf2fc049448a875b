from vramlint_openmmlab.homes import spread as _spread

__all__, __getattr__ = _spread(__name__, {
    "mmdet.models.backbones": "CSPNeXt",
    "mmdet.models.dense_heads": "MaskFormerHead Mask2FormerHead",
    "mmdet.models.layers": "DetrTransformerDecoder DetrTransformerDecoderLayer DetrTransformerEncoder "
                           "DetrTransformerEncoderLayer LearnedPositionalEncoding MSDeformAttnPixelDecoder PixelDecoder "
                           "SinePositionalEncoding TransformerEncoderPixelDecoder",
    "mmdet.models.losses": "CrossEntropyLoss DiceLoss FocalLoss",
})
