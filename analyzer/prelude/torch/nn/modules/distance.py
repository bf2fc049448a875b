from torch.nn.modules.shapes import CosineSimilarity, PairwiseDistance
