// Optimizers, calls, contexts and numbers that are not known, in one step: what is taken, and what is said of it.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

TEST(OpenWorld, RandomNumberIsNoTensor) {
  const Said known = forward("h = 0.5 * h");
  ASSERT_EQ(known.status(), "estimated");
  for (const char* number : {"__import__('random').random()", "__import__('numpy').random.beta(0.8, 0.8)",
                             "(1 - __import__('random').uniform(0, 1))"}) {
    SCOPED_TRACE(number);
    const Said said = forward(std::string("h = ") + number + " * h");
    EXPECT_EQ(said.status(), "estimated");
    EXPECT_EQ(said.config["peak"], known.config["peak"]);
  }
}

TEST(OpenWorld, ContextThatIsNotThereMayChangeTheFigures) {
  EXPECT_TRUE(forward("with other.autocast(): h = torch.relu(h)").lists("the context `other.autocast()` is taken"));
  EXPECT_EQ(forward("with other.timer(): pass").status(), "estimated") << "nothing runs in it";
}

TEST(OpenWorld, PackageThatIsAskedForIsTakenToBeThere) {
  Project project;
  project.model = "m.build()";
  const Said said = project.check(
      "\n\ntry:\n    import other\nexcept ImportError as error:\n    raise ImportError('pip "
      "install other') from error\n\n\ndef build():\n    return Net()\n");
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_EQ(said.mistakes(), 0);
}

TEST(OpenWorld, ArmThatIsNotTakenLeavesGradientsAlone) {
  // zero_grad() of the first arm is undone before the second is tried, and an optimizer's states hold more than none.
  const Said said = stepping("import torch", "torch.optim.Adam(model.parameters())",
                             "    if torch.isnan(next(model.parameters()).grad).any():\n        opt.zero_grad()\n"
                             "    else:\n        opt.step()\n        opt.zero_grad()\n");
  EXPECT_EQ(states(said), kTwoStates);
}

Said counting(const std::string& condition) {
  Project project;
  project.setup = "m.setup(model)";
  project.step = "m.step";
  return project.check(
      "\n\ndef setup(model):\n    return {\"opt\": torch.optim.Adam(model.parameters()), \"seen\": [0]}\n\n\n"
      "def step(model, opt, seen, inputs):\n    model(inputs[0]).mean().backward()\n    seen[0] += 1\n    if " +
      condition + ":\n        opt.step()\n        opt.zero_grad()\n");
}

TEST(OpenWorld, CounterOfTheStatesDecidesWhenTheOptimizerSteps) {
  const Said said = counting("seen[0] % 4 == 0");
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_EQ(states(said), kTwoStates);
  EXPECT_EQ(said.config["breakdown"]["input"], counting("True").config["breakdown"]["input"]);
  const Said never = counting("seen[0] < 0");
  EXPECT_EQ(never.status(), "partial");
  EXPECT_TRUE(never.lists("no optimizer steps in the iterations that are followed"));
}

TEST(OpenWorld, GradientsThatTheProgramSetsAreStepped) {
  Project project;
  project.setup = "m.setup(model)";
  project.step = "m.step";
  const Said said = project.check(R"(


def setup(model):
    masters = [p.detach().clone().requires_grad_(True) for p in model.parameters()]
    return {"opt": torch.optim.Adam(masters), "masters": masters}


def step(model, opt, masters, inputs):
    model(inputs[0]).mean().backward()
    for master, p in zip(masters, model.parameters()):
        master.grad = p.grad.clone()
        p.grad = None
    opt.step()
    opt.zero_grad()
    with torch.no_grad():
        for master, p in zip(masters, model.parameters()):
            p.copy_(master)
)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_EQ(states(said), kTwoStates);
}

TEST(OpenWorld, ParametersAreToldWhereTheStepIsNotKnown) {
  const Said said = stepping("import torch", "torch.optim.Adam(model.parameters())", "    open('absent.json')\n");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.parameters(), 3523);
  EXPECT_TRUE(said.config["peak"].is_null());
}

TEST(OpenWorld, FileThatIsNotThereIsNotTheUsersFault) {
  const Said said = built("open('data/absent.json')\n");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_NE(said.findings[0].value("message", "").find("data/absent.json"), std::string::npos);
}

TEST(OpenWorld, WordsThatADescriptionLacksAreNotTheUsersFault) {
  const Said said = built("from timm.models.vision_transformer import Block\nBlock(8, 2, absent=None)\n");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0);
}

TEST(OpenWorld, ExecSetsTheNamesOfItsModule) {
  Project project;
  project.model = "m.build()";
  const std::string rest =
      "\n\n\ndef build():\n    model = Net()\n    model.c = nn.Linear(width, 1)\n    return model\n";
  // Net's 3,523 and a line of 10 with its bias.
  EXPECT_EQ(project.check("\n\nwidth = 1\nexec('width = 10')" + rest).parameters(), 3523 + 11);
  EXPECT_EQ(project.check("\n\nwidth = 10\nexec(input)" + rest).status(), "partial");
}

TEST(OpenWorld, BudgetOfAnEvaluationCanBeRaised) {
  Project project;
  project.model = "m.build()";
  const std::string source =
      "\n\ndef build():\n    n = 0\n    for i in range(5_000_000):\n        n += i * i + i\n    return Net()\n";
  const Said stopped = project.check(source);
  EXPECT_EQ(stopped.status(), "not_estimable");
  EXPECT_EQ(stopped.mistakes(), 0);
  EXPECT_EQ(project.check(source, {"--evaluation-budget", "10"}).status(), "estimated");
}

TEST(OpenWorld, OptimizerThatIsNotThereHasStates) {
  for (const char* made : {"schedulefree.AdamWScheduleFree(model.parameters(), lr=1e-3)",
                           "schedulefree.make(params=[{\"params\": list(model.parameters())}])",
                           "schedulefree.Sophia([p for p in model.parameters() if p.requires_grad])"}) {
    SCOPED_TRACE(made);
    const Said said = stepping("import schedulefree", made);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_EQ(states(said), kTwoStates);
    EXPECT_TRUE(said.lists("is given parameters"));
    EXPECT_EQ(said.mistakes(), 0);
  }
}

TEST(OpenWorld, OptimizerThatIsMadeOfTheModelElsewhereIsTold) {
  const Said said = stepping("from somewhere import make_optimizer", "make_optimizer(model)");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_TRUE(said.lists("`make_optimizer(model)` is given the model"));
}

TEST(OpenWorld, OptimizersModulesAreThere) {
  const Said said = stepping("from torch.optim.adamw import AdamW", "AdamW(model.parameters())");
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_EQ(states(said), kTwoStates);
  // CPython: TypeError: 'module' object is not callable.
  const Said module = stepping("import torch", "torch.optim.adamw(model.parameters())");
  EXPECT_EQ(module.status(), "not_estimable");
  EXPECT_EQ(module.mistakes(), 1);
}

TEST(OpenWorld, CallThatIsGivenTheModelMayHaveChangedIt) {
  for (const char* statements :
       {"from torchtune.training import apply_activation_checkpointing as a\na(model, {nn.Conv2d})",
        "from torchao.quantization import quantize_\nquantize_(model)", "import other\nother.patch(model.a)",
        "import other\nother.patch([model])", "import other\nother.Thing().prepare(module=model)",
        "from peft import get_peft_model\nmodel = get_peft_model(model, 8)", "import other\nmodel = other.wrap(model)",
        "model = torch.ao.quantization.prepare_qat(model)", "import other\nmodel.apply(other.initialise)",
        "from torch.distributed.algorithms._checkpoint import checkpoint_wrapper as c\nmodel.a = c.wrap(model.a)"}) {
    SCOPED_TRACE(statements);
    const Said said = built(statements);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_TRUE(said.lists("is given the model or a part of it; what it changes there may lower or raise the figures"));
    EXPECT_EQ(said.config["unknowns"][0].value("pull", ""), "either");
    EXPECT_TRUE(said.config["fits"].is_null());
    EXPECT_EQ(said.parameters(), 3523);
    EXPECT_EQ(said.mistakes(), 0);
  }
}

TEST(OpenWorld, CallThatIsGivenATensorMayHoldIt) {
  const Said said = forward("other.record(h)");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_TRUE(said.lists("`other.record(h)` is given a tensor"));
}

TEST(OpenWorld, CallThatIsGivenTheOptimizerMayHaveChangedIt) {
  const Said said = stepping("import other", "other.prepare(torch.optim.Adam(model.parameters()))");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(states(said), kTwoStates);
  EXPECT_TRUE(said.lists("is given the optimizer"));
}

// Frozen: 3 * 64 * 9 weights of the first layer; the states of the other three tensors stay, 512 + 7,168 + 512 twice.
constexpr int64_t kStatesBesideFrozen = kTwoStates - 2 * 7'168;

TEST(OpenWorld, FrozenParametersDoNotHideTheOthers) {
  for (const char* made :
       {"other.Fancy(model.parameters())", "other.Fancy(model.named_parameters())",
        "other.Fancy(p for p in model.parameters())", "other.Fancy([{'params': model.parameters()}])"}) {
    SCOPED_TRACE(made);
    const Said said = stepping("import other", std::string("model.a.weight.requires_grad_(False) is None or ") + made);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_EQ(said.config["breakdown"]["optimizer"].get<int64_t>(), kStatesBesideFrozen);
    EXPECT_TRUE(said.lists("is given parameters"));
  }
}

TEST(OpenWorld, OptimizerIsMadeByWhatHoldsItsArguments) {
  for (const char* made : {"functools.partial(other.Fancy, lr=1)(params=model.parameters())",
                           "functools.partial(functools.partial(other.Fancy, lr=1), model.parameters())()",
                           "(lambda *a, **k: other.Fancy(*a, **k))(params=model.parameters())",
                           "other.Fancy(model.parameters(), **other.options())",
                           "(lambda **k: other.Fancy(**{**k, **other.options()}))(params=model.parameters())"}) {
    SCOPED_TRACE(made);
    const Said said = stepping("import functools\nimport other", made);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_EQ(states(said), kTwoStates);
    EXPECT_EQ(said.mistakes(), 0);
  }
}

TEST(OpenWorld, KnownArgumentsAreHandedOnBesideUnknownOnes) {
  for (const char* body : {"h = (lambda x, power: torch.exp(x))(h, **other.options())",
                           "h = (lambda x, **k: torch.exp(x))(h, **other.options())",
                           "d = {'x': h, **other.options()}; h = (lambda x, y: torch.exp(x))(**d)"}) {
    SCOPED_TRACE(body);
    const Said said = forward(body);
    EXPECT_EQ(said.mistakes(), 0);
    EXPECT_EQ(said.config["peak"]["allocated"]["point"],
              forward("h = torch.exp(h)").config["peak"]["allocated"]["point"]);
  }
  EXPECT_TRUE(forward("(lambda x, **k: x)(h, **other.options())").lists("hands to the call is not known"));
  EXPECT_TRUE(forward("d = {**other.options()}; nn.Identity(**d)").lists("hands to the call is not known"));
}

TEST(OpenWorld, RecipeMakesTheOptimizerAsTheScriptDoes) {
  for (const char* made :
       {"{_target_: schedulefree.Fancy, lr: 0.1}", "{_target_: schedulefree.Fancy, _partial_: true}"}) {
    for (const char* requirements : {"", "schedulefree==1.4\n"}) {
      SCOPED_TRACE(std::string(made) + requirements);
      Project project;
      const bool is_partial = std::string(made).find("_partial_") != std::string::npos;
      project.setup = is_partial ? "\"{'opt': instantiate(cfg.opt)(model.parameters())}\""
                                 : "\"{'opt': instantiate(cfg.opt, params=model.parameters())}\"";
      project.step = "m.step";
      project.files = {{"config/a.yaml", std::string("opt: ") + made + "\n"}, {"requirements.txt", requirements}};
      const Said said =
          project.check("\n\ndef step(model, opt, inputs):\n    model(inputs[0]).mean().backward()\n    opt.step()\n");
      EXPECT_EQ(said.status(), "partial");
      EXPECT_EQ(states(said), kTwoStates);
      EXPECT_EQ(said.mistakes(), 0);
    }
  }
  Project project;
  project.setup = "\"{'opt': instantiate(cfg.opt, params=model.parameters())}\"";
  project.step = "m.step";
  project.files = {{"config/a.yaml", "opt: {_target_: m.Absent}\n"}};
  EXPECT_EQ(project.check("").mistakes(), 1) << "the project's own module lacks the name";
}

TEST(OpenWorld, CopiesThatSetupHandsOverMayBeKept) {
  const std::string adam = "torch.optim.Adam(model.parameters()), 'ema': ";
  for (const char* copy :
       {"other.EMA(model.state_dict())", "other.EMA([p.detach() for p in model.parameters()])",
        "other.EMA({k: v.clone() for k, v in model.state_dict().items()})",
        "other.EMA(p.data for p in model.parameters())", "other.EMA((model.cuda(), model.state_dict())[1])"}) {
    SCOPED_TRACE(copy);
    const Said said = stepping("import torch\nimport other", adam + copy);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_TRUE(said.lists("is given a tensor; what it makes of it and holds raises the figures"));
    EXPECT_EQ(said.config["unknowns"][0].value("pull", "up"), "up");
  }
  for (const char* none : {"other.Scaler(torch.tensor([0.5, 0.5]))", "other.Scaler(torch.zeros(9, device='cpu'))"}) {
    SCOPED_TRACE(none);
    EXPECT_EQ(stepping("import torch\nimport other", adam + none).status(), "estimated");
  }
}

}  // namespace
}  // namespace vramlint::tests
