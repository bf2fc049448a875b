from gymnasium.spaces import MultiDiscrete
