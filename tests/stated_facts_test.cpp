// What only the data or a folder elsewhere tells is said in one line of the project file: `data: {num_classes: 7}`,
// `models: {name: folder}`, `evaluation_budget: 10`.
#include <gtest/gtest.h>

#include "data_program.h"

namespace vramlint::tests {
namespace {

/// A network whose last layer has as many outputs as `count` says.
Said classified(const std::string& statements, const std::string& recipe = "") {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n" + recipe);
  folder.put("train.py", "import os\nimport torch\nimport torch.nn as nn\n\n" + statements +
                             "\nnet.cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                             "for step in range(9):\n    opt.zero_grad()\n"
                             "    net(torch.zeros(4, 8).cuda()).sum().backward()\n    opt.step()\n");
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

constexpr const char* kClasses = "num_classes = len(os.listdir('data/train'))\nnet = nn.Linear(8, num_classes)\n";

TEST(StatedFacts, WhatIsNotCountedNamesTheNumberToGive) {
  const Said open = classified(kClasses);
  EXPECT_NE(open.status(), "estimated");
  EXPECT_TRUE(open.lists("`data: {num_classes: NUMBER}`")) << open.config["unknowns"];
  const Said stated = classified(kClasses, "    data: {num_classes: 7}\n");
  EXPECT_EQ(stated.status(), "estimated") << stated.config["unknowns"] << stated.findings;
  EXPECT_EQ(stated.parameters(), 8 * 7 + 7);
}

TEST(StatedFacts, NamesAreThoseOfVariablesAttributesKeysAndParameters) {
  const std::string made = "found = os.listdir('data/train')\nclass Args: pass\nargs, cfg = Args(), {}\n";
  for (const std::string& way : {
           std::string("args.classes = len(found)\nnet = nn.Linear(8, args.classes)\n"),
           std::string("cfg['classes'] = len(found)\nnet = nn.Linear(8, cfg['classes'])\n"),
           std::string("def make(classes):\n    return nn.Linear(8, classes)\nnet = make(len(found))\n"),
           std::string("def make(**all):\n    return nn.Linear(8, all['classes'])\nnet = make(classes=len(found))\n"),
       }) {
    const Said said = classified(made + way, "    data: {classes: 7}\n");
    EXPECT_EQ(said.status(), "estimated") << way << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 8 * 7 + 7) << way;
  }
}

TEST(StatedFacts, WhatIsKnownStaysAsItIs) {
  const Said said = classified("num_classes = 5\nnet = nn.Linear(8, num_classes)\n", "    data: {num_classes: 7}\n");
  EXPECT_EQ(said.parameters(), 8 * 5 + 5);
}

TEST(StatedFacts, AModelsNameLeadsToAFolder) {
  const std::string reads =
      "import json\nwith open(os.path.join('org/name', 'config.json')) as file:\n    width = json.load(file)['width']\n"
      "net = nn.Linear(8, width)\n";
  const ScratchFolder folder;
  folder.put("elsewhere/config.json", "{\"width\": 7}");
  folder.put("vramlint.yaml",
             "models: {org/name: elsewhere}\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
  folder.put("train.py", "import os\nimport torch\nimport torch.nn as nn\n" + reads +
                             "net.cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(9):\n"
                             "    net(torch.zeros(4, 8).cuda()).sum().backward()\n    opt.step()\n");
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.parameters(), 8 * 7 + 7);
}

// 25 lists of a million numbers each take more than 20 million steps.
TEST(StatedFacts, AProjectMayAskForTenTimesTheBudget) {
  const std::string long_one =
      "count = sum([len(list(range(1000000))) for turn in range(25)])\nnet = nn.Linear(8, 7)\n";
  EXPECT_EQ(classified(long_one).status(), "not_estimable");
  const ScratchFolder folder;
  folder.put("train.py", "import torch\nimport torch.nn as nn\n" + long_one +
                             "net.cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(9):\n"
                             "    net(torch.zeros(4, 8).cuda()).sum().backward()\n    opt.step()\n");
  for (const auto& [times, status] : {std::pair{"10", "estimated"}, {"11", "not_estimable"}}) {
    folder.put("vramlint.yaml", std::string("evaluation_budget: ") + times +
                                    "\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
    const Said said =
        said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
    EXPECT_EQ(said.status(), status) << said.findings;
  }
}

// A batch of which nothing is known says how many it has: no tensor broadcasts there.
TEST(StatedFacts, SizesOfWhatIsNotKnownAreNumbers) {
  for (const char* many : {"y.size(0)", "y.shape[0]", "y.numel()"}) {
    const Said said = classified(
        "import other\nnet = nn.Linear(8, 7)\ny = other.labels()\nshare = torch.zeros(3).cuda() * (100.0 / " +
        std::string(many) + ")\n");
    EXPECT_EQ(said.status(), "estimated") << many << said.config["unknowns"] << said.findings;
  }
}

// min() of two tensors of one element is one of them, whichever is smaller.
TEST(StatedFacts, TheSmallerOfTwoTensorsIsATensor) {
  const Said said = classified(
      "net = nn.Linear(8, 7)\na, b = torch.tensor(0.9).cuda(), torch.rand(()).cuda()\n"
      "kept = torch.zeros(8).cuda()\nkept.sub_((1.0 - min(a, b)) * kept)\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
}

/// The release that is taken to run where the project file says none.
std::string release_by(const std::string& file, const std::string& text, const std::string& own = "") {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", own + "recipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put(file, text);
  folder.put("train.py",
             "import torch\nnet = torch.nn.Linear(8, 8).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
             "for step in range(9):\n    net(torch.zeros(4, 8).cuda()).sum().backward()\n    opt.step()\n");
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  const std::string torch = said.config["torch"];
  EXPECT_EQ(said.assumes("asks for torch"), torch != "2.4" && own.empty()) << text << said.config["assumptions"];
  return torch;
}

TEST(StatedFacts, TheReleaseOfPyTorchIsThatOfTheRequirements) {
  EXPECT_EQ(release_by("requirements.txt", "numpy\ntorch==2.9.1+cu128\n"), "2.9.1");
  EXPECT_EQ(release_by("pyproject.toml", "[project]\ndependencies = [\n  \"torch>=2.6,<3\",\n]\n"), "2.6");
  EXPECT_EQ(release_by("environment.yml", "dependencies:\n  - pytorch=1.13.1\n"), "1.13.1");
  EXPECT_EQ(release_by("requirements.txt", "torch>=1.8,<2.0\n"), "1.8");
  EXPECT_EQ(release_by("requirements.txt", "torch>=1.8,<=2.4\n"), "2.4") << "what is usual is allowed";
  EXPECT_EQ(release_by("requirements.txt", "torch>=2.0,<3\ntorchvision==0.9\n"), "2.4");
  EXPECT_EQ(release_by("requirements.txt", "torch\n"), "2.4");
  EXPECT_EQ(release_by("requirements.txt", "torch==2.9.1\n", "torch: \"2.1\"\n"), "2.1");
}

}  // namespace
}  // namespace vramlint::tests
