// Steps written as functions, and what they do in backward.
#include <gtest/gtest.h>

#include <algorithm>

#include "fixture.h"
#include "graph/operator_name.h"

namespace vramlint::model {
namespace {

template <typename Event>
std::vector<Event> all(const std::vector<graph::Event>& events) {
  std::vector<Event> found;
  for (const graph::Event& event : events) {
    if (const auto* one = std::get_if<Event>(&event)) found.push_back(*one);
  }
  return found;
}

graph::Graph built(Recipe& recipe) {
  BuildResult result = recipe.build();
  EXPECT_TRUE(result.built) << (result.failure ? result.failure->message : "");
  return result.built ? std::move(result.built->phases.at(0)) : graph::Graph{};
}

Recipe with_step(const char* source) {
  Recipe recipe;
  recipe.files["net.py"] = source;
  recipe.model = "net.make(cfg)";
  recipe.inputs = {"float32[cfg.batch, 4]"};
  recipe.setup = "net.setup(model)";
  recipe.step = "net.step";
  recipe.set("batch", 3);
  return recipe;
}

TEST(Steps, EveryOptimizerStepsItsOwnParameters) {
  Recipe recipe = with_step(R"(
import torch
from torch import nn

def make(cfg):
    return {"first": nn.Linear(4, 4), "second": nn.Linear(4, 1, bias=False)}

def setup(model):
    return {"a": torch.optim.AdamW(model["first"].parameters(), weight_decay=0.1),
            "b": torch.optim.SGD(model["second"].parameters(), lr=0.1)}

def step(first, second, a, b, inputs):
    a.zero_grad(set_to_none=True)
    loss = second(first(inputs[0])).sum()
    loss.backward()
    nn.utils.clip_grad_norm_(first.parameters(), 1.0)
    a.step()
    b.step()
)");
  const graph::Graph graph = built(recipe);
  ASSERT_EQ(graph.optimizers.size(), 2u);
  EXPECT_EQ(graph.optimizers[0].name, "adamw");
  EXPECT_EQ(graph.optimizers[0].parameters.size(), 2u);
  EXPECT_EQ(graph.optimizers[1].parameters.size(), 1u);
  const auto steps = all<graph::OptimizerStep>(graph.events);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].optimizer, 0u);
  const auto zeroed = all<graph::ZeroGrad>(graph.events);
  ASSERT_EQ(zeroed.size(), 1u);
  EXPECT_EQ(zeroed[0].parameters.size(), 2u);
  EXPECT_EQ(zeroed[0].set_to_none, true);
  EXPECT_EQ(all<graph::ClipGradients>(graph.events).size(), 1u);
  EXPECT_EQ(graph.parameters[0].name, "first.weight");
}

TEST(Steps, FrozenCopiesInTheStateAreBuffers) {
  Recipe recipe = with_step(R"(
import copy
import torch
from torch import nn

def make(cfg):
    return nn.Linear(4, 2)

def setup(model):
    return {"average": copy.deepcopy(model).requires_grad_(False), "optimizer": torch.optim.Adam(model.parameters())}

def step(model, average, optimizer, inputs):
    model(inputs[0]).mean().backward()
    optimizer.step()
    with torch.no_grad():
        for kept, new in zip(average.parameters(), model.parameters()):
            kept.mul_(0.9).add_(new, alpha=0.1)
    optimizer.zero_grad()
)");
  const graph::Graph graph = built(recipe);
  EXPECT_EQ(graph.parameter_count(false), 4 * 2 + 2);
  ASSERT_EQ(graph.parameters.size(), 4u);
  EXPECT_TRUE(graph.parameters[2].buffer);
  EXPECT_EQ(graph.parameters[2].name, "state.average.weight");
}

TEST(Steps, AParameterThatNothingOffersIsSaid) {
  Recipe recipe = with_step(
      "import torch\nfrom torch import nn\ndef make(cfg): return nn.Linear(4, 2)\n"
      "def setup(model): return {}\ndef step(model, teacher): pass\n");
  const BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_NE(result.failure->message.find("the step asks for `teacher`"), std::string::npos) << result.failure->message;
}

TEST(Steps, ValidationFollowsTheOptimizer) {
  Recipe recipe;
  recipe.files["net.py"] =
      "from torch import nn\ndef make(): return nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))\n";
  recipe.model = "net.make()";
  recipe.loss = "mean";
  recipe.inputs = {"float32[2, 4]"};
  recipe.validation = {"float32[16, 4]"};
  const graph::Graph graph = built(recipe);
  const auto is_step = [](const graph::Event& event) { return std::holds_alternative<graph::OptimizerStep>(event); };
  const auto step = std::find_if(graph.events.begin(), graph.events.end(), is_step);
  ASSERT_NE(step, graph.events.end());
  const std::vector<graph::Event> behind(step, graph.events.end());
  ASSERT_EQ(all<graph::Input>(behind).size(), 1u);
  EXPECT_EQ(graph.tensors[all<graph::Input>(behind)[0].tensor].type.size(0), 16);
  const auto nodes = all<graph::Node>(behind);
  ASSERT_EQ(nodes.size(), 3u);  // linear, batch norm, mean
  EXPECT_TRUE(std::none_of(nodes.begin(), nodes.end(), [](const graph::Node& node) { return node.recorded; }));
  EXPECT_FALSE(nodes[1].call.boolean(5));  // batch_norm's training
}

TEST(Steps, GradientsAreThereAfterBackward) {
  Recipe recipe = with_step(R"(
import torch
from torch import nn

def make(cfg):
    return nn.Linear(4, 1, bias=False)

def setup(model):
    return {}

def step(model, inputs):
    assert model.weight.grad is None
    model(inputs[0]).sum().backward()
    assert model.weight.grad.shape == (1, 4)
    model.weight.grad = None
    assert model.weight.grad is None
    found, = torch.autograd.grad(model(inputs[0]).sum(), [model.weight])
    assert found.shape == (1, 4)
    assert model.weight.grad is None
)");
  const graph::Graph graph = built(recipe);
  const auto backwards = all<graph::Backward>(graph.events);
  ASSERT_EQ(backwards.size(), 2u);
  EXPECT_TRUE(backwards[0].wanted.empty());
  EXPECT_EQ(backwards[1].wanted.size(), 1u);
  EXPECT_EQ(all<graph::ReadGradient>(graph.events).size(), 1u);
}

TEST(Steps, SecondDerivativesHaveAHistoryOfTheirOwn) {
  Recipe recipe = with_step(R"(
import torch
from torch import nn

def make(cfg):
    return nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))

def setup(model):
    return {}

def step(model, inputs):
    point = inputs[0].clone().requires_grad_(True)
    slope, = torch.autograd.grad(model(point).sum(), point, create_graph=True)
    ((slope.norm(dim=1) - 1) ** 2).mean().backward()
)");
  const graph::Graph graph = built(recipe);
  EXPECT_TRUE(graph.unknowns.empty());
  EXPECT_EQ(all<graph::Backward>(graph.events).size(), 1u);  // the first one is written down as its operators
  std::vector<std::string> made;
  for (const graph::Node& node : all<graph::Node>(graph.events)) made.emplace_back(graph::operator_name(*node.call.op));
  EXPECT_EQ(std::count(made.begin(), made.end(), "tanh_backward"), 1);
  EXPECT_EQ(std::count(made.begin(), made.end(), "mm"), 2);  // of two layers, their inputs' gradients alone
}

TEST(Steps, ACheckpointIsMadeAgainFromItsArguments) {
  Recipe recipe = with_step(R"(
from torch import nn
from torch.utils.checkpoint import checkpoint

def make(cfg):
    return nn.Sequential(nn.Linear(4, 4), nn.Sigmoid(), nn.Linear(4, 1))

def setup(model):
    return {}

def step(model, inputs):
    hidden = model[0](inputs[0])
    checkpoint(lambda x: model[2](model[1](x)), hidden, use_reentrant=False).sum().backward()
)");
  const graph::Graph graph = built(recipe);
  ASSERT_EQ(graph.segments.size(), 1u);
  EXPECT_EQ(graph.segments[0].arguments.size(), 1u);
  const graph::Program& again = graph.programs.at(graph.segments[0].again);
  EXPECT_EQ(all<graph::Node>(again.events).size(), 2u);
  EXPECT_EQ(again.captured, graph.segments[0].arguments);
  const auto nodes = all<graph::Node>(graph.events);
  const auto in_segment = [](const graph::Node& node) { return node.segment.has_value(); };
  EXPECT_EQ(std::count_if(nodes.begin(), nodes.end(), in_segment), 2);
}

TEST(Steps, TheBackwardOfAFunctionIsAProgram) {
  Recipe recipe = with_step(R"(
import torch
from torch import nn

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(factor)
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        factor, = ctx.saved_tensors
        return grad * factor, None

def make(cfg):
    return nn.Linear(4, 1)

def setup(model):
    return {}

def step(model, inputs):
    Scale.apply(model(inputs[0]), torch.ones(3, 1, device="cuda")).sum().backward()
)");
  const graph::Graph graph = built(recipe);
  ASSERT_EQ(graph.programs.size(), 1u);
  const graph::Program& backward = graph.programs[0];
  EXPECT_EQ(backward.inputs.size(), 1u);
  EXPECT_EQ(all<graph::Node>(backward.events).size(), 1u);
  ASSERT_EQ(backward.outputs.size(), 3u);  // of the result's alias, the input, the factor
  EXPECT_FALSE(backward.outputs[0]);
  EXPECT_TRUE(backward.outputs[1]);
  EXPECT_FALSE(backward.outputs[2]);
  EXPECT_EQ(backward.captured.size(), 1u);
}

// The recomputation runs outside of autocast: half inputs meet weights in float32, and PyTorch refuses.
TEST(Steps, WhatABackwardRaisesIsRaised) {
  Recipe recipe = with_step(R"(
import torch
from torch import nn

class Again(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, layer):
        ctx.x, ctx.layer = x, layer
        return layer(x)

    @staticmethod
    def backward(ctx, grad):
        with torch.enable_grad():
            x = ctx.x.detach().requires_grad_(True)
            made = ctx.layer(x)
        return torch.autograd.grad(made, x, grad)[0], None

def make(cfg):
    return nn.Linear(4, 4)

def setup(model):
    return {}

def step(model, inputs):
    with torch.autocast("cuda", dtype=torch.float16):
        x = model(inputs[0])
        Again.apply(x, model).sum().backward()
)");
  const BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::raised);
  EXPECT_NE(result.failure->message.find("in the backward of a Function"), std::string::npos)
      << result.failure->message;
}

std::string line_of(const Span& span) {
  return span ? span.source->path() + ":" + std::to_string(span.start().line) : "";
}

TEST(Steps, ModulesAreMadeWhereTheirClassIsCalled) {
  Recipe recipe = with_step(R"(
from torch import nn
from torch.utils.checkpoint import checkpoint

class Base(nn.Module):
    def __init__(self, size):
        super(Base, self).__init__()
        self.layer = nn.Linear(size, size)

class Net(Base):
    def __init__(self):
        Base.__init__(self, 4)
        self.tail = nn.Sequential(
            nn.Linear(4, 4), nn.ReLU())

    def forward(self, x):
        for layer in [self.layer, self.tail]:
            x = checkpoint(layer, x.requires_grad_())
        return checkpoint(self.tail, x, use_reentrant=False)

def make(cfg):
    return {"net": Net(), "other": nn.ReLU()}

def setup(model):
    return {}

def step(net, inputs):
    net(inputs[0]).sum().backward()
)");
  const BuildResult result = recipe.build();
  ASSERT_TRUE(result.built) << (result.failure ? result.failure->message : "");
  const graph::Graph& graph = result.built->phases.at(0);
  const PhaseFacts& facts = result.built->facts.at(0);
  std::map<std::string, std::string> made;
  for (size_t i = 0; i < graph.modules.size(); ++i) made[graph.modules[i]] = line_of(facts.made.at(i));
  EXPECT_EQ(made["net"], "net.py:22");
  EXPECT_EQ(made["net.layer"], "net.py:8");
  EXPECT_EQ(made["net.tail"], "net.py:13");
  EXPECT_EQ(made["net.tail.0"], "net.py:14");
  ASSERT_EQ(facts.unsaid_checkpoints.size(), 2u);
  for (const Span& call : facts.unsaid_checkpoints) EXPECT_EQ(line_of(call), "net.py:18");
}

TEST(Steps, WeightsOfAnotherNetworkAreRefused) {
  Recipe recipe = with_step(R"(
from torch import nn

def make(cfg):
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2))
    model.load_state_dict(nn.Sequential(nn.Linear(4, 4)).state_dict(), strict=False)
    model.load_state_dict(nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2)).state_dict())
    model.load_state_dict(nn.Sequential(nn.Linear(4, 3), nn.Linear(4, 2, bias=False)).state_dict())
    return model

def setup(model):
    return {}

def step(model, inputs):
    model(inputs[0]).sum().backward()
)");
  const BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  for (const char* part : {"Missing key(s) in state_dict: \"1.bias\"", "size mismatch for 0.weight"})
    EXPECT_NE(result.failure->message.find(part), std::string::npos) << result.failure->message;
}

}  // namespace
}  // namespace vramlint::model
