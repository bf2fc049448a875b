from gymnasium.spaces import flatdim, flatten, flatten_space
