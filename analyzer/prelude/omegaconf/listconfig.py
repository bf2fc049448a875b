from omegaconf._trees import ListConfig
