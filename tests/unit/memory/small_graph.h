// Graphs written by hand, with a few operators of the test's own whose memory is plain: no scratch, and the same on CPU
// and CUDA.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "config/experiment.h"
#include "graph/graph.h"
#include "memory/timeline.h"
#include "memory/trace.h"

namespace vramlint::memory::test {

extern const graph::Op kMm, kRelu, kReluInPlace, kSigmoid, kAdd, kMul, kSum, kReshape, kBatchNorm, kConv;

class SmallGraph {
 public:
  using Id = graph::TensorId;
  explicit SmallGraph(std::vector<std::string> modules = {""}) { graph_.modules = std::move(modules); }

  Id parameter(const std::string& name, graph::Shape shape);
  Id input(graph::Shape shape);  ///< there before the step
  Id batch(graph::Shape shape);  ///< brought by an event, here
  /// One result; its shape is `shape`, or the first operand's when that is empty.
  Id call(const graph::Op& op, std::vector<Id> operands, graph::Shape shape = {}, graph::ModuleId module = 0);
  void drop(std::initializer_list<Id> tensors);
  void zero_grad(std::optional<bool> set_to_none = {}) {
    graph_.events.emplace_back(graph::ZeroGrad{.parameters = {}, .set_to_none = set_to_none});
  }
  void backward(Id loss) { graph_.events.emplace_back(graph::Backward{.roots = {loss}, .gradients = {{}}}); }
  /// clip_grad_norm_ just before the last step()
  void clip_before_step();
  void optimizer_step() { graph_.events.emplace_back(graph::OptimizerStep{}); }
  /// The tensor outlives the iteration; the next one drops it when it makes its own.
  void carry(Id tensor, size_t dropped_at) { graph_.carried.push_back({tensor, dropped_at}); }
  size_t here() const { return graph_.events.size(); }
  bool no_grad = false;  ///< calls are not recorded

  const graph::Graph& graph() const { return graph_; }

 private:
  Id tensor(graph::Shape shape, graph::StorageKind kind, bool requires_grad, bool leaf);
  graph::Graph graph_;
};

struct Played {
  Trace trace;
  Timeline timeline;
  Bytes level;  ///< allocated at the start of the second iteration
  int64_t rise() const { return timeline.peak_allocated.count - level.count; }
};

struct Settings {
  std::string_view torch = "1.13";  ///< but zero_grad() sets to None, see keep_gradients
  std::string optimizer = "none";
  bool momentum = false, weight_decay = false, foreach = false;
  int64_t accumulation = 1;
  bool keep_gradients = false;                  ///< zero_grad(set_to_none=False), whatever the version's default is
  void (*also)(config::Experiment&) = nullptr;  ///< further facts
};

Played play(const SmallGraph& graph, const Settings& settings = {});

}  // namespace vramlint::memory::test
