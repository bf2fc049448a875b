// Programs that are followed from their first line: what is not known taints there what it is given, as in a recipe's
// own expressions.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// A program of a convolution with 216 weights and 8 biases, which are blocks of 1,024 and 512 bytes.
Said followed(const std::string& before, const std::string& step = "    optimizer.step()\n",
              const std::string& model = "torch.nn.Conv2d(3, 8, 3)") {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "torch: \"2.4\"\ndevice: rtx3090\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
  folder.put("train.py", "import other\nimport torch\n\nmodel = " + model + ".cuda()\n" + before +
                             "for _ in range(100):\n    optimizer.zero_grad()\n"
                             "    model(torch.zeros(4, 3, 64, 64).cuda()).mean().backward()\n" +
                             step);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

constexpr const char* kSgd = "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n";
constexpr int64_t kTwoStatesOfIt = 2 * (1024 + 512);

TEST(OpenFollowed, CallThatIsGivenTheModelMayChangeTheFigures) {
  ASSERT_EQ(followed(kSgd).status(), "estimated");
  for (const char* call : {"other.checkpointing(model)\n", "model = other.compile(model)\n",
                           "other.quantize([model])\n", "model, optimizer = other.prepare(model, optimizer)\n"}) {
    SCOPED_TRACE(call);
    const Said said = followed(std::string(kSgd) + call);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_TRUE(said.config["fits"].is_null());
    EXPECT_TRUE(said.lists("is given the model or a part of it"));
    EXPECT_EQ(said.parameters(), 224);
    EXPECT_EQ(said.mistakes(), 0);
  }
}

TEST(OpenFollowed, OptimizerThatIsNotThereHasStates) {
  const Said said = followed("optimizer = other.AdamW(model.parameters())\n");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(states(said), kTwoStatesOfIt);
  EXPECT_TRUE(said.lists("is given parameters"));
}

TEST(OpenFollowed, OptimizerMadeOfTheModelIsSeenByItsStep) {
  for (const char* made : {"optimizer = other.build(model)\n",
                           "model, optimizer, _ = other.initialize(model=model, parameters=model.parameters())\n"}) {
    SCOPED_TRACE(made);
    const Said said = followed(made);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_EQ(states(said), kTwoStatesOfIt);
  }
  const Said schedule = followed(std::string(kSgd) + "schedule = other.build(optimizer)\n",
                                 "    schedule.step()\n    optimizer.step()\n");
  EXPECT_EQ(states(schedule), 0) << "SGD has none, and is known";
}

TEST(OpenFollowed, LayerThatIsNotThereIsNotCounted) {
  const Said said = followed("optimizer = torch.optim.Adam(model.parameters())\n", "    optimizer.step()\n",
                             "torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), other.Norm(8))");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(said.parameters(), 224);
  EXPECT_EQ(states(said), kTwoStatesOfIt);
  EXPECT_TRUE(said.lists("`1` of Sequential"));
}

TEST(OpenFollowed, NameThatIsMissingMayHaveComeFromAStarImport) {
  const Said said = followed(std::string("from other.tools import *\nset_seed(3)\n") + kSgd);
  EXPECT_NE(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_EQ(said.parameters(), 224);
}

/// A generator of layers or of tensors, which goes through `what`.
constexpr const char* kGenerator =
    "def all():\n    for each in other.things():\n        yield torch.zeros(4, 3, 64, 64).cuda()\n";

TEST(OpenFollowed, GeneratorOverWhatIsNotKnownGoesOnAndIsListed) {
  const Said said = followed(std::string(kSgd) + kGenerator,
                             "    for x in all():\n        model(x).mean().backward()\n    optimizer.step()\n");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_TRUE(said.lists("one turn of a generator's loop is followed"));
}

TEST(OpenFollowed, ProgramWithoutAnOptimizerNamesWhatIsNotKnown) {
  const Said said = followed("optimizer = other.build(model)\n", "");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_NE(said.findings[0].value("message", "").find("module other is not on the search path"), std::string::npos);
}

TEST(OpenFollowed, APackageThatTheTrainingLiesInIsNamed) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "recipes:\n  - configs: [train.py]\n    script: train.py\n");
  folder.put("train.py",
             "import first\nfrom other.tools import fit\n\ndef launch(job, **options):\n    job(**options)\n\n"
             "first.seed(3)\nlaunch(fit, epochs=3)\n");
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0);
  const std::string message = said.findings[0].value("message", "");
  EXPECT_NE(message.find("what `job(**options)` does is not known: module other is not on the search path"),
            std::string::npos)
      << message;
}

TEST(OpenFollowed, TextsOfLossesAreWritten) {
  const Said said = followed(kSgd,
                             "    loss = model(torch.zeros(2, 3, 8, 8).cuda()).mean()\n"
                             "    print('%.3f %d' % (loss, loss), '%g' % loss)\n    loss.backward()\n"
                             "    optimizer.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["not_checked"];
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(OpenFollowed, ModulesHaveWhatTheirReleaseAdded) {
  Project project;
  project.model = "m.build()";
  const std::string source =
      "\n\ndef build():\n    model = Net()\n    model.register_state_dict_post_hook(lambda *given: None)\n"
      "    model.set_submodule('b', nn.Conv2d(64, 1, 1))\n    return model\n";
  // 3 * 64 * 9 + 64 of the first convolution, 64 + 1 of the second.
  EXPECT_EQ(project.check(source, {"--torch", "2.5"}).parameters(), 1792 + 65);
  EXPECT_EQ(project.check(source, {"--torch", "2.4"}).mistakes(), 1) << "set_submodule is not there yet";
}

TEST(OpenFollowed, LayersThatAreGoneThroughMayBeMore) {
  Project project;
  project.model = "m.Through()";
  const std::string source =
      "\n\nimport other\n\n\nclass Through(Net):\n    def __init__(self):\n        super().__init__()\n"
      "        self.kind = other.kind\n        self.apply(lambda layer: None)\n\n    def forward(self, x):\n";
  const Said gone =
      project.check(source + "        for layer in self.children():\n            x = layer(x)\n        return x\n");
  EXPECT_EQ(gone.status(), "partial");
  EXPECT_TRUE(gone.lists("whether `kind` of Through is a layer"));
  EXPECT_EQ(project.check(source + "        return self.b(self.a(x))\n").status(), "estimated");
}

/// A loop that may return is passed over for what the description of argparse lacks.
TEST(OpenFollowed, RaiseBehindWhatWasPassedOverIsNotTheUsersMistake) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - configs: [a.yaml]\n    script: {path: train.py, args: ['--config', '{config}']}\n");
  folder.put("a.yaml", "width: 8\n");
  folder.put("train.py", R"(import argparse
import torch
import yaml


def kind_of(parser, key):
    for action in parser._a_method_of_ours_that_is_not_there():
        if "--" + key in action.option_strings:
            return action.type
    raise ValueError(key)


parser = argparse.ArgumentParser()
parser.add_argument("--config")
parser.add_argument("--width", type=int)
args = parser.parse_args()
for key, value in yaml.safe_load(open(args.config)).items():
    setattr(args, key, kind_of(parser, key)(value))
model = torch.nn.Conv2d(3, 8, 3).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(100):
    model(torch.zeros(4, 3, 64, 64).cuda()).mean().backward()
    optimizer.step()
    optimizer.zero_grad()
)");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.yaml"}));
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(OpenFollowed, ContextAndDecoratorThatAreNotThere) {
  EXPECT_TRUE(followed(std::string(kSgd) + "@other.remat\ndef run(x):\n    return model(x)\n").lists("the decorator"));
  EXPECT_TRUE(followed(kSgd,
                       "    with other.autocast():\n        model(torch.zeros(4, 3, 64, 64).cuda())\n"
                       "    optimizer.step()\n")
                  .lists("the context `other.autocast()`"));
}

// The branch may hold it and the loop may run: what they set is not what stood before.
TEST(OpenFollowed, AHeaderThatCannotBeFollowedDecidesNothing) {
  for (const char* header :
       {"if 'a'.no_such_method():\n    width = 8\n", "for width in 'a'.no_such_method():\n    pass\n"}) {
    SCOPED_TRACE(header);
    const Said said =
        followed("width = 64\n" + std::string(header) +
                 "head = torch.nn.Linear(8, width).cuda()\n"
                 "optimizer = torch.optim.SGD(list(model.parameters()) + list(head.parameters()), lr=0.1)\n");
    EXPECT_NE(said.status(), "estimated") << said.config["assumptions"];
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
  }
}

// The generator's own loop ends with no other around it.
TEST(OpenFollowed, AGeneratorInALoopOfUnknownLengthIsDrawnFrom) {
  const Said said =
      followed(std::string(kSgd) +
               "def cycle(loader):\n    while 1:\n        for batch in loader:\n            yield batch\n"
               "def train(batches):\n    optimizer.zero_grad()\n    model(next(batches).cuda()).mean().backward()\n    "
               "optimizer.step()\n"
               "def main():\n    start = torch.load('a.pth')['step']\n"
               "    batches = iter(cycle(torch.utils.data.DataLoader(torch.zeros(64, 3, 64, 64), batch_size=4)))\n"
               "    while start <= 1000:\n        train(batches)\n        start += 1\nmain()\n");
  EXPECT_EQ(said.status(), "estimated") << said.findings;
}

}  // namespace
}  // namespace vramlint::tests
