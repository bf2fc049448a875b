#include "probes/steps/run.h"

#include <ATen/SequenceNumber.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/functions/utils.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/check.h"
#include "probes/cuda/allocator.h"
#include "probes/device_choice.h"
#include "probes/executor/call.h"
#include "probes/executor/tensors.h"
#include "probes/steps/clipping.h"
#include "probes/steps/substitutes.h"

namespace vramlint::probes {

namespace {

template <typename Kind>
std::vector<bool> named_by(const graph::Graph& graph) {
  std::vector<bool> result(graph.tensors.size());
  for (const graph::Event& event : graph.events) {
    if (const auto* found = std::get_if<Kind>(&event)) result.at(found->tensor) = true;
  }
  return result;
}

bool needs_grad(const graph::Node& node) {
  return std::any_of(node.call.operands.begin(), node.call.operands.end(),
                     [](const graph::Operand& operand) { return operand.requires_grad; });
}

/// Numbers that differ from each other, between nought and one: factorisations refuse constant matrices.
at::Tensor varied(const at::Tensor& tensor) {
  return at::isFloatingType(tensor.scalar_type()) ? tensor.uniform_(0.05, 0.95) : tensor;
}

}  // namespace

Run::Run(const graph::Graph& graph, const config::Experiment& experiment, const graph::TorchProfile& torch,
         Meter& meter)
    : graph_(graph),
      experiment_(experiment),
      torch_(torch),
      meter_(meter),
      accumulation_(graph, experiment.accumulation),
      live_(graph.tensors.size()),
      persistent_(graph.tensors.size()),
      brought_(named_by<graph::Input>(graph)),
      permanent_(graph.storages.size()) {}

void Run::set_up() {
  for (const graph::Parameter& parameter : graph_.parameters) {
    const graph::Tensor& facts = graph_.tensors[parameter.tensor];
    at::Tensor tensor = over_storage(permanent(parameter.tensor), facts.type);
    live_[parameter.tensor] = tensor.requires_grad_(!parameter.buffer && facts.requires_grad);
    persistent_[parameter.tensor] = true;
  }
  copy_model();
  bring_inputs();
  const std::vector<bool> dropped = named_by<graph::Drop>(graph_);
  for (const graph::TensorId input : graph_.inputs) persistent_[input] = !brought_[input] && !dropped[input];
  for (const graph::Carried& item : graph_.carried)
    if (item.found_as) persistent_[*item.found_as] = false;
  make_optimizers();
}

void Run::iterate(const memory::Pass& pass) {
  pass_ = pass;
  bring_inputs();
  segments_.clear();
  ProgramRunner& runner = *this;
  for (const graph::Segment& segment : graph_.segments) {
    segments_.emplace_back(runner, graph_.programs[segment.again], torch_.checkpoint_stops_early);
  }
  exchange_hooks(watching_hooks);
  for (event_ = 0; event_ < graph_.events.size(); ++event_) {
    reach(nullptr);
    drop_carried(event_);
    play(graph_.events[event_]);
  }
  drop_carried(graph_.events.size());
  carry();
  exchange_hooks({});
}

void Run::play(const graph::Event& event) {
  try {
    std::visit([this](const auto& item) { play(item); }, event);
  } catch (const RunError&) {
    throw;
  } catch (const std::exception& error) {
    throw RunError("event " + std::to_string(event_) + ": " + first_line(error.what()));
  }
}

void Run::reach(const graph::Node* node) { places_.push_back({meter_.mark(), event_, node}); }

// ---------------------------------------------------------------- calls

std::vector<at::Tensor> Run::tensors(const std::vector<graph::TensorId>& ids) const {
  std::vector<at::Tensor> result;
  for (const graph::TensorId id : ids) result.push_back(live_[id]);
  return result;
}

std::vector<at::Tensor> Run::operands(const graph::Node& node) const {
  for (const graph::TensorId input : node.inputs) {
    if (!live_[input].defined()) {
      throw RunError("event " + std::to_string(event_) + ": " + std::string(schema_name(*node.call.op)) +
                     " uses a tensor that has been dropped");
    }
  }
  std::vector<at::Tensor> all = tensors(node.inputs);
  for (size_t i = 0; node.recorded && i < all.size(); ++i) {
    const bool is_frozen = graph_.tensors[node.inputs[i]].leaf && !node.call.operands[i].requires_grad;
    if (is_frozen && all[i].requires_grad()) all[i] = all[i].detach();  // the step trains it elsewhere
  }
  return all;
}

void Run::play(const graph::Node& node) {
  const bool makes_state = graph_.makes_state(node);
  if (makes_state && persistent_[node.results.front()]) return;
  const c10::AutoGradMode recording(node.recorded || !needs_grad(node));
  HookMaker outer;
  if (node.segment) {
    SegmentRun& segment = segments_[*node.segment];
    const graph::Segment& facts = graph_.segments[*node.segment];
    segment.enter(tensors(facts.arguments), tensors(graph_.programs[facts.again].captured));
    outer = exchange_hooks(segment.hooks());
  }
  const uint64_t first_sequence = at::sequence_number::peek();
  std::vector<at::Tensor> results;
  try {
    results = call(node, operands(node));
  } catch (const CallError& error) {
    throw RunError("event " + std::to_string(event_) + ", " + std::string(schema_name(*node.call.op)) + " in '" +
                   graph_.modules[node.module] + "': " + error.what());
  }
  if (node.segment) exchange_hooks(std::move(outer));
  if (results.size() < node.results.size()) throw RunError("an operator gave fewer results than the graph has");
  if (node.recorded) watch_backward(node, results, first_sequence);
  expect_dtypes(node, results);
  for (size_t i = 0; i < node.results.size(); ++i) {
    const graph::TensorId id = node.results[i];
    drop(id);
    live_[id] = results[i];
    if (makes_state) persistent_[id] = true;
    const graph::Tensor& facts = graph_.tensors[id];
    if (facts.leaf && facts.requires_grad && !live_[id].requires_grad()) live_[id].requires_grad_(true);
  }
}

/// Where autocast would have taken another overload, the graph says what comes of it: to go on would measure another
/// step.
void Run::expect_dtypes(const graph::Node& node, const std::vector<at::Tensor>& results) const {
  for (size_t i = 0; i < node.results.size(); ++i) {
    const graph::Dtype said = graph_.tensors[node.results[i]].type.dtype;
    if (!results[i].defined() || !is_differentiable(said) || results[i].scalar_type() == scalar_type(said)) continue;
    throw RunError("event " + std::to_string(event_) + ", " + std::string(schema_name(*node.call.op)) +
                   ": LibTorch gives " + c10::toString(results[i].scalar_type()) + " where the graph has " +
                   std::string(to_string(said)) + "; autocast's choice of an overload is not run");
  }
}

std::vector<at::Tensor> Run::call(const graph::Node& node, const std::vector<at::Tensor>& operands) {
  if (schema_name(*node.call.op) == "_function") return function(node, operands);
  return run_call(substituted(node), operands);
}

/// The node of a torch.autograd.Function: `_function(results, inputs, saved)`.
std::vector<at::Tensor> Run::function(const graph::Node& node, const std::vector<at::Tensor>& operands) {
  const auto list = [&](size_t arg) { return std::get<graph::OperandList>(node.call.args[arg]).indices; };
  std::vector<at::Tensor> saved, like(operands.size()), results;
  for (const int index : list(0)) results.push_back(operands[static_cast<size_t>(index)]);
  if (!node.recorded) return results;
  for (const int index : list(1)) like[static_cast<size_t>(index)] = operands[static_cast<size_t>(index)];
  for (const int index : list(2)) saved.push_back(operands[static_cast<size_t>(index)]);
  std::shared_ptr<torch::autograd::Node> made;
  if (node.backward) {
    const graph::Program& program = graph_.programs[*node.backward];
    ProgramRunner& runner = *this;
    made = std::make_shared<ProgramNode>(runner, program, hold(tensors(program.captured)), keep(saved));
  } else {
    made = std::make_shared<OpaqueNode>(like, keep(saved));
  }
  made->set_next_edges(torch::autograd::collect_next_edges(operands));
  for (size_t i = 0; i < results.size(); ++i) {
    results[i] = results[i].tensor_data();
    if (node.outputs[i].differentiable && is_differentiable(node.outputs[i].type.dtype)) {
      torch::autograd::set_history(results[i], made);
    } else {
      made->add_input_metadata(torch::autograd::Node::undefined_input());
    }
  }
  return results;
}

// ---------------------------------------------------------------- what lives how long

/// A storage that parameters share is made once, whole.
at::Tensor Run::permanent(graph::TensorId tensor) {
  const graph::Tensor& facts = graph_.tensors[tensor];
  at::Tensor& storage = permanent_[facts.storage];
  if (!storage.defined()) {
    const int64_t bytes = graph_.storages[facts.storage].bytes.point.count;
    storage = varied(make_tensor(graph::contiguous(facts.type.dtype, {graph::Dim(bytes / size_of(facts.type.dtype))})));
  }
  return storage;
}

void Run::play(const graph::Input& input) {
  at::Tensor arrived = varied(make_tensor(graph_.tensors[input.tensor].type));
  const graph::Tensor& facts = graph_.tensors[input.tensor];
  if (facts.leaf && facts.requires_grad) arrived.requires_grad_(true);
  drop(input.tensor);
  live_[input.tensor] = std::move(arrived);
}

void Run::bring_inputs() {
  for (const graph::TensorId tensor : graph_.inputs) {
    if (!brought_[tensor] && !live_[tensor].defined()) play(graph::Input{tensor});
  }
}

void Run::drop(graph::TensorId tensor) {
  if (persistent_[tensor]) return;
  live_[tensor] = at::Tensor();
  const graph::StorageId storage = graph_.tensors[tensor].storage;
  if (graph_.storages[storage].kind == graph::StorageKind::buffer) permanent_[storage] = at::Tensor();
}

void Run::drop_carried(size_t event) {
  for (CarriedOver& old : carried_) {
    if (old.dropped_at == event || (event == graph_.events.size() && old.dropped_at > event)) old.tensor = at::Tensor();
  }
}

void Run::carry() {
  carried_.clear();
  std::vector<std::pair<graph::TensorId, at::Tensor>> stand_ins;
  for (const graph::Carried& item : graph_.carried) {
    if (persistent_[item.tensor]) continue;
    carried_.push_back({item.dropped_at, std::exchange(live_[item.tensor], {})});
    if (item.found_as) stand_ins.emplace_back(*item.found_as, carried_.back().tensor.detach());
  }
  for (size_t tensor = 0; tensor < live_.size(); ++tensor) drop(static_cast<graph::TensorId>(tensor));
  for (auto& [tensor, other] : stand_ins) live_[tensor] = std::move(other);
}

// ---------------------------------------------------------------- optimizers

std::vector<at::Tensor> Run::trained(const std::vector<graph::TensorId>& parameters) const {
  const std::set<graph::TensorId> chosen(parameters.begin(), parameters.end());
  std::vector<at::Tensor> result;
  for (const graph::Parameter& parameter : graph_.parameters) {
    const bool taken = chosen.empty() || chosen.count(parameter.tensor) > 0;
    if (taken && !parameter.buffer && graph_.tensors[parameter.tensor].requires_grad) {
      result.push_back(live_[parameter.tensor]);
    }
  }
  return result;
}

void Run::make_optimizers() {
  for (const graph::Optimizer& own : graph_.optimizers) {
    optimizers_.emplace_back(memory::facts_of(own), trained(own.parameters));
  }
  if (optimizers_.empty()) optimizers_.emplace_back(experiment_.optimizer, trained({}));
  for (OptimizerRun& optimizer : optimizers_) optimizer.construct();
}

void Run::play(const graph::OptimizerStep& step) {
  if (!accumulation_.steps(pass_)) return;
  optimizers_.at(step.optimizer.value_or(0)).step();
  update_average();
}

/// copy.deepcopy of the model, as far as it is tensors.
void Run::copy_model() {
  if (!experiment_.ema) return;
  const c10::AutoGradMode off(false);
  for (const graph::Parameter& parameter : graph_.parameters) {
    if (parameter.buffer && !experiment_.ema->buffers) continue;
    average_.emplace_back(live_[parameter.tensor], live_[parameter.tensor].clone());
  }
}

void Run::update_average() {
  constexpr double kKept = 0.999;
  const c10::AutoGradMode off(false);
  for (auto& [tensor, average] : average_) {
    if (is_differentiable(dtype_of(tensor.scalar_type()))) {
      average.mul_(kKept).add_(tensor, 1 - kKept);
    } else {
      average.copy_(tensor);
    }
  }
}

void Run::play(const graph::ZeroGrad& zero) {
  if (!accumulation_.clears(event_, pass_)) return;
  const bool usual = experiment_.optimizer.set_to_none.value_or(torch_.set_to_none_by_default);
  for (at::Tensor& parameter : trained(zero.parameters)) {
    at::Tensor& gradient = parameter.mutable_grad();
    if (!gradient.defined()) continue;
    if (zero.set_to_none.value_or(usual)) {
      gradient = at::Tensor();
    } else {
      gradient.zero_();
    }
  }
}

/// Gradients that are accumulated are clipped before the step alone.
void Run::play(const graph::ClipGradients& clipping) {
  if (accumulation_.steps(pass_)) clip(clipping.kind, trained(clipping.parameters));
}

void Run::play(const graph::EmptyCache&) {
  if (chosen_device().cuda) cuda::empty_cache();
}

void Run::play(const graph::ReadGradient& read) { live_[read.result] = live_[read.leaf].grad(); }

void Run::play(const graph::SetGradient& set) { live_[set.leaf].mutable_grad() = live_[set.value]; }

}  // namespace vramlint::probes
