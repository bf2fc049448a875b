from gymnasium.spaces import MultiBinary
