"""The environments that the packages bring: what they observe and take, as their documentation says."""
import re

import _run
import numpy as np
from gymnasium.core import Described
from gymnasium.spaces import Box, Discrete, Tuple

_FULL = 'what `{0}` observes or takes is not known; `data: {{"{0}": "float32[SIZE]"}}` in vramlint.yaml says what it observes'
_CHOICES = {  # of the classic ones: numbers observed, choices or negative numbers of an action
    "CartPole": (4, 2), "Acrobot": (6, 3), "Pendulum": (3, -1), "MountainCar": (2, 3), "MountainCarContinuous": (2, -1),
    "LunarLander": (8, 4), "LunarLanderContinuous": (8, -2), "BipedalWalker": (24, -4), "BipedalWalkerHardcore": (24, -4),
}
_BODIES = {  # of MuJoCo: numbers observed in v2 to v4, of an action
    "HalfCheetah": (17, 6), "Hopper": (11, 3), "Walker2d": (17, 6), "Humanoid": (376, 17), "HumanoidStandup": (376, 17),
    "Swimmer": (8, 2), "Reacher": (11, 2), "InvertedPendulum": (4, 1), "InvertedDoublePendulum": (11, 1), "Pusher": (23, 7),
}
_SAME_IN_V5 = ("HalfCheetah", "Hopper", "Walker2d", "Swimmer", "InvertedPendulum", "Pusher")
_PLACES = {"FrozenLake": (16, 4), "FrozenLake8x8": (64, 4), "CliffWalking": (48, 4), "Taxi": (500, 6)}
_GAMES = {"Breakout": 4, "Pong": 6, "SpaceInvaders": 6, "Qbert": 6, "Seaquest": 18, "BeamRider": 9, "Enduro": 9,
          "MsPacman": 9, "Freeway": 3}
_KINDS = re.compile(r"(?:ALE/)?([A-Za-z]+?)(-ram)?(Deterministic|NoFrameskip)?-v([045])")


def _box(*shape, dtype=np.float32):
    return Box(None, None, shape, dtype)


def _body(name, version):
    if name == "Ant":
        seen = {2: 111, 3: 111, 4: 27, 5: 105}.get(version)
        return None if seen is None else (_box(seen, dtype=np.float64), _box(8))
    if name not in _BODIES or version == 5 and name not in _SAME_IN_V5:
        return None
    seen, moved = _BODIES[name]
    return _box(seen, dtype=np.float64), _box(moved)


def _game(id):
    found = _KINDS.fullmatch(id)
    if found is None or not (id.startswith("ALE/") or found.group(3) or found.group(1) in _GAMES):
        return None
    name, ram = found.group(1), found.group(2)
    count = _GAMES.get(name)
    if count is None:
        count = _run.some(2, f"how many actions the game {name} has is not known")
    return _box(128, dtype=np.uint8) if ram else _box(210, 160, 3, dtype=np.uint8), Discrete(count)


def _spaces(id):
    name, _, version = id.rpartition("-v")
    version = int(version) if version.isdigit() else None
    if name in _CHOICES:
        seen, taken = _CHOICES[name]
        return _box(seen), Discrete(taken) if taken > 0 else _box(-taken)
    if name in _PLACES:
        return tuple([Discrete(count) for count in _PLACES[name]])
    if name == "CarRacing":
        return _box(96, 96, 3, dtype=np.uint8), _box(3)
    if name == "Blackjack":
        return Tuple([Discrete(32), Discrete(11), Discrete(2)]), Discrete(2)
    return _body(name, version) or _game(id)


def _stated(id):
    from vramlint_data import ARRAYS, said
    found = said(id, ARRAYS)
    return None if not found else _box(*found[1], dtype=found[0])


def _taken(id, options):
    if options.get("continuous") is not None and id.startswith(("LunarLander-", "CarRacing-")):
        is_lander = id.startswith("LunarLander-")
        return _box(2 if is_lander else 3) if options["continuous"] else Discrete(4 if is_lander else 5)
    return None


def made(id, is_old, options):
    why = _FULL.format(_run.text(id) if not _run.is_known(id) else id)
    if not _run.is_known(id) or not isinstance(id, str):
        return _run.unknown("which environment is made is not known")
    seen, taken = _spaces(id.rpartition(":")[2]) or (_stated(id) or _run.unknown(why), _run.unknown(why))
    return Described(id, _stated(id) or seen, _taken(id, options) or taken, is_old)
