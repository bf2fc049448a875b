// Branches on what is not known of which one arm leaves, shrinks the model or raises: what comes after each of them
// counts, and the higher peak is told. What an arm that is only tried has changed is as it was.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// A step of Adam with `body` as its statements, each line indented.
Said steps(const std::string& body) {
  Project project;
  project.setup = "m.setup(model)";
  project.step = "m.step";
  return project.check(
      "\n\ndef setup(model):\n    return {\"opt\": torch.optim.Adam(model.parameters())}\n\n\n"
      "def step(model, opt, inputs):\n" +
      body);
}

double peak(const Said& said) { return said.config["peak"]["allocated"]["point"].get<double>(); }

const std::string kForward = "    opt.zero_grad()\n    loss = model(inputs[0]).mean()\n";
const std::string kBackward = "    loss.backward()\n", kUpdate = "    opt.step()\n";

const char* const kLeaving[] = {
    R"(    opt.zero_grad()
    loss = model(inputs[0]).mean()
    loss.backward()
    if torch.isnan(loss):
        model.half()
        return
    opt.step()
)",
    R"(    opt.zero_grad()
    loss = model(inputs[0]).mean()
    if torch.isnan(loss):
        spare = loss * torch.zeros(64, 64, device='cuda')
        return
    loss.backward()
    opt.step()
)",
    R"(    opt.zero_grad()
    with torch.autograd.set_detect_anomaly(False):
        loss = model(inputs[0]).mean()
        if not torch.isnan(loss):
            pass
        else:
            spare = loss * torch.zeros(64, 64, device='cuda')
            return spare.sum()
    loss.backward()
    opt.step()
)",
    R"(    opt.zero_grad()
    for x in inputs:
        loss = model(x).mean()
        if loss > 9:
            opt.zero_grad()
            continue
        loss.backward()
        opt.step()
)",
    R"(    opt.zero_grad()
    for x in inputs:
        loss = model(x).mean()
        if loss > 9:
            spare = loss * torch.zeros(64, 64, device='cuda')
            break
        loss.backward()
        opt.step()
)",
    R"(    opt.zero_grad()
    def run(x):
        loss = model(x).mean()
        if loss > 9:
            return (loss * torch.zeros(64, 64, device='cuda')).sum()
        loss.backward()
        opt.step()
        return loss
    run(inputs[0])
)"};

TEST(OpenArms, ArmThatLeavesDoesNotHideTheRestOfTheStep) {
  const Said whole = steps(kForward + kBackward + kUpdate);
  ASSERT_EQ(whole.status(), "estimated");
  ASSERT_EQ(states(whole), kTwoStates);
  for (const char* body : kLeaving) {
    SCOPED_TRACE(body);
    const Said said = steps(body);
    EXPECT_EQ(said.status(), "estimated");
    EXPECT_EQ(states(said), kTwoStates);
    EXPECT_GE(peak(said), peak(whole));
    EXPECT_EQ(said.config["phases"].size(), 1u);
    EXPECT_EQ(said.mistakes(), 0);
  }
}

// As classifier-free guidance leaves out its labels: the step with them is the one that holds more.
TEST(OpenArms, TensorsThatADictLacksInOneArmAreTakenToBeThere) {
  const auto step = [](const std::string& conditions) {
    return steps("    opt.zero_grad()\n    labels = torch.ones(4096, device='cuda')\n" + conditions +
                 "    hidden = model(inputs[0]).mean()\n"
                 "    if 'label' in extra:\n        hidden = hidden + (hidden * extra['label'].repeat(512)).mean()\n"
                 "    if 'mask' in extra:\n        hidden = hidden * torch.ones(1 << 26, device='cuda')\n"
                 "    loss = hidden.mean()\n" +
                 kBackward + kUpdate);
  };
  const Said with = step("    extra = {'label': labels}\n");
  ASSERT_EQ(with.status(), "estimated") << with.findings;
  for (const char* const condition :
       {"    if torch.rand(1) < 0.2:\n        extra = {}\n    else:\n        extra = {'label': labels}\n",
        "    if torch.rand(1) < 0.8:\n        extra = dict(label=labels)\n    else:\n        extra = dict()\n"}) {
    const Said said = step(condition);
    EXPECT_EQ(said.status(), "estimated") << condition << said.findings;
    EXPECT_EQ(peak(said), peak(with)) << condition;
  }
}

TEST(OpenArms, ArmThatHoldsLessItselfMayLeaveMoreBehind) {
  // What is made for a moment is smaller than what the other arm keeps for the backward pass: 64 maps of 256 x 256.
  const Said kept =
      steps("    h = torch.relu(model.a(inputs[0]))\n    h = torch.exp(h)\n    loss = model.b(h).mean()\n" + kBackward +
            kUpdate);
  const Said said = steps(
      "    h = torch.relu(model.a(inputs[0]))\n    if h.mean() > 0:\n"
      "        spare = torch.zeros(2, 65, 256, 256, device='cuda')\n        del spare\n    else:\n"
      "        h = torch.exp(h)\n    loss = model.b(h).mean()\n" +
      kBackward + kUpdate);
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_GE(peak(said), peak(kept));
  EXPECT_TRUE(said.assumes("both branches are followed, and the higher peak counts"));
}

TEST(OpenArms, RaiseThatTheProgramCatchesIsFollowedToo) {
  const std::string handled = "    spare = torch.zeros(1024, 1024, 256, device='cuda')\n";
  const Said said = steps(
      "    try:\n        loss = model(inputs[0]).mean()\n        if torch.isnan(loss):\n"
      "            raise ValueError('nan')\n        loss.backward()\n"
      "    except ValueError:\n    " +
      handled + kUpdate);
  EXPECT_GT(peak(said), 1024.0 * 1024 * 256 * 4);
  // It leaves the program: nothing comes after it.
  const Said guarded =
      steps(kForward + "    if torch.isnan(loss):\n        raise ValueError('nan')\n" + kBackward + kUpdate);
  EXPECT_EQ(peak(guarded), peak(steps(kForward + kBackward + kUpdate)));
  EXPECT_TRUE(guarded.assumes("the branch that raises is not taken"));
}

// LayerDrop around a layer in which something is not known before it raises, as what is guessed after it may: without
// the layer the figure is that of a step that skips it.
TEST(OpenArms, AnArmThatRaisesAfterSomethingUnknownLeavesTheFigureOpen) {
  const std::string drawn =
      "    opt.zero_grad()\n    x = inputs[0]\n    if torch.rand([]) < 0.5:\n        pass\n    else:\n        ";
  const std::string rest = "\n    loss = model(x).mean()\n" + kBackward + kUpdate;
  const std::string raises = "x = (x * 2).view(3, 5, 7)";
  const Said doubtful = steps(drawn + "import nowhere\n        nowhere.mixes(x * 2)\n        " + raises + rest);
  EXPECT_EQ(doubtful.status(), "partial");
  const Said theirs = steps(drawn + raises + rest);
  EXPECT_EQ(theirs.status(), "estimated") << "every value is known: it raises";
}

TEST(OpenArms, StatesThatOneArmMakesAreThereInTheOther) {
  // The step that updates nothing comes after others that did: 1 GiB, and the states of all parameters beside it.
  const Said said = steps(kForward +
                          "    if loss > 9:\n        spare = torch.zeros(1024, 1024, 256, device='cuda')\n"
                          "        return spare.sum()\n" +
                          kBackward + kUpdate);
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_EQ(states(said), kTwoStates);
  EXPECT_GE(peak(said), 1024.0 * 1024 * 256 * 4 + kTwoStates);
}

TEST(OpenArms, GradientOfAnArmThatIsOnlyTriedIsPutBack) {
  for (const char* cleared : {"p.grad = None", "p.grad = torch.zeros_like(p)"}) {
    SCOPED_TRACE(cleared);
    const Said said =
        steps(kForward + kBackward + "    if torch.isnan(loss):\n        for p in model.parameters():\n            " +
              cleared + "\n        return\n" + kUpdate);
    EXPECT_EQ(states(said), kTwoStates);
    EXPECT_EQ(said.mistakes(), 0);
  }
}

TEST(OpenArms, OfWhatIsCalledAtARandomIndexTwoAreFollowed) {
  const auto augmented = [](const std::string& calls) {
    return steps(
        "    import numpy as np\n"
        "    def same(x):\n        return x\n"
        "    def more(x):\n        return torch.cat([x, x, x, x])\n"
        "    calls = " +
        calls +
        "\n    call = calls[np.random.choice(len(calls))]\n"
        "    x = inputs[0] if call is None else call(inputs[0])\n"
        "    opt.zero_grad()\n    loss = model(x).mean()\n" +
        kBackward + kUpdate);
  };
  const Said said = augmented("[same, more, None]");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_TRUE(said.assumes("both branches are followed, and the higher peak counts")) << said.config["assumptions"];
  EXPECT_EQ(peak(said), peak(augmented("[more]")));
  EXPECT_GT(peak(said), 2 * peak(augmented("[same]")));
}

// Mixtures go over the experts that were hit: a tensor of one integer is an index (Tensor.__index__).
TEST(OpenArms, AModuleFoundByATensorOfOneIntegerIsNoMistake) {
  const auto found_by = [](const std::string& index) {
    return steps(
        "    experts = torch.nn.ModuleList([torch.nn.Conv2d(3, 3, 1) for _ in range(4)]).cuda()\n"
        "    opt.zero_grad()\n    loss = model(experts[" +
        index + "](inputs[0])).mean()\n" + kBackward + kUpdate);
  };
  const Said open = found_by("inputs[0].mean((0, 2, 3)).argmax()");
  EXPECT_EQ(open.mistakes(), 0) << open.findings;
  EXPECT_NE(open.status(), "estimated") << "which of them it is, and what it holds, is not known";
  const Said known = found_by("torch.tensor(2)");
  EXPECT_EQ(known.status(), "estimated") << known.findings;
}

// What autocast keeps of the weights that an arm casts goes with the trial. Each layer of 256: its weight in bfloat16
// is 128 KiB; states and gradient are there for both layers, whichever arm was tried first.
TEST(OpenArms, WeightsThatAutocastCastInAnArmTrainWhenItIsFollowed) {
  const auto states_of = [](const std::string& condition) {
    const Said said = said_of_script(std::string(kLoaderAndNet) +
                                     "layer = torch.nn.Linear(256, 256).cuda()\n"
                                     "opt = torch.optim.Adam([*net.parameters(), *layer.parameters()])\n"
                                     "for x in loader:\n    with torch.autocast('cuda', torch.bfloat16):\n"
                                     "        y = net(x.cuda())\n        if " +
                                     condition +
                                     ":\n            y = layer(y)\n        loss = y.mean()\n"
                                     "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
    return states(said);
  };
  EXPECT_GE(states_of("torch.rand(()) > 0.1"), 2 * 2 * 4 * 256 * 256);
  EXPECT_EQ(states_of("torch.rand(()) > 0.1"), states_of("True"));
}

}  // namespace
}  // namespace vramlint::tests
