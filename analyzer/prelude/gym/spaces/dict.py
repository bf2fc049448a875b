from gymnasium.spaces import Dict
