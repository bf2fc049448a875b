#include "small_graph.h"

#include <algorithm>
#include <utility>

namespace vramlint::memory::test {

namespace {

using graph::BackwardCall;
using graph::Call;
using graph::GradStep;
using graph::Output;
using graph::Saved;
using graph::TensorType;
using graph::TorchProfile;

GradStep fresh(const BackwardCall& call, int operand) {
  return {.kind = GradStep::Kind::gradient, .operand = operand, .type = call.call.operands[operand].type};
}

std::vector<GradStep> fresh_for_all(const BackwardCall& call) {
  std::vector<GradStep> steps;
  for (int i = 0; i < static_cast<int>(call.call.operands.size()); ++i) {
    if (call.needs(i)) steps.push_back(fresh(call, i));
  }
  return steps;
}

std::vector<GradStep> pass_to_all(const BackwardCall& call) {
  std::vector<GradStep> steps;
  for (int i = 0; i < static_cast<int>(call.call.operands.size()); ++i) {
    if (call.needs(i))
      steps.push_back({.kind = GradStep::Kind::pass, .operand = i, .type = call.call.operands[i].type});
  }
  return steps;
}

/// The gradient of a sum: its scalar, expanded.
std::vector<GradStep> expand(const BackwardCall& call) {
  TensorType type = call.call.operands[0].type;
  std::fill(type.strides.begin(), type.strides.end(), 0);
  return {{.kind = GradStep::Kind::pass, .operand = 0, .type = type}};
}

Saved both(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  for (int i = 0; i < static_cast<int>(call.operands.size()); ++i) saved.operands.push_back(i);
  return saved;
}

Saved output(const Call&, const std::vector<Output>&, const TorchProfile&) { return {.outputs = {0}}; }

/// Input, weight, and two vectors of statistics.
Saved normalisation(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const Interval channel = call.operands[1].type.bytes();
  return {.operands = {0, 1}, .extras = {{channel, "save_mean"}, {channel, "save_invstd"}}};
}

std::vector<graph::Temporary> workspace(const Call&, const std::vector<Output>&, const TorchProfile&) {
  return {{.bytes = Interval::exactly(kMiB * 3), .what = "cudnn workspace", .workspace = true}};
}

}  // namespace

const graph::Op kMm = {.schema = "mm(Tensor self, Tensor mat2) -> Tensor", .saves = both, .backward = fresh_for_all};
const graph::Op kRelu = {.schema = "relu(Tensor self) -> Tensor", .saves = output, .backward = fresh_for_all};
const graph::Op kReluInPlace = {
    .schema = "relu_(Tensor(a!) self) -> Tensor", .saves = output, .backward = fresh_for_all};
const graph::Op kSigmoid = {.schema = "sigmoid(Tensor self) -> Tensor", .saves = output, .backward = fresh_for_all};
const graph::Op kAdd = {.schema = "add.Tensor(Tensor self, Tensor other) -> Tensor", .backward = pass_to_all};
const graph::Op kMul = {
    .schema = "mul.Tensor(Tensor self, Tensor other) -> Tensor", .saves = both, .backward = fresh_for_all};
const graph::Op kSum = {.schema = "sum(Tensor self) -> Tensor", .backward = expand};
const graph::Op kReshape = {.schema = "view(Tensor self) -> Tensor", .backward = pass_to_all};
const graph::Op kBatchNorm = {
    .schema = "batch_norm(Tensor input, Tensor weight) -> Tensor", .saves = normalisation, .backward = fresh_for_all};
const graph::Op kConv = {.schema = "conv2d(Tensor input, Tensor weight) -> Tensor",
                         .saves = both,
                         .forward = workspace,
                         .backward = fresh_for_all};

SmallGraph::Id SmallGraph::tensor(graph::Shape shape, graph::StorageKind kind, bool requires_grad, bool leaf) {
  graph::Tensor made;
  made.type = graph::contiguous(graph::Dtype::float32, std::move(shape));
  made.storage = static_cast<graph::StorageId>(graph_.storages.size());
  made.requires_grad = requires_grad;
  made.leaf = leaf;
  graph_.storages.push_back({made.type.bytes(), kind});
  graph_.tensors.push_back(std::move(made));
  return static_cast<Id>(graph_.tensors.size() - 1);
}

SmallGraph::Id SmallGraph::parameter(const std::string& name, graph::Shape shape) {
  const Id id = tensor(std::move(shape), graph::StorageKind::parameter, true, true);
  graph_.parameters.push_back({name, id, false});
  return id;
}

SmallGraph::Id SmallGraph::input(graph::Shape shape) {
  const Id id = tensor(std::move(shape), graph::StorageKind::input, false, true);
  graph_.inputs.push_back(id);
  return id;
}

SmallGraph::Id SmallGraph::batch(graph::Shape shape) {
  const Id id = input(std::move(shape));
  graph_.events.emplace_back(graph::Input{id});
  return id;
}

SmallGraph::Id SmallGraph::call(const graph::Op& op, std::vector<Id> operands, graph::Shape shape,
                                graph::ModuleId module) {
  graph::Node node;
  node.call.op = &op;
  node.module = module;
  node.inputs = operands;
  bool recorded = false;
  for (const Id id : operands) {
    node.call.operands.push_back({graph_.tensors[id].type, graph_.tensors[id].requires_grad});
    recorded = recorded || graph_.tensors[id].requires_grad;
  }
  node.recorded = recorded && !no_grad;
  if (shape.empty() && &op != &kSum) shape = graph_.tensors[operands[0]].type.shape;
  const Id result = tensor(std::move(shape), graph::StorageKind::intermediate, node.recorded, !node.recorded);
  Output made;
  made.type = graph_.tensors[result].type;
  if (&op == &kReluInPlace || &op == &kReshape) {
    made.alias = &op == &kReshape ? Output::Alias::view : Output::Alias::in_place;
    made.operand = 0;
    graph_.tensors[result].storage = graph_.tensors[operands[0]].storage;
  }
  node.outputs = {made};
  node.results = {result};
  graph_.events.emplace_back(std::move(node));
  return result;
}

void SmallGraph::clip_before_step() {
  auto place = graph_.events.end();
  while (!std::holds_alternative<graph::OptimizerStep>(*--place)) {
  }
  graph_.events.insert(place, graph::ClipGradients{});
}

void SmallGraph::drop(std::initializer_list<Id> tensors) {
  for (const Id id : tensors) graph_.events.emplace_back(graph::Drop{id});
}

namespace {

/// What the allocator holds just before the second iteration. What no device gives is no block.
Bytes level_before_steady(const Trace& trace) {
  CachingAllocator allocator;
  std::vector<CachingAllocator::BlockId> blocks;
  for (size_t i = 0; i < trace.steady; ++i) {
    const TraceEvent& event = trace.events[i];
    if (event.kind == TraceEvent::Kind::allocate) blocks.push_back(allocator.allocate(event.bytes).value_or(0));
    if (event.kind == TraceEvent::Kind::free) allocator.free(blocks[event.id]);
  }
  return allocator.stats().allocated;
}

}  // namespace

Played play(const SmallGraph& small, const Settings& settings) {
  config::Experiment experiment;
  experiment.optimizer.name = settings.optimizer;
  experiment.optimizer.momentum = settings.momentum;
  experiment.optimizer.weight_decay = settings.weight_decay;
  if (settings.foreach) experiment.optimizer.foreach = true;
  experiment.accumulation = settings.accumulation;
  if (settings.also) settings.also(experiment);
  TorchProfile profile = *graph::torch_profile(settings.torch);
  profile.set_to_none_by_default = !settings.keep_gradients;
  Played played;
  played.trace = trace(small.graph(), experiment, profile, Scenario::point);
  played.timeline = simulate(played.trace, small.graph());
  played.level = level_before_steady(played.trace);
  return played;
}

}  // namespace vramlint::memory::test
