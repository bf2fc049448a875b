// What is not known is never nothing, and never the user's fault: small programs that use what is not there.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// A project whose `build()` does something to a Net.
Said built(const std::string& statements) {
  Project project;
  project.model = "m.build()";
  std::string body = "\n\ndef build():\n    model = Net()\n";
  for (size_t at = 0; at < statements.size();) {
    const size_t end = statements.find('\n', at);
    body += "    " + statements.substr(at, end - at) + "\n";
    at = end == std::string::npos ? statements.size() : end + 1;
  }
  return project.check(body + "    return model\n");
}

/// A project whose forward runs `body` on the first layer's result `h`.
Said forward(const std::string& body, const std::string& constructor = "pass") {
  Project project;
  project.model = "m.Other()";
  return project.check(
      "\n\nimport other\n\n\nclass Other(Net):\n    def __init__(self):\n        super().__init__()\n        " +
      constructor + "\n\n    def forward(self, x):\n        h = torch.relu(self.a(x))\n        " + body +
      "\n        return self.b(h)\n");
}

Said stepping(const std::string& imports, const std::string& optimizer) {
  Project project;
  project.setup = "m.setup(model)";
  project.step = "m.step";
  return project.check(
      "\n\n" + imports + "\n\n\ndef setup(model):\n    return {\"opt\": " + optimizer +
      "}\n\n\ndef step(model, opt, inputs):\n    opt.zero_grad()\n    model(inputs[0]).mean().backward()\n"
      "    opt.step()\n");
}

int64_t states(const Said& said) { return said.config["breakdown"]["optimizer"].get<int64_t>(); }

// Net has 3,523 parameters in four tensors; Adam's two states of each, in blocks of 512 bytes: 2 * (6,912 -> 7,168,
// 256 -> 512, 6,912 -> 7,168, 12 -> 512).
constexpr int64_t kTwoStates = 30'720;

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
       {"from torchtune.training import apply_activation_checkpointing\napply_activation_checkpointing(model, "
        "{nn.Conv2d})",
        "from torchao.quantization import quantize_\nquantize_(model)", "import other\nother.patch(model.a)",
        "import other\nother.patch([model])", "import other\nother.Thing().prepare(module=model)",
        "from peft import get_peft_model\nmodel = get_peft_model(model, 8)", "import other\nmodel = other.wrap(model)",
        "model = torch.ao.quantization.prepare_qat(model)", "import other\nmodel.apply(other.initialise)",
        "from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper\n"
        "model.a = checkpoint_wrapper(model.a)"}) {
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

TEST(OpenWorld, OperatorOnWhatIsNotKnownIsMissed) {
  for (const char* body :
       {"z = torch.exp(h.repeat(other.size(), 1, 1, 1))", "z = x.new_full([2, 64, other.size(), 4], 1.0) * self.b.bias",
        "z = torch.arange(other.size(), device=x.device) * 2.0", "z = torch.exp(h[:, :other.size()])",
        "z = h + other.mask()"}) {
    SCOPED_TRACE(body);
    const Said said = forward(body);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_TRUE(said.lists("makes is not counted: module other is not on the search path") ||
                said.lists("a part of a tensor is of unknown size: module other is not on the search path"));
    EXPECT_EQ(said.mistakes(), 0);
  }
}

TEST(OpenWorld, TensorThatIsNotKnownIsNoNumber) {
  // The sum is of the size of the larger part, which is not known.
  const Said said = forward("h = h.mean() + torch.exp(h.repeat(int(torch.rand(1)), 1, 1, 1)).mean() * h");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0);
}

TEST(OpenWorld, LoopOfAnUnknownCountIsListed) {
  for (const char* body : {"for _ in range(other.size()): self.kept = torch.exp(h)",
                           "out = []\n        for part in h.tensor_split(other.size()): out.append(torch.exp(part))",
                           "out = []\n        while len(out) < other.size(): out.append(torch.exp(h))"}) {
    SCOPED_TRACE(body);
    const Said said = forward(body);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_TRUE(said.lists("a loop is not followed"));
  }
}

// torch 1.13: arange(0.5) has one element; what the number is not known for must not become one.
TEST(OpenWorld, NumberThatIsNotKnownMakesNoConstant) {
  const Said said = forward("pass", "self.l = nn.Linear(4, int(torch.full((1,), other.size())[0]))");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_TRUE(said.lists("`weight` of Linear holds is not counted"));
}

TEST(OpenWorld, ChildThatIsNotThereIsMissing) {
  for (const char* constructor :
       {"self.c = other.Layer(64)", "self.c = nn.Parameter(other.make(64))", "self.c = nn.Linear(4, other.size())",
        "self.c = nn.Sequential(nn.ReLU(), other.Layer())", "self.register_buffer('c', other.make(3))",
        "self.c = nn.ModuleList([other.Layer() for _ in range(3)])"}) {
    SCOPED_TRACE(constructor);
    const Said said = forward("pass", constructor);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_TRUE(said.lists("holds is not counted: module other is not on the search path"));
    EXPECT_GE(said.parameters(), 3523);
    EXPECT_TRUE(said.config["fits"].is_null());
    EXPECT_EQ(said.mistakes(), 0);
  }
}

TEST(OpenWorld, ClassesOfWhatIsNotThereGoOn) {
  const std::string body =
      "    def __init__(self):\n        super().__init__()\n        self.a = nn.Conv2d(3, 64, 3)\n\n"
      "    def forward(self, x):\n        self.helper\n        return self.a(x)\n";
  for (const std::string& head :
       {"class Other(other.Base):\n" + body, "class Other(other.Mixin, nn.Module):\n" + body,
        "class Other(nn.Module, other.Mixin):\n" + body, "@other.register(\"x\")\nclass Other(other.Base):\n" + body}) {
    SCOPED_TRACE(head);
    Project project;
    project.model = "m.Other()";
    const Said said = project.check("\n\nimport other\n\n\n" + head);
    EXPECT_EQ(said.mistakes(), 0);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_EQ(said.parameters(), 64 * 3 * 9 + 64);
  }
}

TEST(OpenWorld, DecoratorThatIsNotThereHandsBack) {
  Project project;
  project.model = "m.Other()";
  const Said said = project.check(
      "\n\nimport other\n\n\n@other.register(\"x\")\nclass Other(Net):\n    @other.timed\n    def forward(self, x):\n"
      "        return super().forward(x)\n");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(said.parameters(), 3523);
  EXPECT_TRUE(said.lists("the decorator `other.timed` is taken to hand back what it is given"));
}

TEST(OpenWorld, StarImportMayHaveBroughtAnyName) {
  Project project;
  project.model = "m.Other()";
  project.files = {{"names.py", "from other import *\n"}};
  for (const char* import : {"from other import *", "from names import *", "from names import normalise"}) {
    SCOPED_TRACE(import);
    const Said said = project.check(std::string("\n\n") + import +
                                    "\n\n\nclass Other(Net):\n    def __init__(self):\n        super().__init__()\n"
                                    "        self.kept = normalise(3)\n");
    EXPECT_EQ(said.mistakes(), 0);
    EXPECT_EQ(said.parameters(), 3523);
  }
}

TEST(OpenWorld, WhatWentIntoACallMayHoldMore) {
  for (const char* constructor :
       {"d = {}; other.fill(d); self.w = d['x']", "l = []; other.fill(l); self.w = l[0]",
        "l = [1]; other.fill(l); self.w = l[3]", "other.attach(self); self.w = self.attached(3)",
        "n = type('N', (), {})(); other.fill(n); self.w = n.width"}) {
    SCOPED_TRACE(constructor);
    const Said said = forward("pass", constructor);
    EXPECT_EQ(said.mistakes(), 0);
    EXPECT_NE(said.status(), "not_estimable");
  }
}

TEST(OpenWorld, WhatADescriptionLacksIsNotTheUsersFault) {
  const Said said = forward("pass", "torch.cuda.amp.GradScaler()._lazy_init_scale_growth_tracker(None)");
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_EQ(said.findings.at(0)["message"].get<std::string>().find("not modelled: 'GradScaler'"), 0u);
  // A class of the user's own, and one that is described in full.
  EXPECT_EQ(forward("pass", "self.absent").mistakes(), 1);
}

TEST(OpenWorld, ModelOfAPackageThatIsNotThereIsNotTheUsersFault) {
  Project project;
  project.model = "m.make()";
  const Said said = project.check("\n\nfrom other import make\n");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0);
}

// latent-diffusion's CheckpointFunction: the engine must not lose the gradient of a leaf that a call has twice.
TEST(OpenWorld, GradientPassesThroughACallThatHasALeafTwice) {
  Project project;
  project.setup = "m.setup(model)";
  project.step = "m.step";
  const auto with = [&](const std::string& seen) {
    return project.check(R"(

class Again(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run, x):
        ctx.run, ctx.x = run, x
        with torch.no_grad():
            return run(x)

    @staticmethod
    def backward(ctx, gradient):
        x = ctx.x.detach().requires_grad_(True)
        with torch.enable_grad():
            out = ctx.run()" +
                         seen + R"()
        return (None,) + torch.autograd.grad(out, [x], gradient, allow_unused=True)


def setup(model):
    return {"opt": torch.optim.Adam(model.parameters())}


def step(model, opt, inputs):
    opt.zero_grad()
    h = Again.apply(lambda x: torch.exp(x), model.a(inputs[0]))
    model.b(h).mean().backward()
    opt.step()
)");
  };
  for (const char* seen : {"x.view(x.shape)", "x.view_as(x)", "x.expand_as(x)"}) {
    SCOPED_TRACE(seen);
    EXPECT_EQ(states(with(seen)), kTwoStates);
  }
}

TEST(OpenWorld, GuardedImportIsDecidedOrListed) {
  const std::string source = R"(

try:
    import xformers
    import xformers.ops
    HAVE = True
except ImportError:
    HAVE = False


class Other(Net):
    def __init__(self):
        super().__init__()
        self.c = nn.Linear(4, 5 if HAVE else 7, bias=False)
)";
  Project project;
  project.model = "m.Other()";
  const Said undecided = project.check(source);
  EXPECT_EQ(undecided.parameters(), 3523 + 28);
  EXPECT_TRUE(undecided.assumes("`xformers` is taken not to be installed"));
  project.more = "    packages: {xformers: null}\n";
  EXPECT_FALSE(project.check(source).assumes("xformers"));
  project.more = "    packages: {xformers: \"0.0.27\"}\n";
  EXPECT_EQ(project.check(source).parameters(), 3523 + 20);
  project.more = "";
  for (const auto& [path, text] : std::vector<std::pair<std::string, std::string>>{
           {"requirements.txt", "torch\nxformers==0.0.27  # attention\n"},
           {"requirements/base.txt", "xformers[extra] >= 0.0.20; python_version > '3.8'\n"},
           {"environment.yml", "dependencies:\n  - python=3.9\n  - pip:\n    - xformers==0.0.27\n"},
           {"setup.py", "setup(name='x', install_requires=['torch', 'xformers>=0.0.20'])\n"},
           {"pyproject.toml", "[project]\nname = \"x\"\ndependencies = [\n  \"xformers\",\n]\n"}}) {
    SCOPED_TRACE(path);
    project.files = {{path, text}};
    const Said said = project.check(source);
    EXPECT_EQ(said.parameters(), 3523 + 20);
    EXPECT_FALSE(said.assumes("xformers"));
  }
}

TEST(OpenWorld, DescribedPackageHasTheReleaseThatIsPinned) {
  const std::string source =
      "\n\nimport timm\n\n\nclass Other(Net):\n    def __init__(self):\n        super().__init__()\n"
      "        self.c = nn.Linear(4, 5 if timm.__version__ == '0.4.12' else 7, bias=False)\n";
  Project project;
  project.model = "m.Other()";
  project.more = "    packages: {timm: \"0.4.12\"}\n";
  const Said said = project.check(source);
  EXPECT_EQ(said.parameters(), 3523 + 20);
  EXPECT_TRUE(said.assumes("timm 0.4.12 is taken to be as timm 1.0"));
  project.more = "    packages: {timm: null}\n";
  EXPECT_EQ(project.check(source).status(), "not_estimable");
}

TEST(OpenWorld, ProgramSetsTheAllocator) {
  const auto reserved = [](const Said& said) { return said.config["peak"]["reserved"]["point"].get<double>(); };
  Project plain, said;
  said.more = "    allocator: \"expandable_segments:True\"\n";
  const double wanted = reserved(said.check(""));
  ASSERT_NE(wanted, reserved(plain.check("")));
  for (const char* statement : {"os.environ[\"PYTORCH_CUDA_ALLOC_CONF\"] = \"expandable_segments:True\"",
                                "os.environ[\"PYTORCH_ALLOC_CONF\"] = \"expandable_segments:True\"",
                                "os.environ.setdefault(\"PYTORCH_CUDA_ALLOC_CONF\", \"expandable_segments:True\")",
                                "os.environ.update(PYTORCH_CUDA_ALLOC_CONF=\"expandable_segments:True\")"}) {
    SCOPED_TRACE(statement);
    EXPECT_EQ(reserved(plain.check(std::string("\n\nimport os\n") + statement + "\n")), wanted);
  }
  EXPECT_TRUE(plain.check("\n\nimport os\nos.environ[\"PYTORCH_CUDA_ALLOC_CONF\"] = \"nonsense:1\"\n")
                  .lists("sets PYTORCH_CUDA_ALLOC_CONF to `nonsense:1`"));
}

const char* const kLayers = "from torch import nn\n\n\ndef layer():\n    return nn.Linear(4, 5, bias=False)\n";

TEST(OpenWorld, GivenFoldersAreSearched) {
  Project project;
  project.model = "m.Other()";
  const ScratchFolder installed{{"layers/__init__.py", kLayers}, {"einops/__init__.py", "never = read\n"}};
  const ScratchFolder empty{{"nothing.txt", ""}};
  const std::string source =
      "\n\nimport layers\nimport einops\n\n\nclass Other(Net):\n    def __init__(self):\n"
      "        super().__init__()\n        self.c = layers.layer()\n        einops.rearrange\n";
  EXPECT_EQ(project.check(source).status(), "partial");
  for (const char* option : {"--site-packages", "--python-path"}) {
    SCOPED_TRACE(option);
    const bool behind = std::string(option) == "--site-packages";
    const Said said = project.check(source, {option, installed.path().string()});
    EXPECT_EQ(said.status() == "estimated", behind);  // there einops is ours
    if (behind) EXPECT_EQ(said.parameters(), 3523 + 20);
    EXPECT_EQ(said.errors, "");
    const Said none = project.check("", {option, empty.path().string()});
    EXPECT_NE(none.errors.find(std::string(option) + " " + empty.path().string() + ": nothing was read from there"),
              std::string::npos);
  }
}

TEST(OpenWorld, RootIsWhereTheProjectsFilesLie) {
  for (const char* mark : {"pyproject.toml", "setup.py", ".git/config"}) {
    SCOPED_TRACE(mark);
    const ScratchFolder folder{{"vramlint.yaml", ""}, {"inner/config/a.yaml", "a: 1\n"}, {"inner/m.py", kNet}};
    folder.put(std::string("inner/") + mark, "");
    folder.put("recipe.yaml",
               "recipes:\n  - name: net\n    configs: [\"config/*.yaml\"]\n    model: m.Net()\n"
               "    inputs: [\"float32[2, 3, 64, 64]\"]\n    loss: mse\n    optimizer: adam\n");
    const ProgramRun run =
        run_program(folder.path() / "inner/config", {"check", "--recipe", "../../recipe.yaml", "a.yaml"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("1 estimated"), std::string::npos) << run.output;
  }
}

}  // namespace
}  // namespace vramlint::tests
