// What is not known is never nothing, and never the user's fault: small programs that use what is not there.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

TEST(OpenWorld, OperatorOnWhatIsNotKnownIsMissed) {
  for (const char* body :
       {"z = torch.exp(h.repeat(other.size(), 1, 1, 1))", "z = x.new_full([2, 64, other.size(), 4], 1.0) * self.b.bias",
        "z = torch.arange(other.size(), device=x.device) * 2.0", "z = torch.exp(h[:, :other.size()])",
        "z = h + other.mask()"}) {
    SCOPED_TRACE(body);
    const Said said = forward(body);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_TRUE(said.lists("makes is not counted: module other is not on the search path") ||
                said.lists("a part of a tensor is of unknown size: module other is not on the search path") ||
                said.lists("is taken for a number: module other is not on the search path"));
    EXPECT_EQ(said.mistakes(), 0);
  }
}

TEST(OpenWorld, TensorThatIsNotKnownIsNoNumber) {
  // The product is of the size of the larger part, which is not known.
  const Said said = forward("h = torch.exp(h.repeat(int(torch.randn(1)), 1, 1, 1)) * h");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_FALSE(said.lists("is taken for a number"));
  EXPECT_LT(said.high(), forward("h = torch.exp(h.repeat(1, 1, 1, 1)) * h").high());
  EXPECT_EQ(said.mistakes(), 0);
}

TEST(OpenWorld, LoopOfAnUnknownCountIsListed) {
  const std::string holds_more = "two turns of a loop are followed; of further ones each holds ";
  const std::pair<const char*, std::string> loops[] = {
      {"for _ in range(other.size()): self.kept = torch.exp(h)", holds_more},
      {"out = []\n        for part in h.tensor_split(other.size()): out.append(torch.exp(part))",
       "a list's length depends on what is not known"},
      {"out = []\n        while len(out) < other.size(): out.append(torch.exp(h))", holds_more}};
  for (const auto& [body, listed] : loops) {
    SCOPED_TRACE(body);
    const Said said = forward(body);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_TRUE(said.lists(listed)) << said.config["unknowns"];
  }
}

// Two turns are as many as it takes to see that a third would make what the second has left.
TEST(OpenWorld, LoopOfAnUnknownCountThatKeepsNothingIsFollowed) {
  const std::string made = "with torch.no_grad(): made = torch.exp(h)";
  const Said said = forward("for _ in range(other.size()):\n            " + made);
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_TRUE(said.assumes("two turns of a loop are followed; of further ones none holds more"));
  // The second result is made while the first is held.
  EXPECT_EQ(said.high(), forward(made + "\n        " + made).high());
  // 32 * 4 bytes more a turn, a block of 512.
  EXPECT_TRUE(forward("out = []\n        for _ in range(other.size()): out.append(torch.zeros(32, device=h.device))")
                  .assumes("of further ones each holds "));
}

TEST(OpenWorld, IndexThatIsNotKnownFindsWhatAllItemsHaveInCommon) {
  const std::string sizes = "with torch.no_grad(): kept = torch.zeros(";
  const std::string index = "([(1024, 1024), (512, 2048), (256, 256)] * 40)[int(h.sum())]";
  const Said said = forward(sizes + index + ", device=h.device)");
  EXPECT_EQ(said.status(), "estimated");
  // Each side is the largest there is: 1024 * 2048 floats, 8 MiB; at least 256 * 256, a quarter of a MiB.
  EXPECT_NEAR(said.high(), forward(sizes + "1024, 2048, device=h.device)").high(), 1e4);
  EXPECT_NEAR(said.low(), forward(sizes + "256, 256, device=h.device)").low(), 1e4);
}

// Its result is as large as there are rows, and there are none.
TEST(OpenWorld, AGuardAgainstNoRowsIsNotTaken) {
  const Said said = forward(
      "rows = h.flatten()[h.flatten() > 0]\n        if rows.size(0) * h.size(0) == 0:\n            "
      "return rows.new_zeros(rows.size(0))");
  EXPECT_TRUE(said.assumes("the branch that goes on is taken")) << said.config["assumptions"];
  EXPECT_FALSE(said.assumes("both branches are followed"));
}

TEST(OpenWorld, SizesThatOnlyTheDataTellsMayFitOneAnother) {
  const std::string rows = "with torch.no_grad(): rows = h.flatten()[h.flatten() > 0]\n        ";
  for (const char* use : {"rows.view(-1, 7)", "torch.arange(torch.ones(rows.shape).sum(), device=h.device)",
                          "torch.linspace(0.5, h.new_tensor(7).long() - 0.5, h.new_tensor(7).long())",
                          "torch.nn.functional.grid_sample(rows[:9].view(-1, 1, 1, 1), h.new_zeros(9, 2, 2, 2))",
                          "rows.clamp(max=other.size())"}) {
    SCOPED_TRACE(use);
    const Said said = forward(rows + use);
    EXPECT_EQ(said.status(), "estimated") << said.errors;
    EXPECT_EQ(said.mistakes(), 0);
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
  EXPECT_EQ(undecided.parameters(), 3523 + 20);
  EXPECT_TRUE(undecided.assumes("`xformers` is taken to be installed"));
  project.more = "    packages: {xformers: null}\n";
  EXPECT_FALSE(project.check(source).assumes("xformers"));
  EXPECT_EQ(project.check(source).parameters(), 3523 + 28);
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

TEST(OpenWorld, GuardedImportOfWhatIsNotAtHandFails) {
  const Said said = built(
      "try:\n    import deepspeed\n    model.c = nn.Linear(4, 5, bias=False)\nexcept ImportError:\n"
      "    model.c = nn.Linear(4, 7, bias=False)");
  EXPECT_EQ(said.parameters(), 3523 + 28);
  EXPECT_TRUE(said.assumes("`deepspeed` is taken not to be installed"));
}

TEST(OpenWorld, WhatSettlesAGuardedImportIsSaid) {
  Project project;
  project.model = "m.Other()";
  project.files = {{"requirements.txt", "natten==0.0.27\n"}};
  const std::string use =
      "\n\n\nclass Other(Net):\n    def __init__(self):\n        super().__init__()\n"
      "        self.c = natten.Layer(4)\n";
  const Said guarded = project.check("\n\ntry:\n    import natten\nexcept ImportError:\n    natten = None" + use);
  EXPECT_TRUE(guarded.lists("`packages: {natten: null}` says that it is not installed"));
  const Said plain = project.check("\n\nimport natten" + use);
  EXPECT_FALSE(plain.lists("packages:"));
  EXPECT_TRUE(plain.lists("`--site-packages DIR` leads to its source"));
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
    if (behind) {
      EXPECT_EQ(said.parameters(), 3523 + 20);
    }
    EXPECT_EQ(said.errors, "");
    const Said none = project.check("", {option, empty.path().string()});
    EXPECT_NE(none.errors.find(std::string(option) + " " + empty.path().string() + ": nothing was read from there"),
              std::string::npos);
  }
}

TEST(OpenWorld, RootIsWhereTheProjectsFilesLie) {
  for (const char* mark : {"pyproject.toml", "setup.py", ".git/config"}) {
    SCOPED_TRACE(mark);
    const ScratchFolder folder{{"inner/config/a.yaml", "a: 1\n"}, {"inner/m.py", kNet}};
    folder.put(std::string("inner/") + mark, "");
    if (std::string_view(mark) == ".git/config") folder.put("vramlint.yaml", "");  // of another repository
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
