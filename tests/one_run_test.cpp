// A recipe that names only the training program: the program is followed from its first line to a round of its training
// loop. What comes out is what a recipe that describes the same step by hand comes to.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr const char* kData = R"(
class Images(torch.utils.data.Dataset):
    def __len__(self):
        return 512

    def __getitem__(self, index):
        return torch.zeros(3, 256, 256), torch.zeros(3, 256, 256)
)";

constexpr const char* kRound = R"(
        image, wanted = image.cuda(), wanted.cuda()
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(image), wanted)
        loss.backward()
        optimizer.step()
)";

/// train.py, its body in place of `main`'s, after the imports and the data set.
Said followed(const std::string& body, const std::string& more = "", const std::string& data = kData) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - configs: [config/*.yaml]\n    script: train.py\n" + more);
  folder.put("config/a.yaml", "batch: 2\n");
  folder.put("m.py", kNet);
  folder.put("train.py",
             "import argparse\nimport yaml\nimport torch\nfrom torch.utils.data import DataLoader\n"
             "from m import Net\n\n" +
                 data + "\n\ndef main(cfg):\n" + body +
                 "\n\nif __name__ == '__main__':\n    parser = argparse.ArgumentParser()\n"
                 "    parser.add_argument('--config')\n    args = parser.parse_args()\n"
                 "    main(yaml.safe_load(open(args.config)))\n");
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "config/a.yaml"}));
}

std::string looped(const std::string& head, const std::string& round = kRound) {
  return "    model = Net().cuda()\n    optimizer = torch.optim.Adam(model.parameters())\n"
         "    loader = DataLoader(Images(), batch_size=cfg['batch'], shuffle=True)\n" +
         head + round;
}

TEST(OneRun, ProgramHoldsWhatItsRecipeSays) {
  const Said program = followed(looped("    for image, wanted in loader:\n"));
  Project project;
  project.setup = "torch.optim.Adam(model.parameters())";
  project.step = "steps.train";
  project.more = "    targets: [\"float32[2, 3, 256, 256]\"]\n";
  project.files = {{"steps.py", R"(import torch

def train(model, state, inputs, targets):
    image, wanted = inputs[0], targets[0]
    state.zero_grad()
    loss = torch.nn.functional.mse_loss(model(image), wanted)
    loss.backward()
    state.step()
)"}};
  const Said recipe = project.check("");
  ASSERT_EQ(program.status(), "estimated") << program.findings << program.config["unknowns"];
  ASSERT_EQ(recipe.status(), "estimated");
  EXPECT_EQ(program.parameters(), 3'523);
  EXPECT_EQ(program.config["peak"]["allocated"], recipe.config["peak"]["allocated"]);
  EXPECT_EQ(states(program), kTwoStates);
}

TEST(OneRun, BatchIsTheConfigs) {
  const Said said = followed(looped("    for image, wanted in loader:\n"));
  // Two tensors of 2 x 3 x 256 x 256 in float32.
  EXPECT_EQ(said.config["breakdown"]["input"], 2 * 2 * 3 * 256 * 256 * 4);
}

TEST(OneRun, RoundEndsWhereTheOptimizerSteps) {
  const std::string accumulates = R"(
        image, wanted = image.cuda(), wanted.cuda()
        loss = torch.nn.functional.mse_loss(model(image), wanted)
        loss.backward()
        if (step + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
)";
  const Said said = followed(looped("    for step, (image, wanted) in enumerate(loader):\n", accumulates));
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(states(said), kTwoStates);
}

TEST(OneRun, LoopMayStandInATrainer) {
  const std::string data = std::string(kData) + R"(

class Trainer:
    def __init__(self, cfg):
        self.model = Net().to("cuda")
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.loader = DataLoader(Images(), batch_size=cfg["batch"])

    def one_epoch(self, epoch):
        for image, wanted in self.loader:
            loss = torch.nn.functional.mse_loss(self.model(image.to("cuda")), wanted.to("cuda"))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def fit(self):
        for epoch in range(100):
            self.one_epoch(epoch)
)";
  const Said said = followed("    Trainer(cfg).fit()\n", "", data);
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.parameters(), 3'523);
  EXPECT_EQ(states(said), kTwoStates);
}

TEST(OneRun, ArmThatLeavesTheStepDoesNotHideTheRest) {
  const auto stepped = [](const std::string& between) {
    const std::string data = std::string(kData) +
                             "\n\ndef step(model, optimizer, image):\n    loss = "
                             "model(image).mean()\n    loss.backward()\n" +
                             between + "    optimizer.step()\n    optimizer.zero_grad()\n";
    return followed(looped("    for image, wanted in loader:\n", "        step(model, optimizer, image.cuda())\n"), "",
                    data);
  };
  const Said whole = stepped("");
  const Said said = stepped("    if torch.isnan(loss):\n        model.half()\n        return\n");
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(states(said), kTwoStates);
  EXPECT_GE(said.config["peak"]["allocated"]["point"], whole.config["peak"]["allocated"]["point"]);
  EXPECT_TRUE(said.assumes("both branches are followed, and the higher peak counts"));
}

TEST(OneRun, LoopNeedsNoLoader) {
  const Said said = followed(
      "    model = Net().cuda()\n    optimizer = torch.optim.Adam(model.parameters())\n    step = 0\n    while True:\n"
      "        image = torch.randn(cfg['batch'], 3, 256, 256, device='cuda')\n"
      "        model(image).mean().backward()\n        optimizer.step()\n        optimizer.zero_grad()\n"
      "        step += 1\n        if step > 1000:\n            break\n");
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(states(said), kTwoStates);
}

constexpr const char* kFiles = R"(
class Images(torch.utils.data.Dataset):
    def __init__(self):
        self.names = open("data/names.txt").read().split()

    def __len__(self):
        return len(self.names)

    def __getitem__(self, index):
        return torch.load(self.names[index])
)";

TEST(OneRun, WhatLiesInFilesIsAskedFor) {
  const Said said = followed(looped("    for image, wanted in loader:\n"), "", kFiles);
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  ASSERT_FALSE(said.findings.empty());
  EXPECT_NE(said.findings[0]["message"].get<std::string>().find("add `inputs:`"), std::string::npos) << said.findings;
}

TEST(OneRun, InputsSayWhatALoaderYields) {
  const Said told = followed(looped("    for image, wanted in loader:\n"),
                             "    inputs: [\"float32[cfg.batch, 3, 256, 256]\"]\n"
                             "    targets: [\"float32[cfg.batch, 3, 256, 256]\"]\n",
                             kFiles);
  const Said read = followed(looped("    for image, wanted in loader:\n"));
  ASSERT_EQ(told.config["parameters"], read.config["parameters"]) << told.findings << told.config["unknowns"];
  EXPECT_EQ(told.config["peak"]["allocated"], read.config["peak"]["allocated"]);
}

TEST(OneRun, AKeyThatTheConfigLacksIsTheRecipes) {
  const Said said = followed(looped("    for x, y in loader:\n"), "    inputs: [\"float32[cfg.no, 3]\"]\n", kFiles);
  EXPECT_EQ(said.findings.at(0).at("message"), "AttributeError: the config has no key 'no'") << said.findings;
}

TEST(OneRun, BatchComesInTheStructureThatIsSaid) {
  const std::string round = R"(
        image, wanted = batch["image"].cuda(), batch["pair"][0].cuda()
        loss = torch.nn.functional.mse_loss(model(image), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
)";
  const Said said =
      followed(looped("    for batch in loader:\n", round),
               "    batch: \"dict(image=float32[4, 3, 64, 64], pair=[float32[4, 3, 64, 64]])\"\n", kFiles);
  ASSERT_EQ(said.parameters(), 3'523) << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.config["breakdown"]["input"], 2 * 4 * 3 * 64 * 64 * 4);
}

TEST(OneRun, ProgramStartsAfresh) {
  const std::string head =
      "    import os\n    first = 0\n    if os.path.exists('last.pt'):\n        first = "
      "torch.load('last.pt')['epoch']\n"
      "    for epoch in range(first, 10):\n      for image, wanted in loader:\n";
  const Said said = followed(looped(head));
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_TRUE(said.assumes("`last.pt` is taken not to be there yet"));
  EXPECT_EQ(states(said), kTwoStates);
}

TEST(OneRun, FolderThatTheProgramMakesIsThereAndEmpty) {
  const std::string head =
      "    import glob, os\n    os.makedirs('out/weights', exist_ok=True)\n    if os.path.isdir('out/'):\n"
      "        kept = glob.glob(os.path.join('out/weights', '*.pt'))\n    first = len(kept)\n"
      "    for epoch in range(first, 10):\n      for image, wanted in loader:\n";
  const Said said = followed(looped(head));
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(states(said), kTwoStates);
}

/// A classifier on pictures of `set`.
Said classified(const std::string& set) {
  const std::string head = "import torchvision\nfrom torchvision import datasets, transforms as T\n";
  return followed(
      "    model = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), "
      "torch.nn.Linear(8, 10)).cuda()\n    optimizer = torch.optim.Adam(model.parameters())\n    train = " +
          set +
          "\n    for image, label in DataLoader(train, batch_size=cfg['batch']):\n"
          "        image, label = image.cuda(), label.cuda()\n        optimizer.zero_grad()\n"
          "        torch.nn.functional.cross_entropy(model(image), label).backward()\n        optimizer.step()\n",
      "", head);
}

constexpr int64_t kLabels = 512;  // two int64, in a block of the allocator

TEST(OneRun, PicturesHaveTheSizeThatTransformsGiveThem) {
  const Said small = classified("datasets.CIFAR10('data', transform=T.Compose([T.RandomCrop(32, 4), T.ToTensor()]))");
  ASSERT_EQ(small.status(), "estimated") << small.findings << small.config["unknowns"];
  EXPECT_EQ(small.config["breakdown"]["input"], 2 * 3 * 32 * 32 * 4 + kLabels);
  const Said folder = classified(
      "datasets.ImageFolder('data', T.Compose([T.RandomResizedCrop(224), T.RandomHorizontalFlip(), T.ToTensor(), "
      "T.Normalize((0.5,), (0.5,))]))");
  ASSERT_EQ(folder.status(), "estimated") << folder.findings << folder.config["unknowns"];
  EXPECT_EQ(folder.config["breakdown"]["input"], 2 * 3 * 224 * 224 * 4 + kLabels);
}

TEST(OneRun, PicturesOfAnySizeAreAskedFor) {
  const Said said = classified("datasets.ImageFolder('data', T.Compose([T.Resize(256), T.ToTensor()]))");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(OneRun, NetworksAreFoundInTheirModulesDict) {
  const Said said = followed(
      "    import torchvision.models as models\n    names = sorted(n for n in models.__dict__ if n.islower() and not "
      "n.startswith('_') and callable(models.__dict__[n]))\n    assert 'resnet18' in names\n"
      "    model = models.__dict__['resnet18']().cuda()\n    optimizer = torch.optim.SGD(model.parameters(), 0.1)\n"
      "    for step in range(100):\n        optimizer.zero_grad()\n"
      "        model(torch.randn(cfg['batch'], 3, 64, 64, device='cuda')).mean().backward()\n        "
      "optimizer.step()\n");
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.parameters(), 11'689'512);  // torchvision's own `num_params` of it
}

TEST(OneRun, SizeOfATensorIsAShape) {
  const std::string round =
      "        image = image.cuda()\n        mean = model(image)\n"
      "        noise = mean.data.new(mean.size()).normal_() + torch.cuda.FloatTensor(mean.size()).normal_()\n"
      "        optimizer.zero_grad()\n        (mean + noise).mean().backward()\n        optimizer.step()\n";
  const Said said = followed(looped("    for image, wanted in loader:\n", round));
  EXPECT_EQ(said.status(), "estimated") << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(OneRun, OneGpuIsThereUnlessItIsSaid) {
  const Said said =
      followed(looped("    if torch.cuda.device_count() > 1:\n        model = torch.nn.DataParallel(model)\n"
                      "    for image, wanted in loader:\n"));
  EXPECT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_TRUE(said.assumes("one GPU is taken to be there"));
}

TEST(OneRun, ProgramThatNeverStepsIsNotEstimable) {
  const Said said = followed(looped("    for image, wanted in loader:\n", "        model(image.cuda())\n"));
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

constexpr const char* kInEachRound = "    for image, wanted in loader:\n";

/// The wrapped model, and the same program with the recipe's word for it.
void wraps_as(const std::string& wrapping, const std::string& distributed) {
  SCOPED_TRACE(wrapping);
  const Said program = followed(looped(wrapping + kInEachRound));
  const Said said = followed(looped(kInEachRound), distributed);
  EXPECT_EQ(program.status(), "estimated");
  EXPECT_EQ(program.config["peak"], said.config["peak"]);
  EXPECT_NE(program.config["peak"], followed(looped(kInEachRound)).config["peak"]);
}

TEST(OneRun, WhatWrapsTheModelIsCounted) {
  const std::string starts = "    torch.distributed.init_process_group('nccl')\n    model = ";
  const std::string ddp = starts + "torch.nn.parallel.DistributedDataParallel(model";
  wraps_as(ddp + ")\n", "    distributed: {kind: ddp, gpus: 1}\n");
  wraps_as(ddp + ", gradient_as_bucket_view=True, bucket_cap_mb=1)\n",
           "    distributed: {kind: ddp, gpus: 1, gradient_as_bucket_view: true, bucket_cap_mb: 1}\n");
  wraps_as("    from torch.distributed.fsdp import fully_shard\n    fully_shard(model)\n",
           "    distributed: {kind: fsdp, gpus: 1, wrap: [model]}\n");
}

// A recipe that says that there is one process is believed.
TEST(OneRun, OneProcessHasNoBuckets) {
  const std::string wrapping =
      "    torch.distributed.init_process_group('nccl')\n"
      "    model = torch.nn.parallel.DistributedDataParallel(model)\n";
  const Said alone = followed(looped(wrapping + kInEachRound), "    distributed: false\n");
  EXPECT_EQ(alone.config["peak"], followed(looped(kInEachRound)).config["peak"]);
}

// Compiled, GPT-2 on an H100 held 42 % less than its eager step (tests/measured/README.md).
TEST(OneRun, ACompiledStepMayHoldLess) {
  for (const char* compiled : {"    model = torch.compile(model)\n", "    model.compile()\n"}) {
    const Said said = followed(looped(compiled + std::string(kInEachRound)));
    const auto& allocated = said.config["peak"]["allocated"];
    EXPECT_LE(allocated["low"].get<double>(), allocated["point"].get<double>() * 0.58);
    EXPECT_GT(allocated["high"].get<double>(), allocated["point"].get<double>());
    EXPECT_TRUE(said.assumes("torch.compile is not modelled"));
  }
}

// getattr() with a default asks a property of the program, which raises in its own code: that is the answer.
TEST(OneRun, APropertyThatRaisesAnswersWhoAsks) {
  const Said said =
      followed(looped("    class Options:\n        @property\n        def kind(self):\n"
                      "            return self._kind\n\n"
                      "    kind = getattr(Options(), 'kind', None)\n"
                      "    assert kind is None and not hasattr(Options(), 'kind')\n" +
                      std::string(kInEachRound)));
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
}

// An arm that ends in torch._assert(False, ...) is not the one that goes on, whatever stands before it.
TEST(OneRun, AnArmThatAssertsIsNotTaken) {
  const Said said = followed(looped(std::string(kInEachRound) +
                                    "        if (image < 0).any():\n"
                                    "            worst = torch.zeros(256, 1024, 1024, device='cuda')\n"
                                    "            torch._assert(False, f'all pixels are positive, {worst}')\n"));
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.config["peak"]["allocated"]["point"],
            followed(looped(kInEachRound)).config["peak"]["allocated"]["point"]);
}

// What an arm brings to the GPU goes with the arm when the other one is taken.
TEST(OneRun, WhatAnArmBringsIsForgottenWithIt) {
  const std::string validates =
      "        if torch.rand(1).item() > 0.5:\n"
      "            with torch.no_grad():\n"
      "                for other, _ in loader:\n"
      "                    model(other.cuda())\n"
      "            raise ValueError('not now')\n"
      "        extra = torch.zeros(64, 1024, 1024, device='cuda').sum()\n";
  const Said said = followed(looped(kInEachRound + validates));
  const Said larger = followed(
      looped(kInEachRound + std::string("        extra = torch.zeros(64, 1024, 1024, device='cuda').sum()\n")));
  EXPECT_EQ(said.config["peak"]["allocated"]["point"], larger.config["peak"]["allocated"]["point"]);
}

}  // namespace
}  // namespace vramlint::tests
