from gymnasium.envs import register, registry, spec
