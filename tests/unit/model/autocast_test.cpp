// Mixed precision: which casts stand in the graph, and what stays for the backward.
#include <gtest/gtest.h>

#include "fixture.h"
#include "memory/trace.h"

namespace vramlint::model {
namespace {

using graph::Dtype;

/// A model of one file `m.py` whose forward is `body`; its layers are `layers`.
Recipe model_of(const std::string& layers, const std::string& body, const std::string& input = "float32[4, 8]") {
  Recipe recipe;
  recipe.files["m.py"] =
      "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\nclass Net(nn.Module):\n"
      "    def __init__(self):\n        super().__init__()\n        " +
      layers + "\n\n    def forward(self, x):\n        " + body + "\n";
  recipe.model = "m.Net()";
  recipe.inputs = {input};
  recipe.loss = "sum";
  recipe.precision = config::Precision::amp_bf16;
  return recipe;
}

graph::Graph graph_of(Recipe& recipe) {
  BuildResult result = recipe.build();
  if (result.failure) ADD_FAILURE() << result.failure->message;
  return result.built ? result.built->phases.at(0) : graph::Graph{};
}

/// "linear" → the types of its operands and its first result, as text; every call of it.
std::vector<std::string> calls(const graph::Graph& graph, std::string_view schema) {
  std::vector<std::string> found;
  for (const graph::Event& event : graph.events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (!node || node->call.op->schema.substr(0, node->call.op->schema.find('(')) != schema) continue;
    std::string text;
    for (const graph::Operand& operand : node->call.operands) text += std::string(to_string(operand.type.dtype)) + " ";
    found.push_back(text + "-> " + std::string(to_string(node->outputs.at(0).type.dtype)));
  }
  return found;
}

using Calls = std::vector<std::string>;

int64_t saved(const graph::Graph& graph, const std::string& torch) {
  return memory::trace(graph, {}, *graph::torch_profile(torch), memory::Scenario::point).saved_for_backward.count;
}

// linear(bf16 copy of x), relu, layer_norm(float32 copy), linear(bf16 copies), softmax in float32, loss sum in float32:
//   x as bf16                 256 * 1024 * 2 = 524288   (its weight's copy is not kept: x needs no gradient)
//   relu's output, bf16       256 * 1024 * 2 = 524288
//   layer_norm's input        256 * 1024 * 4 = 1048576, mean and rstd 256 * 4 * 2 = 2048
//   second linear's input     256 * 1024 * 2 = 524288, and its weight as bf16 1024 * 1024 * 2 = 2097152
//   softmax's output, float32 256 * 1024 * 4 = 1048576
TEST(Autocast, KeepsWhatTheCastOperatorsKeep) {
  Recipe recipe = model_of("self.a, self.n, self.b = nn.Linear(1024, 1024), nn.LayerNorm(1024), nn.Linear(1024, 1024)",
                           "return self.b(self.n(torch.relu(self.a(x)))).softmax(-1)", "float32[256, 1024]");
  const graph::Graph graph = graph_of(recipe);
  EXPECT_EQ(calls(graph, "linear"), Calls(2, "bfloat16 bfloat16 bfloat16 -> bfloat16"));
  EXPECT_EQ(calls(graph, "layer_norm"), Calls{"float32 float32 float32 -> float32"});
  EXPECT_EQ(calls(graph, "softmax.int"), Calls{"bfloat16 -> float32"});
  EXPECT_EQ(saved(graph, "2.4"), 524288 + 524288 + 1048576 + 2048 + 524288 + 2097152 + 1048576);
}

TEST(Autocast, CastsAWeightOnceWithinARegion) {
  const std::string layers = "self.a = nn.Linear(8, 8, bias=False)";
  Recipe twice = model_of(layers, "return self.a(self.a(x))");
  EXPECT_EQ(calls(graph_of(twice), "to.dtype").size(), 2u);  // x and the weight
  Recipe unkept = model_of(layers,
                           "with torch.autocast('cuda', torch.bfloat16, cache_enabled=False):\n"
                           "            return self.a(self.a(x))");
  EXPECT_EQ(calls(graph_of(unkept), "to.dtype").size(), 3u);
  // Leaving the outermost region drops what was kept; `amp:` itself is off here.
  Recipe left = model_of(layers,
                         "with torch.autocast('cuda', torch.bfloat16):\n            x = self.a(x)\n"
                         "        with torch.autocast('cuda', torch.bfloat16):\n            return self.a(x)");
  left.precision = config::Precision::fp32;
  EXPECT_EQ(calls(graph_of(left), "to.dtype").size(), 3u);
}

// As an H100 asked for them in GPT-2's addmm(bias, x, weight) and VGG's conv2d(x, weight, bias): the last argument's
// copy first.
TEST(Autocast, CastsTheLastArgumentFirst) {
  const auto cast = [](Recipe recipe) {
    std::vector<int64_t> sizes;
    const graph::Graph graph = graph_of(recipe);
    for (const graph::Event& event : graph.events) {
      const auto* node = std::get_if<graph::Node>(&event);
      if (node && node->call.op->schema.starts_with("to.dtype")) sizes.push_back(node->outputs.at(0).type.numel());
    }
    return sizes;
  };
  EXPECT_EQ(cast(model_of("self.a = nn.Linear(8, 4)", "return self.a(x)")), (std::vector<int64_t>{4, 32, 32}));
  EXPECT_EQ(cast(model_of("self.a = nn.Parameter(torch.zeros(2)); self.b = nn.Parameter(torch.zeros(8, 2))",
                          "return torch.addmm(self.a, x, self.b)")),
            (std::vector<int64_t>{16, 32, 2}));
}

TEST(Autocast, KeptCastsDieWithTheRegion) {
  Recipe recipe = model_of("self.a = nn.Linear(8, 8, bias=False)", "return self.a(x)");
  const graph::Graph graph = graph_of(recipe);
  graph::TensorId weight = 0;
  size_t dropped = 0, backward = 0;
  for (size_t i = 0; i < graph.events.size(); ++i) {
    if (const auto* node = std::get_if<graph::Node>(&graph.events[i])) {
      if (node->inputs.size() == 1 && node->inputs[0] == graph.parameters.at(0).tensor) weight = node->results.at(0);
    }
    const auto* drop = std::get_if<graph::Drop>(&graph.events[i]);
    if (drop && weight != 0 && drop->tensor == weight) dropped = i;
    if (std::holds_alternative<graph::Backward>(graph.events[i])) backward = i;
  }
  EXPECT_GT(dropped, 0u);
  EXPECT_LT(dropped, backward);
}

// Nothing is cast for batch_norm, relu, add and mean: they take what comes.
TEST(Autocast, LeavesTheRestAsItIs) {
  Recipe recipe = model_of("self.c, self.n = nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4)",
                           "y = self.n(self.c(x)).relu()\n        return (y + x.mean()).mean()", "float32[2, 3, 8, 8]");
  const graph::Graph graph = graph_of(recipe);
  EXPECT_EQ(calls(graph, "conv2d"), Calls{"bfloat16 bfloat16 bfloat16 -> bfloat16"});
  EXPECT_EQ(calls(graph, "batch_norm"), Calls{"bfloat16 float32 float32 float32 float32 -> bfloat16"});
  EXPECT_EQ(calls(graph, "relu"), Calls{"bfloat16 -> bfloat16"});
  EXPECT_EQ(calls(graph, "mean"), (Calls{"float32 -> float32", "bfloat16 -> bfloat16"}));
}

TEST(Autocast, RunsTheListedOnesInFloat32) {
  Recipe recipe =
      model_of("self.a = nn.Linear(8, 8)",
               "y = self.a(x)\n        z = y.exp() + y ** 2 + y.square() + y.norm(dim=-1, keepdim=True)\n"
               "        return z.sum() + F.mse_loss(y, x) + y.cumsum(-1).sum() + F.softplus(y).logsumexp(-1).sum()");
  const graph::Graph graph = graph_of(recipe);
  for (const char* op : {"exp", "pow.Tensor_Scalar", "softplus"})
    EXPECT_EQ(calls(graph, op), Calls{"float32 -> float32"}) << op;
  EXPECT_EQ(calls(graph, "norm.ScalarOpt_dim"), Calls{"bfloat16 -> float32"});
  EXPECT_EQ(calls(graph, "cumsum"), Calls{"bfloat16 -> float32"});
  EXPECT_EQ(calls(graph, "mse_loss"), Calls{"float32 float32 -> float32"});
}

TEST(Autocast, PromotesToTheWidest) {
  Recipe recipe = model_of("self.a = nn.Linear(8, 8)", "y = self.a(x)\n        return torch.addcmul(x, y, y)");
  EXPECT_EQ(calls(graph_of(recipe), "addcmul"), Calls{"float32 float32 float32 -> float32"});
}

TEST(Autocast, ListsDifferByVersion) {
  Recipe recipe =
      model_of("self.c = nn.Conv2d(3, 4, 3)", "return F.interpolate(self.c(x), scale_factor=2)", "float32[2, 3, 8, 8]");
  recipe.torch = "1.13";
  EXPECT_EQ(calls(graph_of(recipe), "upsample_nearest2d"), Calls{"bfloat16 -> bfloat16"});
  recipe.torch = "2.4";
  EXPECT_EQ(calls(graph_of(recipe), "upsample_nearest2d"), Calls{"float32 -> float32"});
}

TEST(Autocast, EinsumCastsItsOperandsFirst) {
  Recipe recipe = model_of("self.a = nn.Linear(8, 8)", "return torch.einsum('bi,bj->ij', x, self.a.weight[:4])");
  const graph::Graph graph = graph_of(recipe);
  EXPECT_EQ(calls(graph, "bmm"), Calls{"bfloat16 bfloat16 -> bfloat16"});
  EXPECT_EQ(calls(graph, "to.dtype").size(), 2u);
}

TEST(Autocast, StopsInAnIsland) {
  Recipe recipe = model_of("self.a = nn.Linear(8, 8)",
                           "y = self.a(x)\n        with torch.cuda.amp.autocast(enabled=False):\n"
                           "            assert not torch.is_autocast_enabled()\n            y = self.a(y.float())\n"
                           "        assert torch.is_autocast_enabled()\n"
                           "        assert torch.get_autocast_gpu_dtype() is torch.bfloat16\n        return self.a(y)");
  EXPECT_EQ(calls(graph_of(recipe), "linear"),
            (Calls{"bfloat16 bfloat16 bfloat16 -> bfloat16", "float32 float32 float32 -> float32",
                   "bfloat16 bfloat16 bfloat16 -> bfloat16"}));
}

TEST(Autocast, DecoratesFunctions) {
  Recipe recipe = model_of("self.a = nn.Linear(8, 8)",
                           "return self.run(x)\n\n    @torch.autocast('cuda', torch.float16)\n"
                           "    def run(self, x):\n        return self.a(x)");
  recipe.precision = config::Precision::fp32;
  EXPECT_EQ(calls(graph_of(recipe), "linear"), Calls{"float16 float16 float16 -> float16"});
}

TEST(Autocast, CustomForwardCastsItsInputs) {
  Recipe recipe = model_of("self.a = nn.Linear(8, 8)", "return Twice.apply(self.a(x))");
  recipe.files["m.py"] +=
      "\n\nclass Twice(torch.autograd.Function):\n    @staticmethod\n"
      "    @torch.cuda.amp.custom_fwd(cast_inputs=torch.float32)\n    def forward(ctx, x):\n"
      "        assert x.dtype is torch.float32 and not torch.is_autocast_enabled()\n        return x * 2\n\n"
      "    @staticmethod\n    @torch.cuda.amp.custom_bwd\n    def backward(ctx, grad):\n        return grad * 2\n";
  const BuildResult result = recipe.build();
  EXPECT_FALSE(result.failure) << result.failure->message;
}

TEST(Autocast, RefusesBinaryCrossEntropy) {
  Recipe recipe = model_of("self.a = nn.Linear(8, 8)",
                           "y = self.a(x).sigmoid()\n"
                           "        return F.binary_cross_entropy(y, torch.zeros_like(y))");
  const BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_NE(result.failure->message.find("unsafe to autocast"), std::string::npos) << result.failure->message;
}

// log_softmax is told the logits' type (LossNLL.cpp), its result in bf16 is kept, 16 * 10 * 2; nll_loss keeps it in
// float32, 16 * 10 * 4, the target is an input; the linear keeps x as bf16, 16 * 8 * 2; total_weight is a number in
// float32. So a BERT in bf16 kept 238 and 477 MiB for 4,096 * 30,522 logits on an H100 (torch 2.11).
TEST(Autocast, CrossEntropyKeepsBothTypes) {
  Recipe recipe = model_of("self.a = nn.Linear(8, 10)", "return self.a(x)", "float32[16, 8]");
  recipe.loss = "cross_entropy";
  EXPECT_EQ(saved(graph_of(recipe), "2.4"), 16 * 10 * 2 + 16 * 10 * 4 + 16 * 8 * 2 + 4);
}

TEST(Autocast, ScalesTheLossInHalf) {
  Recipe recipe = model_of("self.a = nn.Linear(8, 8)", "return self.a(x)");
  EXPECT_TRUE(calls(graph_of(recipe), "mul.Tensor").empty());
  recipe.precision = config::Precision::amp_fp16;
  const graph::Graph graph = graph_of(recipe);
  EXPECT_EQ(calls(graph, "linear"), Calls{"float16 float16 float16 -> float16"});
  EXPECT_EQ(calls(graph, "mul.Tensor"), Calls{"float32 float32 -> float32"});
}

TEST(Autocast, AWholeModelInBfloat16CastsNothing) {
  Recipe recipe =
      model_of("self.a, self.n = nn.Linear(8, 8), nn.BatchNorm1d(8)", "return self.n(self.a(x))", "bfloat16[4, 8]");
  recipe.precision = config::Precision::fp32;
  for (const char* model : {"m.Net().bfloat16()", "m.Net().to(torch.bfloat16)", "m.Net().to(dtype=torch.bfloat16)"}) {
    recipe.model = model;
    const graph::Graph graph = graph_of(recipe);
    EXPECT_EQ(calls(graph, "linear"), Calls{"bfloat16 bfloat16 bfloat16 -> bfloat16"}) << model;
    EXPECT_TRUE(calls(graph, "to.dtype").empty()) << model;
    EXPECT_EQ(graph.parameter_bytes().point.count, (64 + 8 + 8 + 8) * 2) << model;  // buffers are no parameters
  }
  recipe.model = "m.Net().half()";
  recipe.inputs = {"float16[4, 8]"};
  EXPECT_EQ(calls(graph_of(recipe), "linear"), Calls{"float16 float16 float16 -> float16"});
}

/// The keys of a step that raises because two types meet.
std::vector<std::string> blamed(const std::string& body) {
  Recipe recipe;
  recipe.files["m.py"] =
      "import torch\nfrom torch import nn\n\n\nclass Again(torch.autograd.Function):\n    @staticmethod\n"
      "    def forward(ctx, layer, x):\n        ctx.layer, ctx.x = layer, x.detach()\n        return x * 2\n\n"
      "    @staticmethod\n    def backward(ctx, gradient):\n        with torch.enable_grad():\n"
      "            ctx.layer(ctx.x)\n        return None, gradient\n\n\n"
      "class Net(nn.Module):\n    def __init__(self, cfg):\n        super().__init__()\n        self.cfg, self.a, "
      "self.b = cfg, nn.Conv1d(3, 3, 1), nn.Linear(8, 8)\n\n"
      "    def forward(self, x):\n        with torch.autocast('cuda', enabled=self.cfg.half > 0):\n"
      "            y = self.a(x)\n        return " +
      body + "\n";
  recipe.model = "m.Net(cfg)";
  recipe.inputs = {"float32[cfg.batch, 3, 8]"};
  recipe.loss = "sum";
  recipe.set("batch", 4);
  recipe.set("half", 1);
  const BuildResult result = recipe.build();
  if (!result.failure) return {"nothing raises"};
  std::vector<std::string> keys;
  for (const interp::OriginAtom& atom : result.failure->keys) keys.push_back(atom.key);
  return keys;
}

// RuntimeError of conv1d and of addmm outside of autocast (1.13: "Input type (c10::Half) and bias type (float)",
// "expected scalar type Half but found Float"): nothing that sizes the batch is to blame.
TEST(Autocast, ItsSettingIsBlamedWhereItsResultsMeetWeights) {
  EXPECT_EQ(blamed("self.a(y)"), std::vector<std::string>{"half"});
  EXPECT_EQ(blamed("self.b(y)"), std::vector<std::string>{"half"});
  EXPECT_EQ(blamed("Again.apply(self.a, y)"), std::vector<std::string>{"half"});  // in its backward
}

}  // namespace
}  // namespace vramlint::model
