from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv, VectorEnvWrapper


def make(id, num_envs=1, asynchronous=True, wrappers=None, **options):
    import gym
    return SyncVectorEnv([lambda: gym.make(id, **options)] * num_envs)
