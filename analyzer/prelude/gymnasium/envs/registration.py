from gymnasium.envs import pprint_registry, register, registry, spec
