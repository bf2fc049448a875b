from gymnasium.spaces import Box
