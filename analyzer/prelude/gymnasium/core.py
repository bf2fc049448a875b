"""Environments: what is observed has the shape of its space; rewards, and when an episode ends, the run alone tells."""
import _run
from gymnasium import spaces


class Env:
    metadata, reward_range, render_mode, spec = {"render_modes": []}, (-float("inf"), float("inf")), None, None
    action_space = observation_space = None

    def __class_getitem__(cls, item):
        return cls

    def reset(self, *, seed=None, options=None):
        return None, {}  # for an environment of the program's own, which calls it for its seed

    def render(self, mode="human", **options):
        return _run.unknown("what an environment shows is known in the run alone")

    def close(self):
        return None

    def seed(self, seed=None):
        return [seed]

    @property
    def np_random(self):
        import numpy
        return numpy.random.default_rng()

    @property
    def unwrapped(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.close()
        return False


class Spec:
    def __init__(self, id):
        self.id, self.name = id, id.split("-v")[0]
        self.max_episode_steps = _run.number("after how many steps an episode ends is not known")
        self.reward_threshold = None


class Described(Env):
    """One that the package brings. `is_old`: gym before 0.26, whose reset() gives no info."""

    def __init__(self, id, observation_space, action_space, is_old):
        self.spec, self._is_old = Spec(id), is_old
        self.observation_space, self.action_space = observation_space, action_space
        self._max_episode_steps = self.spec.max_episode_steps

    def _observed(self):
        return spaces.observed(self.observation_space)

    def reset(self, seed=None, options=None, **more):
        return self._observed() if self._is_old and not more.get("return_info") else (self._observed(), {})

    def step(self, action):
        reward = _run.number("what reward an environment gives is known in the run alone")
        ends = [_run.unknown("when an episode ends is known in the run alone") for _ in range(1 if self._is_old else 2)]
        return (self._observed(), reward, *ends, {})


class Wrapper(Env):
    def __init__(self, env):
        self.env = env

    def __getattr__(self, name):
        if name.startswith("__") or name == "env":
            raise AttributeError(name)
        return getattr(self.env, name)

    observation_space = property(lambda self: self._own("observation_space"),
                                 lambda self, space: self.__dict__.update(_observation_space=space))
    action_space = property(lambda self: self._own("action_space"),
                            lambda self, space: self.__dict__.update(_action_space=space))
    spec = property(lambda self: self.env.spec)

    def _own(self, name):
        return self.__dict__.get("_" + name) or getattr(self.env, name)

    def reset(self, **options):
        return self.env.reset(**options)

    def step(self, action):
        return self.env.step(action)

    def render(self, *args, **options):
        return self.env.render(*args, **options)

    def close(self):
        return self.env.close()

    def seed(self, seed=None):
        return self.env.seed(seed)

    @property
    def unwrapped(self):
        return self.env.unwrapped


class ObservationWrapper(Wrapper):
    def reset(self, **options):
        found = self.env.reset(**options)
        return (self.observation(found[0]), *found[1:]) if isinstance(found, tuple) else self.observation(found)

    def step(self, action):
        found = self.env.step(action)
        return (self.observation(found[0]), *found[1:])


class RewardWrapper(Wrapper):
    def step(self, action):
        found = self.env.step(action)
        return (found[0], self.reward(found[1]), *found[2:])


class ActionWrapper(Wrapper):
    def step(self, action):
        return self.env.step(self.action(action))
