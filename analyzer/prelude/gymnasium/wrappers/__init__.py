"""What stands around an environment; most change nothing that has a size."""
import numpy as np
from gymnasium.core import ObservationWrapper, RewardWrapper, Wrapper
from gymnasium.spaces import Box, flatten_space


class _Same(Wrapper):
    def __init__(self, env, *args, **options):
        super().__init__(env)


class RecordEpisodeStatistics(_Same):
    pass


RecordVideo = Monitor = TimeLimit = OrderEnforcing = AutoResetWrapper = Autoreset = NormalizeReward = ClipAction = _Same
HumanRendering = PassiveEnvChecker = StickyAction = ClipReward = _Same


class _Shown(ObservationWrapper):
    """What is observed is any of its space."""

    def __init__(self, env, shape, dtype=None):
        super().__init__(env)
        self.observation_space = Box(None, None, tuple(shape), dtype or env.observation_space.dtype)

    def observation(self, observation):
        return self.observation_space.sample()


class NormalizeObservation(_Shown):
    def __init__(self, env, epsilon=1e-8):
        space = getattr(env, "single_observation_space", env.observation_space)
        super().__init__(env, env.observation_space.shape, np.float32 if space.dtype == np.float32 else np.float64)


class TransformObservation(ObservationWrapper):
    def __init__(self, env, f=None, observation_space=None, func=None):
        super().__init__(env)
        self.f = f or func
        if observation_space is not None:
            self.observation_space = observation_space

    def observation(self, observation):
        return self.f(observation)


class TransformReward(RewardWrapper):
    def __init__(self, env, f=None, func=None):
        super().__init__(env)
        self.f = f or func

    def reward(self, reward):
        return self.f(reward)


class FrameStack(_Shown):
    def __init__(self, env, num_stack=None, lz4_compress=False, stack_size=None, **options):
        super().__init__(env, (num_stack or stack_size,) + tuple(env.observation_space.shape))


FrameStackObservation = FrameStack


class ResizeObservation(_Shown):
    def __init__(self, env, shape):
        size = (shape, shape) if isinstance(shape, int) else tuple(shape)
        super().__init__(env, size + tuple(env.observation_space.shape[2:]))


class GrayScaleObservation(_Shown):
    def __init__(self, env, keep_dim=False):
        super().__init__(env, tuple(env.observation_space.shape[:2]) + ((1,) if keep_dim else ()))


GrayscaleObservation = GrayScaleObservation


class AtariPreprocessing(_Shown):
    def __init__(self, env, noop_max=30, frame_skip=4, screen_size=84, terminal_on_life_loss=False, grayscale_obs=True,
                 grayscale_newaxis=False, scale_obs=False):
        size = (screen_size, screen_size) if isinstance(screen_size, int) else tuple(screen_size)
        last = (3,) if not grayscale_obs else (1,) if grayscale_newaxis else ()
        super().__init__(env, size + last, np.float32 if scale_obs else np.uint8)


class FlattenObservation(_Shown):
    def __init__(self, env):
        space = flatten_space(env.observation_space)
        super().__init__(env, space.shape, space.dtype)


class RescaleAction(_Same):
    pass
