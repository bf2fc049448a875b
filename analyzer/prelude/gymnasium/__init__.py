"""gymnasium and gym as training programs use them: spaces and the shapes of what environments give."""
from gymnasium import core, envs, spaces, vector, wrappers
from gymnasium.core import ActionWrapper, Env, ObservationWrapper, RewardWrapper, Wrapper
from gymnasium.envs import pprint_registry, register, registry, spec
from gymnasium.spaces import Space

__version__ = __release__ = "0.29.1"


def make(id, max_episode_steps=None, render_mode=None, **options):
    return envs.made(id, False, options)


def make_vec(id, num_envs=1, vectorization_mode=None, vector_kwargs=None, wrappers=(), **options):
    return vector.SyncVectorEnv([lambda: make(id, **options)] * num_envs)


def register_envs(env_module):
    return None
