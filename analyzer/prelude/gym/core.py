from gymnasium.core import ActionWrapper, Env, ObservationWrapper, RewardWrapper, Wrapper
