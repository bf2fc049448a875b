"""gym: gymnasium before it had that name. Before 0.26 reset() gives an observation alone and step() one end."""
import _run
import _vramlint
import gymnasium
from gym import core, envs, spaces, vector, wrappers
from gymnasium import ActionWrapper, Env, ObservationWrapper, RewardWrapper, Space, Wrapper
from gymnasium.envs import register, registry, spec


def _release():
    said = _run.wanted_release("gym")
    if said:
        return said
    _vramlint.assume("gym is taken to be older than 0.26, whose step() gives four values")
    return "0.21.0"


__version__ = _release()
_is_old = [int(part) for part in __version__.split(".")[:2] if part.isdigit()] < [0, 26]


def make(id, max_episode_steps=None, autoreset=False, **options):
    return gymnasium.envs.made(id, _is_old, options)
