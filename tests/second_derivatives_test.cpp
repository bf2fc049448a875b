// What torch.autograd.grad with create_graph keeps, and what goes backward through it: penalties on gradients,
// equations of physics, forces, inner loops. Expected: the peak of live bytes at PyTorch 1.13.1's allocator on the CPU,
// each request rounded to 512 bytes; blocks of more than 10 MiB are multiples of 2 MiB here, so that CUDA's has the
// same.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kImports = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n";

Said said_with_old_torch(const std::string& program) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"1.13\"\nrecipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put("train.py", kImports + program);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

/// Without cuBLAS's and cuDNN's workspaces, which a CPU has none of.
void expect_measured(const std::string& program, double mebibytes, double share = 0.01) {
  const Said said = said_with_old_torch(program);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << program;
  const double workspace = said.config["breakdown"].value("workspace", 0.0);
  EXPECT_NEAR((static_cast<double>(said.allocated()) - workspace) / (1 << 20), mebibytes, share * mebibytes) << program;
}

/// A step on the mean of `net`'s result and the square of its slope.
std::string steps_on_slope(const std::string& input) {
  return R"(opt = torch.optim.Adam(net.parameters())
for i in range(3):
    x = torch.rand()" +
         input + R"().cuda().requires_grad_()
    out = net(x)
    slope, = torch.autograd.grad(out.sum(), x, create_graph=True)
    loss = out.mean() + slope.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
)";
}

struct Layer {
  std::string made;
  double mebibytes;
};

class SlopeOf : public testing::TestWithParam<Layer> {};

TEST_P(SlopeOf, IsAsLargeAsMeasured) {
  const std::string& layer = GetParam().made;
  expect_measured("net = nn.Sequential(nn.Linear(64, 512), " + layer + ", nn.Linear(512, 512), " + layer +
                      ", nn.Linear(512, 1)).cuda()\n" + steps_on_slope("8192, 64"),
                  GetParam().mebibytes);
}

INSTANTIATE_TEST_SUITE_P(SecondDerivatives, SlopeOf,
                         testing::Values(Layer{"nn.Tanh()", 168.72}, Layer{"nn.Softplus(beta=100)", 268.72},
                                         Layer{"nn.GELU()", 232.73}, Layer{"nn.SiLU()", 296.72},
                                         Layer{"nn.ELU()", 236.72}, Layer{"nn.LeakyReLU(0.2)", 137.72},
                                         Layer{"nn.BatchNorm1d(512)", 264.78}, Layer{"nn.LayerNorm(512)", 265.00}),
                         [](const auto& layer) {
                           const std::string& made = layer.param.made;
                           return made.substr(3, made.find('(') - 3);
                         });

TEST(SecondDerivatives, OfAttention) {
  expect_measured(R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(32, 64), nn.Linear(32, 64), nn.Linear(32, 64)
    def forward(self, x):
        return torch.softmax(self.q(x) @ self.k(x).transpose(1, 2) / 8, -1) @ self.v(x)
net = Net().cuda()
)" + steps_on_slope("16, 512, 32"),
                  195.18);
}

TEST(SecondDerivatives, OfALaplacianAreThird) {
  expect_measured(R"(class Sine(nn.Module):
    def forward(self, x):
        return torch.sin(30 * x)
net = nn.Sequential(nn.Linear(2, 256), Sine(), nn.Linear(256, 256), Sine(), nn.Linear(256, 1)).cuda()
opt = torch.optim.Adam(net.parameters())
for i in range(3):
    x = torch.rand(16384, 2).cuda().requires_grad_()
    out = net(x)
    slope = torch.autograd.grad(out, x, torch.ones_like(out), create_graph=True)[0]
    total = 0
    for d in range(2):
        total = total + torch.autograd.grad(slope[:, d], x, torch.ones_like(slope[:, d]), create_graph=True)[0][:, d:d + 1]
    loss = total.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
)",
                  561.78);
}

TEST(SecondDerivatives, OfAnEnergyAreThoseOfForces) {
  expect_measured(
      R"(net = nn.Sequential(nn.Linear(1, 128), nn.SiLU(), nn.Linear(128, 128), nn.SiLU(), nn.Linear(128, 1)).cuda()
opt = torch.optim.Adam(net.parameters())
a = torch.randint(0, 2000, (32768,)).cuda()
b = torch.randint(0, 2000, (32768,)).cuda()
for i in range(3):
    place = torch.rand(2000, 3).cuda().requires_grad_()
    far = (place[a] - place[b]).pow(2).sum(-1, keepdim=True).sqrt()
    energy = net(torch.exp(-far)).sum()
    force = -torch.autograd.grad(energy, place, create_graph=True)[0]
    loss = force.pow(2).mean() + energy.pow(2)
    opt.zero_grad()
    loss.backward()
    opt.step()
)",
      290.06);
}

TEST(SecondDerivatives, OfAnInnerLoopReachItsFirstParameters) {
  expect_measured(R"(net = nn.ParameterList([nn.Parameter(torch.zeros(1024, 1024)), nn.Parameter(torch.zeros(1024)),
                        nn.Parameter(torch.zeros(64, 1024)), nn.Parameter(torch.zeros(64))]).cuda()
opt = torch.optim.Adam(net.parameters())
def scores(x, p):
    return F.linear(F.relu(F.linear(x, p[0], p[1])), p[2], p[3])
for i in range(3):
    loss = 0
    for task in range(2):
        x = torch.rand(1024, 1024).cuda()
        y = torch.zeros(1024, dtype=torch.long).cuda()
        fast = list(net)
        for k in range(2):
            slopes = torch.autograd.grad(F.cross_entropy(scores(x, fast), y), fast, create_graph=True)
            fast = [p - 0.1 * s for p, s in zip(fast, slopes)]
        loss = loss + F.cross_entropy(scores(x, fast), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
)",
                  78.06);
}

/// Of `made`, a function of `x`, 32 x 64, and of a parameter `w` of 64 numbers: both gradients have a history.
Said differentiated_twice(const std::string& made) {
  return said_with_old_torch(
      "net = nn.Linear(64, 64).cuda()\nw = nn.Parameter(torch.rand(64).cuda())\n"
      "opt = torch.optim.SGD([w, *net.parameters()], lr=0.1)\nfor k in range(3):\n"
      "    z = torch.rand(32, 64).cuda().requires_grad_()\n    x = net(z)\n    out = " +
      made +
      "\n    slopes = torch.autograd.grad((out * out).sum(), [z, w], create_graph=True, "
      "allow_unused=True)\n    loss = sum(s.pow(2).sum() for s in slopes if s is not None)\n"
      "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
}

TEST(SecondDerivatives, EachFormOfAnOperatorHasAFormula) {
  for (const char* made : {"x.abs() ** (w.abs() + 1)",
                           "2.0 ** x",
                           "x ** 0 + x",
                           "1 - x",
                           "torch.sub(x, w, alpha=2)",
                           "x / (w.abs() + 1)",
                           "x.max(1)[0]",
                           "x.max()",
                           "x.amax(1)",
                           "x.logsumexp(1)",
                           "x.var()",
                           "x.std(1)",
                           "x.norm(p=1)",
                           "x.norm(p=3, dim=-1)",
                           "torch.where(x > 0, x, 0.5)",
                           "x.clamp(max=0.1)",
                           "torch.maximum(x, w)",
                           "x.split([10, 54], -1)[1]",
                           "x.chunk(3, 1)[2]",
                           "x.unbind(1)[3]",
                           "torch.stack([x, x * 2], 0)",
                           "x.roll(3)",
                           "x.repeat(2, 3)",
                           "x[:, 2:-3:2]",
                           "x[torch.arange(4).cuda()]",
                           "x @ w",
                           "x[None] @ x.T",
                           "x[0] @ x[1]",
                           "torch.einsum('ij,kj->ik', x, x)",
                           "F.mish(x)",
                           "F.gelu(x)",
                           "F.logsigmoid(x)",
                           "F.cross_entropy(x, torch.zeros(32, dtype=torch.long).cuda())",
                           "F.mse_loss(x, w.expand_as(x))",
                           "F.max_pool2d(x.view(2, 4, 16, 16), 2)",
                           "F.adaptive_avg_pool2d(x.view(2, 4, 16, 16), 1)",
                           "F.group_norm(x, 8)",
                           "F.interpolate(x.view(2, 4, 16, 16), scale_factor=2)"}) {
    const Said said = differentiated_twice(made);
    EXPECT_EQ(said.status(), "estimated") << made << said.config["unknowns"] << said.findings;
  }
}

TEST(SecondDerivatives, WithoutAFormulaTheyAreAbout) {
  for (const char* made : {"x.cumsum(1)", "x.prod(1)", "torch.cdist(x, x * 2)", "F.hardswish(x)"}) {
    const Said said = differentiated_twice(made);
    EXPECT_EQ(said.status(), "partial") << made << said.findings;
    EXPECT_TRUE(said.lists("worked out by the sizes of the first ones")) << made << said.config["unknowns"];
  }
}

// A tensor that is cast is not kept: only its dtype is asked for.
TEST(SecondDerivatives, OfMixedPrecisionAreEstimated) {
  const Said said = said_with_old_torch(R"(net = nn.Sequential(nn.Linear(64, 512), nn.Tanh(), nn.Linear(512, 1)).cuda()
opt = torch.optim.Adam(net.parameters())
for i in range(3):
    x = torch.rand(8192, 64).cuda().requires_grad_()
    with torch.autocast("cuda", dtype=torch.float16):
        out = net(x)
    slope, = torch.autograd.grad(out.float().sum(), x, create_graph=True)
    opt.zero_grad()
    (out.float().mean() + slope.pow(2).mean()).backward()
    opt.step()
)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  for (const auto& each : said.config["top"]) EXPECT_NE(each.value("op", ""), "_unpack") << each;
}

const std::string kTwoLayers = "net = nn.Sequential(nn.Linear(512, 1024), nn.Tanh(), nn.Linear(1024, 1024)).cuda()\n";

TEST(SecondDerivatives, ThroughGradientsOfParameters) {
  expect_measured(kTwoLayers + R"(opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    x = torch.rand(2048, 512).cuda()
    opt.zero_grad(set_to_none=True)
    net(x).pow(2).mean().backward(create_graph=True)
    penalty = sum((p.grad ** 2).sum() for p in net.parameters())
    penalty.backward()
    opt.step()
)",
                  100.02);
}

TEST(SecondDerivatives, OfAnOptimizerOnTheDiagonalOfTheHessian) {
  expect_measured(R"(class Diagonal(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, dict(lr=lr))
    @torch.no_grad()
    def step(self, closure=None):
        params = [p for group in self.param_groups for p in group["params"] if p.grad is not None]
        if any(p.grad.grad_fn is None for p in params):
            raise RuntimeError("needs create_graph=True")
        with torch.enable_grad():
            drawn = [torch.randn_like(p) for p in params]
            found = torch.autograd.grad([p.grad for p in params], params, grad_outputs=drawn, retain_graph=True)
        for p, h in zip(params, found):
            p.add_(p.grad / (h.abs() + 1), alpha=-0.1)
)" + kTwoLayers + R"(opt = Diagonal(net.parameters(), lr=0.1)
for i in range(3):
    x = torch.rand(64, 512).cuda()
    opt.zero_grad(set_to_none=True)
    net(x).pow(2).mean().backward(create_graph=True)
    opt.step()
)",
                  33.41);
}

// Nothing differentiates them again: the step is one all the same.
TEST(Backward, WithAGraphOfItsOwnTrains) {
  const Said said = said_with_old_torch(kTwoLayers + R"(opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(300):
    x = torch.rand(2048, 512).cuda()
    opt.zero_grad()
    net(x).pow(2).mean().backward(create_graph=True)
    opt.step()
)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
}

TEST(Backward, GivesGradientsToItsInputsAlone) {
  expect_measured(R"(a = nn.Sequential(nn.Linear(512, 1024), nn.Tanh(), nn.Linear(1024, 1024)).cuda()
b = nn.Sequential(nn.Linear(1024, 1024), nn.Tanh(), nn.Linear(1024, 16)).cuda()
opt = torch.optim.SGD(a.parameters(), lr=0.1)
for i in range(3):
    x = torch.rand(2048, 512).cuda()
    opt.zero_grad(set_to_none=True)
    b(a(x)).pow(2).mean().backward(inputs=list(a.parameters()))
    opt.step()
)",
                  54.08);
}

TEST(SecondDerivatives, OfAFunctionOfTheProgramsOwnTheyAreNotKnown) {
  const std::string function =
      "class Twice(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        return x * 2\n"
      "    @staticmethod\n    def backward(ctx, g):\n        return g * 2\n"
      "class Layer(nn.Module):\n    def forward(self, x):\n        return Twice.apply(x)\n";
  const Said said =
      said_with_old_torch(function + "net = nn.Sequential(nn.Linear(64, 64), Layer(), nn.Linear(64, 1)).cuda()\n" +
                          steps_on_slope("8, 64"));
  EXPECT_EQ(said.status(), "partial") << said.config["unknowns"];
  EXPECT_TRUE(said.lists("create_graph=True"));
}

// Autocast's casts of the weights belong to whichever is first, and are made again for the other. The CPU's products in
// bfloat16 take 0.7 MiB of their own.
TEST(Checkpoints, CalledTwiceUnderOneAutocastMakeTheirsAgain) {
  const auto step = [](const std::string& scores) {
    return "from torch.utils.checkpoint import checkpoint\n"
           "layers = nn.ModuleList([nn.Sequential(nn.Linear(256, 1024), nn.Tanh(), nn.Linear(1024, 256)) "
           "for _ in range(6)]).cuda()\nopt = torch.optim.SGD(layers.parameters(), lr=0.1)\n"
           "def encode(x):\n    for layer in layers:\n        x = checkpoint(layer, x, use_reentrant=False)\n"
           "    return x[:, 0]\nfor step in range(3):\n    query = torch.randn(16, 8, 256).cuda()\n"
           "    passage = torch.randn(16, 256, 256).cuda()\n"
           "    with torch.autocast('cuda', dtype=torch.bfloat16):\n        loss = (" +
           scores + ").float().logsumexp(-1).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n";
  };
  expect_measured(step("encode(query) @ encode(passage).T"), 64.24, 0.015);
  expect_measured(step("(encode(passage) @ encode(query).T).T"), 68.90, 0.015);
}

}  // namespace
}  // namespace vramlint::tests
