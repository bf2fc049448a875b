// nn.Module's own bookkeeping: what PyTorch 1.13.1 says of the same class, which runs there without a failed assertion.
#include <gtest/gtest.h>

#include "fixture.h"

namespace vramlint::model {
namespace {

constexpr const char* kModuleNet = R"(
import torch
from torch import nn


class Loud(nn.Module):
    def __init__(self):
        super().__init__()
        self.modes = []
        self.layer = nn.Linear(2, 2)

    def train(self, mode=True):
        self.modes.append(mode)
        return super().train(mode)

    def forward(self, x):
        return self.layer(x)


class Late(nn.Module):
    def children(self):
        return iter(())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.loud = Loud()
        self.again = self.loud
        self.nothing = None
        self.late = Late()
        self.late.inner = nn.Linear(2, 2)
        self.modes_are_set()
        self.names_are_taken()
        self.stores_are_one()
        self.parameters_come_once()
        self.hooks_run()

    def modes_are_set(self):
        assert self.eval() is self
        assert not self.training and not self.loud.layer.training
        assert self.loud.modes == [False]
        assert not self.late.training and self.late.inner.training
        self.train(mode=True)
        assert self.loud.modes == [False, True] and self.loud.layer.training

    def names_are_taken(self):
        for name in ("loud", "forward", "training", "nothing"):
            try:
                self.add_module(name, nn.ReLU())
                refused = False
            except KeyError:
                refused = True
            assert refused == (name != "loud"), name
        self.loud = self.again
        assert list(self._modules) == ["again", "late", "loud"] or list(self._modules) == ["loud", "again", "late"]

    def stores_are_one(self):
        module = nn.Module()
        module.thing = 3
        module.thing = nn.Parameter(torch.ones(2))
        assert "thing" not in module.__dict__ and list(module._parameters) == ["thing"]
        del module.thing
        module.thing = nn.ReLU()
        assert not module._parameters and list(module._modules) == ["thing"]
        module.thing = None
        assert module._modules == {"thing": None}
        module.register_buffer("mean", torch.zeros(2))
        module.mean = torch.ones(3)
        assert module._buffers["mean"].shape == (3,)
        try:
            module.mean = nn.ReLU()
        except (TypeError, KeyError):
            raise AssertionError("a module takes a buffer's place")
        assert not module._buffers

    def parameters_come_once(self):
        layer = nn.Linear(2, 2)
        layer.again = layer.weight
        layer.register_parameter("none", None)
        assert [p.shape for p in layer.parameters()] == [(2, 2), (2,)]
        assert next(layer.parameters()) is layer.weight
        assert len(list(nn.Sequential(layer, layer).parameters())) == 2
        assert list(nn.Sequential(layer).parameters(recurse=False)) == []

    def hooks_run(self):
        layer, seen = nn.Linear(2, 2), []
        layer.register_forward_hook(lambda module, args, result: seen.append(len(args)))
        layer(torch.ones(1, 2))
        layer.register_forward_pre_hook(lambda module, args: (args[0][:, :2],))
        layer(torch.ones(1, 3))
        assert seen == [1, 1]

    def forward(self, x):
        return self.loud(x)
)";

TEST(Modules, AreKeptAsPyTorchKeepsThem) {
  Recipe recipe;
  recipe.files["net.py"] = kModuleNet;
  recipe.model = "net.Net()";
  recipe.inputs = {"float32[1, 2]"};
  recipe.loss = "outputs.sum()";
  const BuildResult result = recipe.build();
  ASSERT_TRUE(result.built) << result.failure->message;
}

/// The place among the events of the one that meets the condition; -1: there is none.
template <typename Event, typename Condition>
ptrdiff_t place_of(const graph::Graph& graph, const Condition& meets) {
  for (size_t i = 0; i < graph.events.size(); ++i) {
    const auto* event = std::get_if<Event>(&graph.events[i]);
    if (event && meets(*event)) return static_cast<ptrdiff_t>(i);
  }
  return -1;
}

// _call_impl(self, *args, **kwargs) has its arguments until forward has returned (torch/nn/modules/module.py, 1.13.1).
TEST(Modules, HoldTheirArgumentsWhileForwardRuns) {
  Recipe recipe;
  recipe.files["net.py"] =
      "import torch\nfrom torch import nn\n\n\n"
      "class Inner(nn.Module):\n    def forward(self, x):\n        x = x * 2\n        return x.neg()\n\n\n"
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.inner = Inner()\n"
      "        self.w = nn.Parameter(torch.ones(1))\n\n"
      "    def forward(self, x):\n        return self.inner(x.abs()) * self.w\n";
  recipe.model = "net.Net()";
  recipe.inputs = {"float32[4, 2]"};
  recipe.loss = "outputs.sum()";
  const BuildResult result = recipe.build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Graph& graph = result.built->phases[0];
  const auto named = [](std::string_view schema) {
    return [schema](const graph::Node& node) { return node.call.op->schema.starts_with(schema); };
  };
  const ptrdiff_t abs = place_of<graph::Node>(graph, named("abs(")), neg = place_of<graph::Node>(graph, named("neg("));
  ASSERT_GE(abs, 0);
  ASSERT_GE(neg, 0);
  const graph::TensorId made = std::get<graph::Node>(graph.events[static_cast<size_t>(abs)]).results.at(0);
  const ptrdiff_t dropped = place_of<graph::Drop>(graph, [&](const graph::Drop& drop) { return drop.tensor == made; });
  EXPECT_GT(dropped, neg);
}

}  // namespace
}  // namespace vramlint::model
