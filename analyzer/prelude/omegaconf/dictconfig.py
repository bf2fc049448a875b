from omegaconf._trees import DictConfig
