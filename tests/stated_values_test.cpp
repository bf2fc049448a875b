// Values that reach the program from outside: of a launch script, of its config as text, of `data:`, of pictures.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kSteps =
    "for _ in range(9):\n    opt.zero_grad()\n    net(torch.zeros(BATCH, 64).cuda()).sum().backward()\n    "
    "opt.step()\n";

std::string steps(const std::string& batch) {
  std::string text = kSteps;
  return text.replace(text.find("BATCH"), 5, batch);
}

Said check(const std::vector<std::pair<std::string, std::string>>& files, const std::string& config) {
  const ScratchFolder folder;
  for (const auto& [path, text] : files) folder.put(path, text);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", config}));
}

Said launched(const std::string& batch) {
  return check({{"vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {configs: [run.sh], script: train.py}\n"},
                {"run.sh", "each=32\nbatch=" + batch + "\npython train.py --width 16 --batch=$batch\n"},
                {"train.py",
                 "import argparse, torch\nparser = argparse.ArgumentParser()\n"
                 "parser.add_argument('--width', type=int, default=8)\n"
                 "parser.add_argument('--batch', type=int, default=8)\nargs = parser.parse_args()\n"
                 "net = torch.nn.Linear(64, args.width).cuda()\nopt = torch.optim.SGD(net.parameters(), 0.1)\n" +
                     steps("args.batch")}},
               "run.sh");
}

TEST(StatedValues, ALaunchScriptCalculates) {
  for (const char* batch : {"`expr $each \\* 2`", "$((each * 2))"}) {
    const Said said = launched(batch);
    ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
    EXPECT_EQ(said.config["saved_for_backward"], 64 * 64 * 4) << batch;
    EXPECT_EQ(said.parameters(), 64 * 16 + 16);
  }
}

TEST(StatedValues, AnOptionWhoseValueIsNotKnownDoesNotGetItsDefault) {
  const Said said = launched("$(nproc)");
  EXPECT_EQ(said.status(), "partial") << said.config;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 64 * 16 + 16) << "the others are as they are given";
}

TEST(StatedValues, CommandLinesThatNobodyCanReadAreNotEqual) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {configs: ['*.sh'], script: train.py}\n");
  folder.put("train.py",
             "import elsewhere, torch\nargs = elsewhere.parse()\nnet = torch.nn.Linear(64, 8).cuda()\n"
             "opt = torch.optim.SGD(net.parameters(), 0.1)\n" +
                 steps("4"));
  folder.put("a.sh", "python train.py --kind lora\n");
  folder.put("b.sh", "python train.py --kind vera\n");
  const ProgramRun run =
      run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.sh", "b.sh"});
  EXPECT_EQ(run.output.find("equal-configs"), std::string::npos) << run.output;
}

TEST(StatedValues, ATextThatTheProgramTurnsIntoANumberIsNoMistake) {
  const auto reading = [](const std::string& rate) {
    return check({{"vramlint.yaml",
                   "torch: \"2.4\"\nrecipes:\n  - {configs: [a.yaml], script: {path: train.py, args: ['{config}']}}\n"},
                  {"a.yaml", "rate: 5e-05\nwidth: 16\n"},
                  {"train.py",
                   "import sys, torch, yaml\ncfg = yaml.safe_load(open(sys.argv[1]))\n"
                   "net = torch.nn.Linear(64, cfg['width']).cuda()\nopt = torch.optim.SGD(net.parameters(), " +
                       rate + ")\n" + steps("4")}},
                 "a.yaml");
  };
  EXPECT_EQ(reading("float(cfg['rate'])").findings.dump().find("number-read-as-text"), std::string::npos);
  const Said unseen = reading("0.1)\nslower = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 10, eta_min=cfg['rate']");
  EXPECT_NE(unseen.findings.dump().find("number-read-as-text"), std::string::npos) << "no description looks at it";
  EXPECT_NE(reading("cfg['rate']").findings.dump().find("number-read-as-text"), std::string::npos);
}

// argparse gives a default that is a text to the option's type (CPython 3.11, argparse.py, parse_known_args).
TEST(StatedValues, NorIsOneThatAnOptionsTypeReads) {
  const auto reading = [](const std::string& loads) {
    return check({{"vramlint.yaml",
                   "torch: \"2.4\"\nrecipes:\n  - {configs: [a.yaml], script: {path: train.py, args: ['{config}']}}\n"},
                  {"a.yaml", "rate: 5e-05\nwidth: 16\n"},
                  {"train.py", "import argparse, sys, torch\n" + loads +
                                   "net = torch.nn.Linear(64, a.width).cuda()\n"
                                   "opt = torch.optim.SGD(net.parameters(), lr=a.rate)\n" +
                                   steps("4")}},
                 "a.yaml");
  };
  const std::string parser =
      "p = argparse.ArgumentParser()\np.add_argument('--rate', type=float, default=0.1)\n"
      "p.add_argument('--width', type=int, default=8)\n";
  const Said by_type =
      reading("import yaml\n" + parser + "p.set_defaults(**yaml.safe_load(open(sys.argv[1])))\na = p.parse_args([])\n");
  EXPECT_EQ(by_type.findings.dump().find("number-read-as-text"), std::string::npos) << by_type.findings;
  const Said by_another = reading("import somelib\na = somelib.read(sys.argv[1])\n");
  EXPECT_EQ(by_another.findings.dump().find("number-read-as-text"), std::string::npos) << by_another.findings;
  const Said as_it_is = reading("import yaml\na = argparse.Namespace(**yaml.safe_load(open(sys.argv[1])))\n");
  EXPECT_NE(as_it_is.findings.dump().find("number-read-as-text"), std::string::npos) << as_it_is.findings;
}

TEST(StatedValues, ANumberIsAskedForByItsNameAndNotByItsOwners) {
  const std::string program =
      "import settings, torch\nargs = settings.read()\nnet = torch.nn.Linear(64, args.width).cuda()\n"
      "opt = torch.optim.SGD(net.parameters(), 0.1)\n" +
      steps("4");
  const std::string recipe = "torch: \"2.4\"\nrecipes:\n  - {configs: [a.py], script: a.py}\n";
  const Said open = check({{"vramlint.yaml", recipe}, {"a.py", program}}, "a.py");
  EXPECT_NE(open.findings.dump().find("`data: {width: NUMBER}`"), std::string::npos) << open.findings;
  const Said said = check({{"vramlint.yaml", recipe + "data: {width: 16}\n"}, {"a.py", program}}, "a.py");
  EXPECT_EQ(said.parameters(), 64 * 16 + 16);
}

/// Batches of 4 samples of 32 x 32 whose transform is `made`.
Said of_pictures(const std::string& made) {
  return said_of_script(
      "import io, os, numpy as np, torch\nfrom PIL import Image\nfrom torchvision import transforms as T\n\n\n"
      "def kept(picture):\n    file = io.BytesIO()\n    picture.save(file, 'jpeg')\n    return Image.open(file)\n\n\n"
      "class Pictures(torch.utils.data.Dataset):\n    def __init__(self):\n        self.names = "
      "os.listdir('pictures')\n\n"
      "    def __len__(self):\n        return 100\n\n    def __getitem__(self, i):\n"
      "        picture = Image.open(self.names[i]).convert('RGB')\n        return " +
      made +
      "\n\n\nscale = torch.nn.Parameter(torch.ones(1, device='cuda'))\nopt = torch.optim.SGD([scale], lr=0.1)\n"
      "for x in torch.utils.data.DataLoader(Pictures(), batch_size=4):\n    loss = (x.cuda() * scale).mean()\n"
      "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
}

TEST(StatedValues, APictureThatIsWrittenIntoMemoryIsThatPicture) {
  const Said said = of_pictures("T.ToTensor()(kept(T.Resize((32, 32))(picture)))");
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.config["breakdown"]["input"], 4 * 3 * 32 * 32 * 4);
}

}  // namespace
}  // namespace vramlint::tests
