from generative.networks import layers, nets, schedulers
