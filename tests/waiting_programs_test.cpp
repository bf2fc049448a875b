// Programs that go on for long before they train, and those that wait for batches of which nothing is known.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kBegin =
    "import random\nimport torch\nfrom torch import nn\nnet = nn.Linear(256, 256).cuda()\n"
    "opt = torch.optim.Adam(net.parameters())\n"
    "def train(rows):\n    opt.zero_grad()\n    net(torch.zeros(rows, 256).cuda()).mean().backward()\n"
    "    opt.step()\n";
// Adam's two states of 256 x 256 weights and 256 biases.
constexpr int64_t kStates = 2 * (256 * 256 + 256) * 4;

void expect_trained(const std::string& program) {
  SCOPED_TRACE(program);
  const Said said = said_of_script(kBegin + program);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(states(said), kStates);
  EXPECT_TRUE(said.assumes("comes to hold in a later round") || said.assumes("no longer holds in a later round"));
}

TEST(WaitingPrograms, TrainingBeginsManyRoundsLater) {
  expect_trained("for step in range(10_000_000):\n    if step > 80_000 and step % 4 == 0:\n        train(64)\n");
  expect_trained("for step in range(1_000_000):\n    if step < 50_000:\n        continue\n    train(64)\n");
  expect_trained("step = 0\nwhile step < 2_000_000:\n    step += 1\n    if step >= 25_000:\n        train(64)\n");
}

// 256 of what has been gathered: there are as many once it trains.
TEST(WaitingPrograms, ABufferHasWhatABatchTakes) {
  expect_trained(
      "kept = []\ndef learn():\n    train(len(random.sample(kept, 256)))\nfor step in range(1_000_000):\n"
      "    kept.append(step)\n    if step > 20_000:\n        for _ in range(2):\n            learn()\n");
}

TEST(WaitingPrograms, WhatNeverTrainsIsNotMadeToTrain) {
  const Said said = said_of_script(kBegin + "for step in range(100_000_000):\n    net(torch.zeros(1, 256).cuda())\n");
  EXPECT_EQ(said.status(), "not_estimable");
}

const std::string kLoader =
    "from absent_loader import Loader\nloader = Loader('data.beton', batch_size=64)\n"
    "net = nn.Conv2d(3, 64, 3).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n";
const std::string kRound = "        opt.zero_grad()\n        net(x.cuda()).mean().backward()\n        opt.step()\n";

Said with_recipe(const std::string& program, const std::string& more) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - configs: [a.py]\n    script: a.py\n" + more);
  folder.put("a.py", "import torch\nfrom torch import nn\nfrom tqdm import tqdm\n" + program);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.py"}));
}

TEST(WaitingPrograms, ALoaderThatIsNotAtHandIsAskedFor) {
  const std::string given = "    inputs: [\"float32[64, 3, 32, 32]\"]\n    targets: [\"int64[64]\"]\n";
  for (const std::string loop :
       {"for epoch in range(2):\n    for x, y in loader:\n",
        "for epoch in range(2):\n    for i, (x, y) in enumerate(loader):\n",
        "for epoch in range(2):\n    for i, batch in enumerate(tqdm(loader)):\n        x, y = batch\n"}) {
    SCOPED_TRACE(loop);
    const Said asked = with_recipe(kLoader + loop + kRound, "");
    EXPECT_EQ(asked.status(), "not_estimable");
    EXPECT_NE(asked.findings.dump().find("add `inputs:` and `targets:`"), std::string::npos) << asked.findings;
    const Said said = with_recipe(kLoader + loop + kRound, given);
    // The batch, 64 x 3 x 32 x 32 numbers of four bytes.
    EXPECT_GE(said.allocated(), int64_t{64} * 3 * 32 * 32 * 4) << said.config["unknowns"];
    EXPECT_FALSE(said.lists("is not followed"));
  }
}

// What it is given transforms pictures, and is no part of the network.
TEST(WaitingPrograms, TransformsThatALoaderIsGivenAreNoModel) {
  const Said said = with_recipe(
      "import absent_loader\nfrom torchvision import transforms as T\n"
      "loader = absent_loader.Data('a').map(T.Compose([T.Resize(8), T.ToTensor()]), lambda y: y).batched(4)\n"
      "net = nn.Conv2d(3, 64, 3).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for epoch in range(2):\n    for x, y in loader:\n" +
          kRound,
      "");
  EXPECT_FALSE(said.lists("is given the model"));
  EXPECT_NE(said.findings.dump().find("add `inputs:` and `targets:`"), std::string::npos) << said.findings;
}

TEST(WaitingPrograms, ATrainerThatIsNotDescribedIsNamed) {
  const Said said = with_recipe(
      "import transformers\nfrom transformers import Trainer\ndef main():\n"
      "    model = transformers.AutoModelForCausalLM.from_pretrained('a')\n"
      "    Trainer(model=model, train_dataset=[]).train()\nmain()\n",
      "");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_NE(said.findings.dump().find("`Trainer(model=model, train_dataset=[])"), std::string::npos) << said.findings;
  EXPECT_NE(said.findings.dump().find("--site-packages"), std::string::npos) << said.findings;
}

// `data:` says at once what `inputs:` would not say to the layer.
TEST(WaitingPrograms, ATableIsAskedForByItsFile) {
  const Said said = with_recipe(
      "import pandas as pd\nfrom torch.utils.data import DataLoader, TensorDataset\nx = pd.read_csv('a.csv').values\n"
      "net = nn.Linear(x.shape[1], 8).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for x, in DataLoader(TensorDataset(torch.tensor(x)), batch_size=32):\n    opt.zero_grad()\n"
      "    net(x.float().cuda()).mean().backward()\n    opt.step()\n",
      "");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_NE(said.findings.dump().find("\\\"*.csv\\\": \\\"float64["), std::string::npos) << said.findings;
}

// transformers/modeling_utils.py: type, device and masks of every model; output weights are the words' own.
TEST(WaitingPrograms, ModelsOfTransformersKnowTheirType) {
  const Said said = said_of_script(
      "import torch\nfrom torch import nn\nfrom types import SimpleNamespace\n"
      "from transformers.modeling_utils import PreTrainedModel\nclass Text(PreTrainedModel):\n"
      "    def __init__(self, config):\n        super().__init__(config)\n        self.words = nn.Embedding(50, 8)\n"
      "        self.head = nn.Linear(8, 50, bias=False)\n        self.init_weights()\n"
      "    def get_input_embeddings(self):\n        return self.words\n"
      "    def get_output_embeddings(self):\n        return self.head\n"
      "    def forward(self, ids, mask):\n        mask = self.invert_attention_mask(mask)\n"
      "        assert mask.dtype == self.dtype and mask.shape == (4, 1, 1, 16) and self.get_head_mask(None, 2) == "
      "[None, None]\n"
      "        return self.head(self.words(ids.to(self.device)))\n"
      "net = Text(SimpleNamespace(tie_word_embeddings=True)).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for i in range(9):\n    opt.zero_grad()\n"
      "    net(torch.zeros(4, 16, dtype=torch.long).cuda(), torch.ones(4, 16).cuda()).mean().backward()\n    "
      "opt.step()\n");
  expect_parameters(said, 50 * 8);
}

}  // namespace
}  // namespace vramlint::tests
