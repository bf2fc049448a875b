"""Several environments of one kind, whose observations, rewards and ends come in arrays."""
import numpy as np
from gymnasium import spaces
from gymnasium.core import Env, Wrapper


class VectorEnv(Env):
    num_envs, closed, is_vector_env = 1, False, True

    def reset_async(self, **options):
        return None

    def step_async(self, actions):
        self._actions = actions

    def step_wait(self, **options):
        return self.step(self._actions)

    def reset_wait(self, **options):
        return self.reset()

    def close(self, **options):
        return None


class SyncVectorEnv(VectorEnv):
    def __init__(self, env_fns, observation_space=None, action_space=None, **options):
        self.num_envs = len(env_fns)
        self.envs = [make() for make in env_fns]
        self._first = self.envs[0]
        self.spec = self._first.spec
        self.single_observation_space = observation_space or self._first.observation_space
        self.single_action_space = action_space or self._first.action_space
        self.observation_space = spaces.batched(self.single_observation_space, self.num_envs)
        self.action_space = spaces.batched(self.single_action_space, self.num_envs)

    def _observed(self):
        return spaces.observed(self.observation_space)

    def reset(self, seed=None, options=None, **more):
        found = self._first.reset()
        return (self._observed(), {}) if isinstance(found, tuple) and len(found) == 2 else self._observed()

    def step(self, actions):
        count = len(self._first.step(self.single_action_space.sample()))
        ends = [np.empty(self.num_envs, bool) for _ in range(count - 3)]
        told = {} if count == 5 else tuple([{} for _ in range(self.num_envs)])
        return (self._observed(), np.empty(self.num_envs, np.float64), *ends, told)

    def seed(self, seed=None):
        return [seed]

    def call(self, name, *args, **options):
        found = [getattr(env, name) for env in self.envs]
        return tuple([one(*args, **options) if callable(one) else one for one in found])

    get_attr = call


AsyncVectorEnv = SyncVectorEnv
VectorEnvWrapper = VectorWrapper = Wrapper
