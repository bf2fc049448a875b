// The trace against real PyTorch 1.13.1 on CPU. Every program below was run under torch's memory profiler, sizes
// rounded up to 512 bytes: the rise of the second step over what was allocated at its start. Blocks of 8 bytes, and of
// 4 bytes within optimizer.step(), are Python numbers that torch wrapped; on CUDA they stay in host memory and were
// left out. `saved` are the distinct storages that saved-tensor hooks held when the forward was done, parameters and
// input excepted.
#include <gtest/gtest.h>

#include "small_graph.h"

namespace vramlint::memory::test {
namespace {

// w1, w2, x = Parameter(256, 256), Parameter(256, 128), randn(4, 256)
// def forward():
//     h = torch.relu(x @ w1)
//     return h @ w2
// def step():
//     opt.zero_grad()
//     y = forward()
//     loss = y.sum()
//     loss.backward()
//     opt.step()
SmallGraph chain() {
  SmallGraph g;
  const auto w1 = g.parameter("w1", {256, 256});
  const auto w2 = g.parameter("w2", {256, 128});
  const auto x = g.input({4, 256});
  g.zero_grad();
  const auto product = g.call(kMm, {x, w1}, {4, 256});
  const auto h = g.call(kRelu, {product});
  g.drop({product});
  const auto y = g.call(kMm, {h, w2}, {4, 128});
  g.drop({h});
  const auto loss = g.call(kSum, {y});
  g.backward(loss);
  g.optimizer_step();
  g.drop({y, loss});
  return g;
}

struct OptimizerCase {
  Settings settings;
  int64_t rise;
};

// torch.optim.X([w1, w2], …) of 1.13.1
const OptimizerCase kOptimizers[] = {
    {{.optimizer = "adam"}, 526848},
    {{.optimizer = "adam", .weight_decay = true}, 788992},
    {{.optimizer = "adam", .foreach = true}, 788992},
    {{.optimizer = "sgd", .momentum = true, .weight_decay = true}, 269312},
    {{.optimizer = "sgd", .momentum = true, .weight_decay = true, .foreach = true}, 395776},
    {{.optimizer = "rmsprop", .momentum = true}, 395776},
    {{.optimizer = "adagrad"}, 395776},
    {{.optimizer = "adadelta"}, 657920},
};

TEST(Torch, OptimizerSteps) {
  const SmallGraph graph = chain();
  for (OptimizerCase one : kOptimizers) {
    one.settings.keep_gradients = true;  // 1.13's zero_grad()
    EXPECT_EQ(play(graph, one.settings).rise(), one.rise)
        << one.settings.optimizer << (one.settings.foreach ? " foreach" : "")
        << (one.settings.weight_decay ? " decay" : "");
  }
}

TEST(Torch, ChainSaves) { EXPECT_EQ(play(chain()).trace.saved_for_backward, Bytes(4096)); }

// a, b, X = Parameter(64, 64), Parameter(64, 64), randn(1000, 64)
// def step():
//     a.grad = b.grad = None
//     …
//     loss.backward()
struct Square {
  SmallGraph g;
  SmallGraph::Id a, b, x;
  Square() : a(g.parameter("a", {64, 64})), b(g.parameter("b", {64, 64})), x(g.input({1000, 64})) { g.zero_grad(); }
  SmallGraph::Id mm(SmallGraph::Id left, SmallGraph::Id right) { return g.call(kMm, {left, right}, {1000, 64}); }
  /// torch.relu(left @ right)
  SmallGraph::Id layer(SmallGraph::Id left, SmallGraph::Id right, const graph::Op& activation = kRelu) {
    const auto product = mm(left, right);
    const auto result = g.call(activation, {product});
    g.drop({product});
    return result;
  }
  /// loss = y.sum(); loss.backward(), `y` being an expression without a name
  void finish(SmallGraph::Id y) {
    const auto loss = g.call(kSum, {y});
    g.drop({y});
    g.backward(loss);
    g.drop({loss});
  }
};

// h = torch.relu(X @ a)
// y = h + torch.relu(h @ b)        # `h` is a local of a function that has returned when y.sum() runs
TEST(Torch, Residual) {
  Square s;
  const auto h = s.layer(s.x, s.a);
  const auto aside = s.layer(h, s.b);
  const auto y = s.g.call(kAdd, {h, aside});
  s.g.drop({aside, h});
  const auto loss = s.g.call(kSum, {y});
  s.g.backward(loss);
  s.g.drop({y, loss});
  EXPECT_EQ(play(s.g).rise(), 1008640);
  EXPECT_EQ(play(s.g).trace.saved_for_backward, Bytes(512000));
}

// h = torch.relu_(X @ a)
// loss = torch.relu_(h @ b).sum()
TEST(Torch, InPlaceRelu) {
  Square s;
  const auto h = s.layer(s.x, s.a, kReluInPlace);
  const auto y = s.layer(h, s.b, kReluInPlace);
  s.g.drop({h});
  s.finish(y);
  EXPECT_EQ(play(s.g).rise(), 752640);
  EXPECT_EQ(play(s.g).trace.saved_for_backward, Bytes(512000));
}

// h = torch.relu(X @ a)
// aside = torch.relu(h @ b)
// aside = torch.sigmoid(aside @ b)
// del aside                        # what the branch had saved goes here
// loss = (h @ b).sum()
TEST(Torch, DiscardedBranch) {
  Square s;
  const auto h = s.layer(s.x, s.a);
  const auto aside = s.layer(h, s.b);
  const auto further = s.layer(aside, s.b, kSigmoid);
  s.g.drop({aside, further});
  const auto y = s.mm(h, s.b);
  s.g.drop({h});
  s.finish(y);
  EXPECT_EQ(play(s.g).rise(), 991232);
  EXPECT_EQ(play(s.g).trace.saved_for_backward, Bytes(256000));
}

// h = torch.relu(X @ a)
// aside = torch.sigmoid(h @ b)     # still there in backward, which never reaches it
// loss = (h @ b).sum()
// del h
// loss.backward()
TEST(Torch, BranchWithoutGradient) {
  Square s;
  const auto h = s.layer(s.x, s.a);
  const auto aside = s.layer(h, s.b, kSigmoid);
  const auto y = s.mm(h, s.b);
  const auto loss = s.g.call(kSum, {y});
  s.g.drop({y, h});
  s.g.backward(loss);
  s.g.drop({loss, aside});
  EXPECT_EQ(play(s.g).rise(), 1008640);
  EXPECT_EQ(play(s.g).trace.saved_for_backward, Bytes(512000));
}

// s.y = residual(); s.loss = s.y.sum(); s.loss.backward()     # `s` outlives the step
TEST(Torch, CarriedOutputs) {
  Square s;
  const auto h = s.layer(s.x, s.a);
  const auto aside = s.layer(h, s.b);
  const auto y = s.g.call(kAdd, {h, aside});
  s.g.drop({aside, h});
  s.g.carry(y, s.g.here());  // the old y goes when the new one is bound
  const auto loss = s.g.call(kSum, {y});
  s.g.carry(loss, s.g.here());
  s.g.backward(loss);
  EXPECT_EQ(play(s.g).rise(), 752128);
}

// opt = torch.optim.SGD([a, b], lr=0.1, momentum=0.9)
// def step():
//     opt.zero_grad(set_to_none=True)
//     for _ in range(2):
//         y = residual()
//         loss = y.sum()
//         del y
//         loss.backward()
//         del loss
//     opt.step()
TEST(Torch, AccumulatedGradients) {
  Square s;
  const auto h = s.layer(s.x, s.a);
  const auto aside = s.layer(h, s.b);
  const auto y = s.g.call(kAdd, {h, aside});
  s.g.drop({aside, h});
  s.finish(y);
  s.g.optimizer_step();
  EXPECT_EQ(play(s.g, {.optimizer = "sgd", .momentum = true, .accumulation = 2}).rise(), 785408);
}

// loss = torch.relu(torch.relu(X @ a) @ a).sum()
TEST(Torch, SharedParameter) {
  Square s;
  const auto h = s.layer(s.x, s.a);
  const auto product = s.mm(h, s.a);
  s.g.drop({h});
  const auto y = s.g.call(kRelu, {product});
  s.g.drop({product});
  s.finish(y);
  EXPECT_EQ(play(s.g).rise(), 769024);
  EXPECT_EQ(play(s.g).trace.saved_for_backward, Bytes(512000));
}

// h = X @ a
// loss = (h * h).sum()
TEST(Torch, ProductOfATensorWithItself) {
  Square s;
  const auto h = s.mm(s.x, s.a);
  const auto y = s.g.call(kMul, {h, h});
  s.g.drop({h});
  s.finish(y);
  EXPECT_EQ(play(s.g).rise(), 752640);
  EXPECT_EQ(play(s.g).trace.saved_for_backward, Bytes(256000));
}

}  // namespace
}  // namespace vramlint::memory::test
