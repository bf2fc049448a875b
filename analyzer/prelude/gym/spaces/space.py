from gymnasium.spaces import Space
