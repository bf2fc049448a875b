#include "graph/hash.h"

#include "base/digest.h"

namespace vramlint::graph {

namespace {

struct GraphDigest {
  Digest digest;

  void add(const Interval& interval) {
    digest.add(interval.low.count);
    digest.add(interval.point.count);
    digest.add(interval.high.count);
  }
  void add(const TensorType& type) {
    digest.add(type.dtype);
    digest.add(type.shape.size());
    for (const Dim& dim : type.shape) {
      digest.add(dim.low);
      digest.add(dim.point);
      digest.add(dim.high);
    }
    digest.add(type.strides);
    digest.add(type.offset);
  }

  // ---- arguments of a call
  void operator()(std::monostate) {}
  void operator()(bool value) { digest.add(value); }
  void operator()(int64_t value) { digest.add(value); }
  void operator()(double value) { digest.add(value); }
  void operator()(const std::string& value) { digest.add(std::string_view(value)); }
  void operator()(const std::vector<int64_t>& values) { digest.add(values); }
  void operator()(Dtype dtype) { digest.add(dtype); }
  void operator()(OperandRef ref) { digest.add(ref.index); }
  void operator()(const OperandList& list) { digest.add(list.indices); }

  void add(const Call& call) {
    digest.add(call.op->schema);
    for (const Arg& arg : call.args) {
      digest.add(arg.index());
      std::visit(*this, arg);
    }
  }

  // ---- events
  void operator()(const Node& node) {
    add(node.call);
    for (const Operand& operand : node.call.operands) digest.add(operand.requires_grad);
    digest.add(node.inputs);
    digest.add(node.results);
    digest.add(node.recorded);
    digest.add(node.backward);
    digest.add(node.segment);
  }
  void operator()(const Input& input) { digest.add(input.tensor); }
  void operator()(const Drop& drop) { digest.add(drop.tensor); }
  void operator()(const Backward& backward) {
    digest.add(backward.roots);
    digest.add(backward.gradients.size());
    for (const auto& gradient : backward.gradients) digest.add(gradient);
    digest.add(backward.wanted);
    digest.add(backward.results);
    digest.add(backward.retain_graph);
  }
  void operator()(const ZeroGrad& zero) {
    digest.add(zero.parameters);
    digest.add(zero.set_to_none);
  }
  void operator()(const ReadGradient& read) {
    digest.add(read.leaf);
    digest.add(read.result);
  }
  void operator()(const ClipGradients& clip) {
    digest.add(clip.kind);
    digest.add(clip.parameters);
  }
  void operator()(const OptimizerStep& step) { digest.add(step.optimizer); }
  void operator()(const EmptyCache&) {}
  void operator()(const SetGradient& set) {
    digest.add(set.leaf);
    digest.add(set.value);
  }

  void add(const std::vector<Event>& events) {
    digest.add(events.size());
    for (const Event& event : events) {
      digest.add(event.index());
      std::visit(*this, event);
    }
  }
  void add(const Program& program) {
    digest.add(program.inputs);
    add(program.events);
    digest.add(program.outputs.size());
    for (const auto& output : program.outputs) digest.add(output);
    digest.add(program.captured);
  }
  void add(const Optimizer& optimizer) {
    digest.add(std::string_view(optimizer.name));
    for (const auto& [name, value] : optimizer.options) {
      digest.add(std::string_view(name));
      digest.add(value);
    }
    digest.add(optimizer.parameters);
  }
};

}  // namespace

std::string hash(const Call& call) {
  GraphDigest result;
  result.add(call);
  for (const Operand& operand : call.operands) result.add(operand.type);
  return result.digest.text();
}

std::string hash(const Graph& graph) {
  GraphDigest result;
  for (const Storage& storage : graph.storages) {
    result.add(storage.bytes);
    result.digest.add(storage.kind);
  }
  for (const Tensor& tensor : graph.tensors) {
    result.add(tensor.type);
    result.digest.add(tensor.storage);
    result.digest.add(tensor.requires_grad);
  }
  for (const Parameter& parameter : graph.parameters) {
    result.digest.add(parameter.tensor);
    result.digest.add(parameter.buffer);
  }
  result.digest.add(graph.inputs);
  result.add(graph.events);
  for (const Carried& item : graph.carried) {
    result.digest.add(item.tensor);
    result.digest.add(item.dropped_at);
    if (item.found_as) result.digest.add(*item.found_as);
  }
  for (const Program& program : graph.programs) result.add(program);
  for (const Segment& segment : graph.segments) result.digest.add(segment.again);
  for (const Optimizer& optimizer : graph.optimizers) result.add(optimizer);
  if (!graph.leftovers.gradients.empty()) result.digest.add(graph.leftovers.gradients);
  for (const EndedStates& each : graph.leftovers.states) {
    result.digest.add(each.optimizer);
    result.digest.add(each.parameters);
  }
  return result.digest.text();
}

}  // namespace vramlint::graph
