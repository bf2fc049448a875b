// Every operator's samples, each played as a step of its own: the programs the operators write are ones the engine can
// run, and nothing of a step is left when the next one begins.
#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "memory/timeline.h"
#include "memory/trace.h"
#include "ops/registry.h"

namespace vramlint::memory::test {
namespace {

graph::TensorId add_tensor(graph::Graph& g, const graph::TensorType& type, bool requires_grad, bool leaf) {
  const Interval bytes = type.bytes();
  g.storages.push_back({bytes, leaf ? graph::StorageKind::input : graph::StorageKind::intermediate});
  g.tensors.push_back({type, static_cast<graph::StorageId>(g.storages.size() - 1), requires_grad, leaf});
  return static_cast<graph::TensorId>(g.tensors.size() - 1);
}

/// The sample's operands are leaves; backward starts at its first output. Empty where the sample is an error.
std::optional<graph::Graph> step_of(const graph::Call& call) {
  const graph::Inferred inferred = call.op->infer(call);
  if (inferred.outputs.empty()) return std::nullopt;
  graph::Graph g;
  g.modules = {""};
  graph::Node node;
  node.call = call;
  node.outputs = inferred.outputs;
  for (const graph::Operand& operand : call.operands) {
    node.inputs.push_back(add_tensor(g, operand.type, operand.requires_grad, true));
    g.inputs.push_back(node.inputs.back());
    node.recorded = node.recorded || operand.requires_grad;
  }
  node.recorded = node.recorded && call.op->backward;
  for (const graph::Output& output : inferred.outputs) {
    node.results.push_back(add_tensor(g, output.type, node.recorded && output.differentiable, false));
    if (output.storage) g.storages.back().bytes = *output.storage;
  }
  const std::vector<graph::TensorId> results = node.results;
  const bool differentiable = node.recorded && node.outputs[0].differentiable;
  g.events.emplace_back(std::move(node));
  if (differentiable) g.events.emplace_back(graph::Backward{.roots = {results[0]}, .gradients = {{}}});
  for (const graph::TensorId result : results) g.events.emplace_back(graph::Drop{result});
  return g;
}

/// Allocations less frees of the second iteration. Gradients of the leaves stay from the first, and are added to.
int64_t left_by_steady(const Trace& trace) {
  int64_t left = 0;
  for (size_t i = trace.steady; i < trace.events.size(); ++i) {
    left += trace.events[i].kind == TraceEvent::Kind::allocate;
    left -= trace.events[i].kind == TraceEvent::Kind::free;
  }
  return left;
}

TEST(Operators, SamplesRunAsSteps) {
  int played = 0;
  for (const graph::Op* op : ops::operators()) {
    for (const graph::Call& call : op->samples()) {
      const auto g = step_of(call);
      if (!g) continue;
      for (const std::string_view version : {"1.13", "2.0", "2.4"}) {
        const Trace events = trace(*g, {}, *graph::torch_profile(version), Scenario::high);
        const Timeline timeline = simulate(events, *g);
        Bytes total;
        for (const Bytes bytes : timeline.breakdown) total += bytes;
        EXPECT_EQ(total, timeline.peak_allocated) << op->schema;
        EXPECT_EQ(left_by_steady(events), 0) << op->schema << " in " << version;
        ++played;
      }
    }
  }
  EXPECT_GT(played, 100);
}

}  // namespace
}  // namespace vramlint::memory::test
