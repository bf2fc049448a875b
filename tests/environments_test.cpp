// What environments of gym and gymnasium give: observations of their spaces, in the form of their release.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// Of a program beside what its requirements and its recipe say.
Said trained(const std::string& program, const std::string& requirements, const std::string& recipe = "") {
  const ScratchFolder folder;
  folder.put("train.py", program);
  folder.put("requirements.txt", "torch==2.4.0\n" + requirements);
  folder.put("vramlint.yaml", "recipes:\n  - configs: [train.py]\n    script: {path: train.py}\n" + recipe);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

/// A layer of `size` inputs and `outputs` outputs without biases, trained on one row.
std::string layer(const std::string& size, const std::string& outputs) {
  return "net = torch.nn.Linear(" + size + ", " + outputs +
         ", bias=False).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
         "for i in range(10):\n    net(torch.zeros(1, " +
         size + ").cuda()).sum().backward()\n    opt.step()\n";
}

// A quarter of 128 steps in 4 environments of 4 numbers each is kept for backward, in float32: the input of the layer,
// which has 4 x 2 weights.
TEST(Environments, RolloutsAreTrainedOnInMinibatches) {
  const std::string program =
      "import gymnasium as gym\nimport numpy as np\nimport torch\n"
      "def made(i):\n    return lambda: gym.wrappers.RecordEpisodeStatistics(gym.make('CartPole-v1'))\n"
      "envs = gym.vector.SyncVectorEnv([made(i) for i in range(4)])\n"
      "space, choices = envs.single_observation_space, envs.single_action_space\n"
      "assert isinstance(choices, gym.spaces.Discrete) and envs.action_space.shape == (4,)\n"
      "net = torch.nn.Linear(np.array(space.shape).prod(), choices.n, bias=False).cuda()\n"
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nobs = torch.zeros((128, 4) + space.shape).cuda()\n"
      "rewards, dones = torch.zeros(128, 4).cuda(), torch.zeros(128, 4).cuda()\nseen, _ = envs.reset(seed=1)\n"
      "for iteration in range(10):\n    for step in range(128):\n        obs[step] = torch.Tensor(seen).cuda()\n"
      "        with torch.no_grad():\n            action = net(obs[step]).argmax(1)\n"
      "        seen, reward, ended, cut, infos = envs.step(action.cpu().numpy())\n"
      "        rewards[step] = torch.tensor(reward).cuda().view(-1)\n"
      "        dones[step] = torch.Tensor(np.logical_or(ended, cut)).cuda()\n"
      "    flat, places = obs.reshape((-1,) + space.shape), np.arange(512)\n    np.random.shuffle(places)\n"
      "    for start in range(0, 512, 128):\n        opt.zero_grad()\n"
      "        net(flat[places[start:start + 128]]).sum().backward()\n        opt.step()\n";
  const Said said = trained(program, "gymnasium==0.29.1\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  expect_parameters(said, 4 * 2);
  EXPECT_EQ(said.config["saved_for_backward"], 128 * 4 * 4);
}

// Sizes are those of the packages' documentation; 111 numbers, 8 of an action.
TEST(Environments, KnownOnesHaveTheirSpaces) {
  const std::string program =
      "import gymnasium as gym\nimport numpy as np\nimport torch\nfrom gymnasium import spaces\n"
      "for name, seen, taken in [('Acrobot-v1', 6, 3), ('MountainCar-v0', 2, 3), ('LunarLander-v2', 8, 4)]:\n"
      "    env = gym.make(name)\n    assert env.observation_space.shape == (seen,) and env.action_space.n == taken\n"
      "for name, seen, taken in [('Pendulum-v1', 3, 1), ('BipedalWalker-v3', 24, 4), ('HalfCheetah-v4', 17, 6),\n"
      "                          ('Hopper-v2', 11, 3), ('Humanoid-v3', 376, 17), ('Swimmer-v4', 8, 2)]:\n"
      "    env = gym.make(name)\n    assert env.observation_space.shape == (seen,), name\n"
      "    assert env.action_space.shape == (taken,) and env.action_space.dtype == np.float32\n"
      "game = gym.make('BreakoutNoFrameskip-v4')\n"
      "assert game.observation_space.shape == (210, 160, 3) and game.observation_space.dtype == np.uint8\n"
      "assert game.action_space.n == 4\n"
      "game = gym.wrappers.FrameStack(gym.wrappers.GrayScaleObservation(gym.wrappers.ResizeObservation(game, 84)), 4)\n"
      "assert game.observation_space.shape == (4, 84, 84) and game.reset()[0].shape == (4, 84, 84)\n"
      "class Half(gym.ObservationWrapper):\n    def __init__(self, env):\n        super().__init__(env)\n"
      "        self.observation_space = spaces.Box(0, 1, (2,), np.float32)\n"
      "    def observation(self, seen):\n        return seen[:2]\n"
      "half = Half(gym.make('Acrobot-v1'))\nassert half.reset()[0].shape == half.observation_space.shape == (2,)\n"
      "assert len(half.step(half.action_space.sample())) == 5 and half.unwrapped.spec.id == 'Acrobot-v1'\n"
      "both = spaces.Dict({'a': spaces.Box(-1, 1, (3,)), 'b': spaces.Tuple([spaces.Discrete(5), "
      "spaces.MultiBinary(2)])})\n"
      "assert both['a'].shape == (3,) and both['b'][1].n == 2 and both.sample()['a'].dtype == np.float32\n"
      "assert spaces.MultiDiscrete([2, 3]).shape == (2,) and spaces.utils.flatdim(both) == 10\n"
      "ant = gym.make('Ant-v3')\n" +
      layer("ant.observation_space.shape[0]", "ant.action_space.shape[0]");
  const Said said = trained(program, "gymnasium==0.29.1\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  expect_parameters(said, 111 * 8);
}

TEST(Environments, ReleasesOfGymDifferInWhatTheyGive) {
  const std::string begin = "import gym\nimport torch\nenv = gym.make('CartPole-v0')\n";
  const std::string old = "seen = env.reset()\nseen, reward, done, info = env.step(0)\n";
  const std::string later = "seen, info = env.reset(seed=0)\nseen, reward, ended, cut, info = env.step(0)\n";
  const std::string end = "total = 0.0\ntotal += reward\n" + layer("len(seen)", "env.action_space.n");
  expect_parameters(trained(begin + old + end, "gym==0.21.0\n"), 4 * 2);
  expect_parameters(trained(begin + later + end, "gym==0.26.2\n"), 4 * 2);
  expect_parameters(trained(begin + old + end, ""), 4 * 2);
}

// One that the program registers is its own class; of one that nobody describes, `data:` says what it observes.
TEST(Environments, OthersAreTheProgramsOwnOrSaid) {
  const std::string own =
      "import gymnasium as gym\nimport numpy as np\nimport torch\n"
      "class Own(gym.Env):\n    def __init__(self, size=3):\n"
      "        self.observation_space = gym.spaces.Box(-1, 1, (size,))\n"
      "        self.action_space = gym.spaces.Discrete(5)\n"
      "    def reset(self, seed=None, options=None):\n        super().reset(seed=seed)\n"
      "        return self.observation_space.sample(), {}\n"
      "gym.register(id='Own-v0', entry_point=Own, kwargs={'size': 7})\nenv = gym.make('Own-v0')\n" +
      layer("len(env.reset()[0])", "env.action_space.n");
  expect_parameters(trained(own, ""), 7 * 5);
  const std::string other = "import gymnasium as gym\nimport torch\nenv = gym.make('Elsewhere-v0')\n" +
                            layer("env.observation_space.shape[0]", "2");
  EXPECT_NE(trained(other, "").status(), "estimated");
  expect_parameters(trained(other, "", "    data: {Elsewhere-v0: \"float32[11]\"}\n"), 11 * 2);
}

// Rounds that fill a buffer train nothing, and how long an episode is nobody knows: the next one trains.
TEST(Environments, RoundsThatFillABufferAreNotTheTraining) {
  const Said said = said_of_script(
      "import random, gym, numpy as np, torch\nfrom torch import nn\nenv = gym.make('HalfCheetah-v3')\n"
      "net = nn.Linear(17, 1).cuda()\nopt = torch.optim.Adam(net.parameters())\nmemory = []\n"
      "for episode in range(100):\n    state, done = env.reset(), False\n    while not done:\n"
      "        with torch.no_grad():\n            action = net(torch.FloatTensor(state).cuda()).cpu().numpy()\n"
      "        state, reward, done, _ = env.step(action)\n        memory.append(state)\n"
      "        if len(memory) > 256:\n            x = np.stack(random.sample(memory, 256))\n"
      "            loss = net(torch.FloatTensor(x).cuda()).mean()\n            opt.zero_grad()\n"
      "            loss.backward()\n            opt.step()\n");
  ASSERT_EQ(said.phases(), (std::vector<std::string>{"train", "next epoch"})) << said.config;
  EXPECT_GT(said.config["phases"][1]["saved_for_backward"]["point"].get<int64_t>(), 0) << said.config;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

}  // namespace
}  // namespace vramlint::tests
