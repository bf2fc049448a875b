// What two small models of real operators keep for backward, against PyTorch 1.13.1 on CPU: distinct storages that
// saved-tensor hooks held at the end of forward, outputs still referenced, parameters, buffers and inputs excepted.
#include <gtest/gtest.h>

#include <utility>
#include <variant>
#include <vector>

#include "graph/torch_profile.h"
#include "memory/trace.h"
#include "ops/registry.h"
#include "ops/sample.h"

namespace vramlint::memory::test {
namespace {

using graph::Dtype;
using Id = graph::TensorId;

struct None {};
using Value = std::variant<Id, None, int, bool, double, std::vector<int64_t>>;

class ModelGraph {
 public:
  ModelGraph() { g_.modules = {""}; }

  Id parameter(graph::Shape shape) {
    return leaf(Dtype::float32, std::move(shape), graph::StorageKind::parameter, true);
  }
  Id buffer(graph::Shape shape) { return leaf(Dtype::float32, std::move(shape), graph::StorageKind::buffer, false); }
  Id input(Dtype dtype, graph::Shape shape) { return leaf(dtype, std::move(shape), graph::StorageKind::input, false); }

  std::vector<Id> call(std::string_view schema, const std::vector<Value>& values) {
    graph::Node node;
    std::vector<ops::Given> given;
    for (const Value& value : values) given.push_back(std::visit([&](const auto& v) { return take(node, v); }, value));
    node.call = ops::make_call(*ops::find_schema(schema), std::move(given));
    node.outputs = node.call.op->infer(node.call).outputs;
    for (const graph::Operand& operand : node.call.operands) node.recorded = node.recorded || operand.requires_grad;
    for (const graph::Output& output : node.outputs) node.results.push_back(result(node, output));
    std::vector<Id> results = node.results;
    g_.events.emplace_back(std::move(node));
    return results;
  }
  void drop(Id tensor) { g_.events.emplace_back(graph::Drop{tensor}); }
  /// Backward from the loss; then everything goes.
  int64_t saved(Id loss) {
    g_.events.emplace_back(graph::Backward{.roots = {loss}, .gradients = {{}}});
    return trace(g_, {}, *graph::torch_profile("1.13"), Scenario::point).saved_for_backward.count;
  }

 private:
  Id leaf(Dtype dtype, graph::Shape shape, graph::StorageKind kind, bool requires_grad) {
    const graph::TensorType type = graph::contiguous(dtype, std::move(shape));
    g_.storages.push_back({type.bytes(), kind});
    g_.tensors.push_back({type, static_cast<graph::StorageId>(g_.storages.size() - 1), requires_grad, true});
    const Id id = static_cast<Id>(g_.tensors.size() - 1);
    if (kind == graph::StorageKind::input) {
      g_.inputs.push_back(id);
    } else {
      g_.parameters.push_back({"p" + std::to_string(id), id, kind == graph::StorageKind::buffer});
    }
    return id;
  }

  ops::Given take(graph::Node& node, Id tensor) {
    node.inputs.push_back(tensor);
    return graph::Operand{g_.tensors[tensor].type, g_.tensors[tensor].requires_grad};
  }
  ops::Given take(graph::Node&, None) { return {}; }
  template <typename Plain>
  ops::Given take(graph::Node&, const Plain& value) {
    return ops::Given(value);
  }

  Id result(const graph::Node& node, const graph::Output& output) {
    graph::Tensor tensor{output.type, 0, node.recorded && output.differentiable, !node.recorded};
    if (output.alias == graph::Output::Alias::fresh) {
      g_.storages.push_back({output.storage.value_or(output.type.bytes())});
      tensor.storage = static_cast<graph::StorageId>(g_.storages.size() - 1);
    } else {
      tensor.storage = g_.tensors[node.inputs[static_cast<size_t>(output.operand)]].storage;
    }
    g_.tensors.push_back(tensor);
    return static_cast<Id>(g_.tensors.size() - 1);
  }

  graph::Graph g_;
};

// x = randn(2, 3, 32, 32); t = randint(0, 10, (2,))
// h = F.relu_(F.batch_norm(F.conv2d(x, w1, None, 1, 1), rm1, rv1, g1, b1, True))
// y = F.batch_norm(F.conv2d(h, w2, None, 1, 1), rm2, rv2, g2, b2, True)
// y += h
// y = F.max_pool2d(F.relu_(y), 2)
// logits = F.linear(y.mean((2, 3)), wl, bl)
// loss = F.cross_entropy(logits, t)                # saved_for_backward: 623,060 bytes
TEST(Model, ResidualBlock) {
  ModelGraph m;
  const Id x = m.input(Dtype::float32, {2, 3, 32, 32}), t = m.input(Dtype::int64, {2});
  const std::vector<int64_t> one = {1, 1}, two = {2, 2};
  const auto layer = [&](Id from, int64_t channels) {
    const Id w = m.parameter({16, channels, 3, 3}), g = m.parameter({16}), b = m.parameter({16});
    const Id mean = m.buffer({16}), variance = m.buffer({16});
    const Id c = m.call("conv2d", {from, w, None{}, one, one, one, 1})[0];
    const Id n = m.call("batch_norm", {c, g, b, mean, variance, true, 0.1, 1e-5, true})[0];
    m.drop(c);
    return n;
  };
  const Id n = layer(x, 3);
  const Id h = m.call("relu_", {n})[0];
  m.drop(n);
  const Id y = layer(h, 16);
  const Id added = m.call("add_.Tensor", {y, h, 1})[0];
  m.drop(y);
  const Id active = m.call("relu_", {added})[0];
  m.drop(added);
  const auto pooled = m.call("max_pool2d_with_indices", {active, two, two});
  m.drop(pooled[1]);
  const Id mean = m.call("mean.dim", {pooled[0], std::vector<int64_t>{2, 3}})[0];
  const Id logits = m.call("linear", {mean, m.parameter({10, 16}), m.parameter({10})})[0];
  m.drop(pooled[0]);
  m.drop(mean);
  EXPECT_EQ(m.saved(m.call("cross_entropy_loss", {logits, t})[0]), 623060);
}

// e = randn(2, 8, 32); q = Parameter(32, 32)
// n = F.layer_norm(e, (32,), gl, bl)
// k = n @ q
// s = torch.softmax(k @ n.transpose(1, 2), -1)
// o = F.silu(s @ n)
// loss = (o + k).sum()                             # saved_for_backward: 6,784 bytes
TEST(Model, Attention) {
  ModelGraph m;
  const Id e = m.input(Dtype::float32, {2, 8, 32});
  const Id q = m.parameter({32, 32}), g = m.parameter({32}), b = m.parameter({32});
  const Id n = m.call("layer_norm", {e, std::vector<int64_t>{32}, g, b})[0];
  const Id k = m.call("matmul", {n, q})[0];
  const Id turned = m.call("transpose.int", {n, 1, 2})[0];
  const Id scores = m.call("matmul", {k, turned})[0];
  m.drop(turned);
  const Id s = m.call("softmax.int", {scores, -1})[0];
  m.drop(scores);
  const Id mixed = m.call("matmul", {s, n})[0];
  const Id o = m.call("silu", {mixed})[0];
  m.drop(mixed);
  const Id sum = m.call("add.Tensor", {o, k, 1})[0];
  for (const Id gone : {n, s, k}) m.drop(gone);
  const Id loss = m.call("sum", {sum})[0];
  m.drop(sum);
  EXPECT_EQ(m.saved(loss), 6784);
}

}  // namespace
}  // namespace vramlint::memory::test
