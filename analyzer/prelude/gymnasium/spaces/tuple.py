from gymnasium.spaces import Tuple
