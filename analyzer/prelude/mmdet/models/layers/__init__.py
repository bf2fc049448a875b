from vramlint_openmmlab.homes import spread as _spread

__all__, __getattr__ = _spread(__name__, {
    "mmdet.models.layers.csp_layer": "CSPLayer",
    "mmdet.models.layers.pixel_decoders": "MSDeformAttnPixelDecoder PixelDecoder TransformerEncoderPixelDecoder",
    "mmdet.models.layers.positional_encoding": "LearnedPositionalEncoding SinePositionalEncoding",
    "mmdet.models.layers.se_layer": "ChannelAttention",
    "mmdet.models.layers.transformer": "DeformableDetrTransformerEncoder DeformableDetrTransformerEncoderLayer "
                                       "DetrTransformerDecoder DetrTransformerDecoderLayer DetrTransformerEncoder "
                                       "DetrTransformerEncoderLayer Mask2FormerTransformerDecoder "
                                       "Mask2FormerTransformerDecoderLayer Mask2FormerTransformerEncoder",
})
