from generative.networks.layers.vector_quantizer import EMAQuantizer, VectorQuantizer
