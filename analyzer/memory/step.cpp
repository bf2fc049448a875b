#include "memory/step.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "graph/operator_name.h"
#include "memory/libraries/convolution_call.h"
#include "memory/libraries/cudnn_recurrent.h"

namespace vramlint::memory {

namespace {

/// The module each parameter belongs to: its name without the last part.
std::vector<graph::ModuleId> owners(const graph::Graph& graph) {
  std::unordered_map<std::string_view, graph::ModuleId> by_path;
  for (size_t i = 0; i < graph.modules.size(); ++i) by_path.emplace(graph.modules[i], static_cast<graph::ModuleId>(i));
  std::vector<graph::ModuleId> result;
  for (const graph::Parameter& parameter : graph.parameters) {
    const std::string_view name = parameter.name;
    const size_t dot = name.rfind('.');
    const auto found = by_path.find(dot == std::string_view::npos ? std::string_view() : name.substr(0, dot));
    result.push_back(found == by_path.end() ? 0 : found->second);
  }
  return result;
}

/// Tensors that some event of this kind names.
template <typename Kind>
std::vector<bool> named_by(const graph::Graph& graph) {
  std::vector<bool> result(graph.tensors.size());
  for (const graph::Event& event : graph.events) {
    if (const auto* found = std::get_if<Kind>(&event)) result.at(found->tensor) = true;
  }
  return result;
}

}  // namespace

Step::Step(const StepContext& context, Trace& trace)
    : context_(context),
      graph_(context.graph),
      storages_(trace, context.scenario.played()),
      gradients_(graph_, storages_),
      workspaces_(storages_, context.torch, context.device, context.experiment.runtime),
      average_(storages_),
      platform_{context.torch, context.experiment.runtime, context.device},
      program_{graph_, context.torch, storages_, platform_, workspaces_},
      engine_(program_, autograd_, gradients_, *this),
      accumulation_(graph_, context.experiment.accumulation),
      live_(graph_.tensors.size()),
      sharing_(graph_.storages.size()),
      listed_(graph_.tensors.size()),
      persistent_(graph_.tensors.size()),
      brought_(named_by<graph::Input>(graph_)),
      replaced_(graph_.tensors.size()),
      owner_(owners(graph_)),
      permanent_(graph_.storages.size()),
      left_(graph_) {
  for (const graph::Optimizer& optimizer : graph_.optimizers) own_optimizers_.push_back(facts_of(optimizer));
  if (!context.experiment.distributed) return;
  distribution_ = make_distribution(*context.experiment.distributed, {graph_, storages_, gradients_, context.scenario});
  gradients_.ready = [this](graph::TensorId leaf) { distribution_->gradient_ready(leaf); };
}

Label Step::label(const graph::Node& node, Category category) const {
  return {.category = category, .module = node.module, .op = operator_name(*node.call.op), .span = node.span};
}

void Step::set_up() {
  storages_.mark("set-up");
  for (size_t i = 0; i < graph_.parameters.size(); ++i) {
    const graph::Parameter& parameter = graph_.parameters[i];
    const Category category = parameter.buffer ? Category::buffer : Category::parameter;
    const Label owned = {.category = category, .module = owner_[i], .op = parameter.buffer ? "buffer" : "parameter"};
    hold(parameter.tensor, permanent(parameter.tensor, owned));
    persistent_[parameter.tensor] = true;
  }
  copy_model();
  if (distribution_) distribution_->set_up();
  bring_inputs();
  const std::vector<bool> dropped = named_by<graph::Drop>(graph_);
  for (const graph::TensorId input : graph_.inputs) persistent_[input] = !brought_[input] && !dropped[input];
  for (const graph::Carried& carried : graph_.carried) {
    if (!carried.found_as) continue;
    persistent_[*carried.found_as] = false;
    replaced_[*carried.found_as] = true;
  }
  find_leftovers();
  construct_optimizers();
}

void Step::copy_model() {
  const auto& ema = context_.experiment.ema;
  if (!ema) return;
  for (size_t i = 0; i < graph_.parameters.size(); ++i) {
    const graph::Parameter& parameter = graph_.parameters[i];
    if (parameter.buffer && !ema->buffers) continue;
    average_.copy(owner_[i], context_.scenario.pick(graph_.tensors[parameter.tensor].type.bytes()));
  }
}

void Step::iterate(const Pass& pass) {
  pass_ = pass;
  bring_inputs();
  segments_.assign(graph_.segments.size(), {});
  if (distribution_) distribution_->begin();
  storages_.mark("forward");
  after_optimizer_ = false;
  (void)gradients_.take_reached();
  for (event_ = 0; event_ < graph_.events.size(); ++event_) {
    storages_.reach(event_);
    gradients_.begin(event_);
    drop_carried(event_);
    std::visit([this](const auto& event) { play(event); }, graph_.events[event_]);
  }
  drop_carried(graph_.events.size());
  carry();
}

void Step::play(const graph::Node& node) {
  if (graph_.makes_state(node) && persistent_[node.results.front()]) return;
  if (LeftTensors::unpacks(node)) return unpack(node);
  if (depth_ == 0 && node.module != 0 && std::exchange(after_optimizer_, false)) storages_.mark("forward");
  const auto thread = depth_ > 0 ? CublasWorkspaces::Thread::backward : CublasWorkspaces::Thread::forward;
  if (distribution_) distribution_->before_forward(node);
  try_algorithms(node, ConvolutionPass::forward);
  if (const Bytes states = recurrent_dropout_state(node, program_.platform); states > Bytes(0) && !dropout_state_) {
    dropout_state_ = storages_.make(states, Label{.category = Category::workspace, .op = "cudnn dropout state"});
  }
  const graph::Op& op = *node.call.op;
  std::vector<graph::Temporary> scratch;
  if (op.forward) scratch = op.forward(node.call, node.outputs, context_.torch);
  graph::Saved saved;
  if (node.recorded && op.saves) saved = op.saves(node.call, node.outputs, context_.torch);
  std::vector<StorageRef> kept = extras(node, saved, true);
  std::vector<StorageRef> before = temporaries(node, scratch, true);
  make_results(node);
  workspaces_.forward(thread, node);
  if (node.recorded) record(node, kept_by(node, saved, std::move(kept)));
  std::vector<StorageRef> after = temporaries(node, scratch, false);
  if (const Bytes weights = recurrent_weights_copy(node); weights > Bytes(0)) {
    after.push_back(storages_.make(weights, label(node, Category::temporary)));
  }
  program_.take_and_leave(forward_reduction(node, program_.platform), label(node, Category::workspace));
  workspaces_.epilogue(thread, node).reset();
  if (depth_ == 0) workspaces_.after(thread);
}

/// cudnn.benchmark: for each convolution met for the first time one workspace for all candidates, as far as there is
/// room for it, then the cache is emptied (getMaxWorkspaceSize and after it, Conv_v7.cpp [1.13.1]; Conv_v8.cpp [2.4]).
void Step::try_algorithms(const graph::Node& node, ConvolutionPass pass) {
  if (!platform_.runtime.cudnn_benchmark.value_or(false)) return;
  if (!is_convolution(node) || tried_.contains({&node, pass})) return;
  const auto space = cudnn_candidates(node, pass, platform_);
  if (!space) return;
  tried_.insert({&node, pass});
  Label owner = label(node, Category::workspace);
  owner.op = kCandidates;
  storages_.attempt(*space, owner).reset();
  storages_.empty_cache();
}

/// They go when the kernel returns, with the vectors.
std::vector<StorageRef> Step::temporaries(const graph::Node& node, const std::vector<graph::Temporary>& list,
                                          bool before) {
  std::vector<StorageRef> made, brief;
  for (const graph::Temporary& temporary : list) {
    if (temporary.before_output != before) continue;
    Label owner = label(node, temporary.workspace ? Category::workspace : Category::temporary);
    if (!temporary.what.empty()) owner.op = temporary.what;
    (temporary.brief ? brief : made)
        .push_back(temporary.workspace ? program_.workspace(node, ConvolutionPass::forward, temporary.bytes, owner)
                                       : storages_.make(temporary.bytes, owner));
  }
  for (StorageRef& storage : brief) storage.reset();
  return made;
}

/// Written in place under no_grad: the tensor keeps its history.
bool Step::history_kept(const graph::Node& node, const graph::Output& output, graph::TensorId result) const {
  return !node.recorded && output.alias == graph::Output::Alias::in_place && graph_.tensors[result].requires_grad;
}

void Step::make_results(const graph::Node& node) {
  for (size_t i = 0; i < node.results.size(); ++i) {
    const graph::TensorId result = node.results[i];
    const graph::Output& output = node.outputs[i];
    Live made;
    if (output.alias == graph::Output::Alias::fresh) {
      const bool stays = graph_.makes_state(node);
      made.storage = fresh(result, label(node, stays ? Category::optimizer : Category::activation));
      if (stays) persistent_[result] = true;
    } else {
      const graph::TensorId source = node.inputs.at(static_cast<size_t>(output.operand));
      made.storage = storage_of(source);
      made.made_by = history_kept(node, output, result) ? live_[source].made_by : Edge{};
      if (made.made_by) autograd_.retain(made.made_by.node);
    }
    drop(result);
    hold(result, std::move(made.storage));
    live_[result].made_by = made.made_by;
  }
}

/// The tensor itself, with its history: no node is recorded.
void Step::unpack(const graph::Node& node) {
  const graph::TensorId tensor = node.inputs.front(), result = node.results.front();
  Live found;
  if (live_[tensor].storage || permanent_[graph_.tensors[tensor].storage]) {
    found.storage = storage_of(tensor);
    found.made_by = edge_of(tensor);
    if (found.made_by) autograd_.retain(found.made_by.node);
  } else {
    found = left_.unpack(tensor, storages_, autograd_);
    if (!found.storage) found.storage = fresh(result, label(node, Category::activation));
  }
  drop(result);
  hold(result, std::move(found.storage));
  live_[result].made_by = found.made_by;
}

std::vector<StorageRef> Step::extras(const graph::Node& node, const graph::Saved& saved, bool before) {
  std::vector<StorageRef> made;
  for (const graph::Extra& extra : saved.extras) {
    if (extra.before_output != before) continue;
    Label owner = label(node, Category::activation);
    if (!extra.what.empty()) owner.op = extra.what;
    const auto reserve = recurrent_reserve(node, program_.platform);
    made.push_back(storages_.make(reserve.value_or(extra.bytes), owner));
  }
  return made;
}

/// `kept`: what was made before the output.
std::vector<StorageRef> Step::kept_by(const graph::Node& node, const graph::Saved& saved,
                                      std::vector<StorageRef> kept) {
  for (const int operand : saved.operands) {
    const graph::TensorId input = node.inputs.at(static_cast<size_t>(operand));
    if (!in_host_memory(input)) kept.push_back(storage_of(input));
  }
  for (const int output : saved.outputs) kept.push_back(storage_of(node.results.at(static_cast<size_t>(output))));
  for (StorageRef& extra : extras(node, saved, false)) kept.push_back(std::move(extra));
  if (const Bytes weights = recurrent_weights_copy(node); weights > Bytes(0)) {
    kept.push_back(storages_.make(weights, label(node, Category::activation)));
  }
  return kept;
}

void Step::record(const graph::Node& node, std::vector<StorageRef> kept) {
  size_t place = 0;
  std::vector<StorageRef> held;
  if (node.segment) place = enter_segment(node, kept, held);
  if (collecting_ && !node.segment) collect(kept);
  if (node.backward) held = refs(graph_.programs[*node.backward].captured);
  std::vector<Edge> edges;
  for (size_t i = 0; i < node.inputs.size(); ++i) edges.push_back(edge_of(node, i));
  if (!node.backward && !node.segment) {
    if (write_through_view(node, edges, kept)) return;
    rebase(node, kept);
  }
  const NodeIndex index = autograd_.record(node, std::move(edges), std::move(kept), std::move(held));
  autograd_.set_place(index, place);
  autograd_.retain(index);  // until its results refer to it
  for (size_t i = 0; i < node.results.size(); ++i) {
    if (!node.outputs[i].differentiable) continue;
    autograd_.retain(index);
    live_[node.results[i]].made_by = {index, static_cast<int>(i)};
  }
  autograd_.release(index);
}

/// None to a weight that is frozen where the node runs, though the step trains it elsewhere.
Edge Step::edge_of(const graph::Node& node, size_t input) {
  const graph::TensorId tensor = node.inputs[input];
  const bool is_frozen = graph_.tensors[tensor].leaf && !node.call.operands.at(input).requires_grad;
  return is_frozen && !live_[tensor].made_by ? Edge{} : edge_of(tensor);
}

Edge Step::edge_of(graph::TensorId tensor) {
  if (live_[tensor].made_by) return live_[tensor].made_by;
  const graph::Tensor& facts = graph_.tensors[tensor];
  return facts.leaf && facts.requires_grad ? autograd_.accumulate(tensor) : Edge{};
}

StorageRef Step::storage_of(graph::TensorId tensor) {
  if (live_[tensor].storage) return live_[tensor].storage;
  // A buffer that was written in place since: a program that runs later knows it by its name of then.
  const StorageRef& lasting = permanent_[graph_.tensors[tensor].storage];
  VRAMLINT_CHECK(lasting, "the graph uses a tensor that has been dropped");
  return lasting;
}

/// A number, or a 0-dim tensor that the program made on the host.
bool Step::in_host_memory(graph::TensorId tensor) const {
  return !live_[tensor].storage &&
         context_.scenario.pick(graph_.storages[graph_.tensors[tensor].storage].bytes) == Bytes(0);
}

/// A storage that parameters share is made once.
StorageRef Step::permanent(graph::TensorId tensor, const Label& owner) {
  StorageRef& storage = permanent_[graph_.tensors[tensor].storage];
  if (storage) return storage;
  const graph::Storage& facts = graph_.storages[graph_.tensors[tensor].storage];
  Interval bytes = facts.bytes;
  if (distribution_) bytes = Interval::exactly(distribution_->held(tensor, context_.scenario.pick(bytes)));
  storage = storages_.make(bytes, owner, facts.kind);
  return storage;
}

StorageRef Step::fresh(graph::TensorId tensor, const Label& owner) {
  const graph::Storage& facts = graph_.storages[graph_.tensors[tensor].storage];
  return storages_.make(facts.bytes, owner, facts.kind);
}

void Step::play(const graph::Input& input) {
  Live arrived;
  arrived.storage = fresh(input.tensor, {.category = Category::input, .op = "input"});
  drop(input.tensor);
  hold(input.tensor, std::move(arrived.storage));
}

void Step::bring_inputs() {
  for (const graph::TensorId tensor : graph_.inputs) {
    if (!brought_[tensor] && !live_[tensor].storage) play(graph::Input{tensor});
  }
}

void Step::drop(graph::TensorId tensor) {
  if (persistent_[tensor]) return;
  left_.leave(tensor, live_[tensor]);
  drop(part_from(tensor));
  if (replaced_[tensor]) permanent_[graph_.tensors[tensor].storage].reset();
}

/// Python lets go of it; its AccumulateGrad may not.
Step::Live& Step::part_from(graph::TensorId tensor) {
  Live& live = live_[tensor];
  if (!graph_.tensors[tensor].leaf) return live;
  live.accumulates = autograd_.part(tensor);
  if (const Gradient& own = gradients_[tensor]) live.gradient = own->storage;
  gradients_.clear(tensor);
  return live;
}

void Step::drop(Live& tensor) {
  if (tensor.accumulates != kNoNode) autograd_.keep_leaf(tensor.accumulates, tensor.storage, tensor.gradient);
  const Edge made_by = tensor.made_by;
  tensor = {};
  if (made_by) autograd_.release(made_by.node);
}

void Step::drop_carried(size_t event) {
  for (CarriedOver& old : carried_) {
    if (old.dropped_at == event || (event == graph_.events.size() && old.dropped_at > event)) drop(old.tensor);
  }
}

/// What the next iteration still finds; all other tensors have gone with the frames that held them.
void Step::carry() {
  carried_.clear();
  left_.clear();
  std::vector<std::pair<const graph::Carried*, StorageRef>> stand_ins;
  for (const graph::Carried& carried : graph_.carried) {
    if (persistent_[carried.tensor]) continue;
    carried_.push_back({carried.dropped_at, std::exchange(part_from(carried.tensor), {})});
    if (carried.found_as) stand_ins.emplace_back(&carried, carried_.back().tensor.storage);
  }
  for (size_t tensor = 0; tensor < live_.size(); ++tensor) drop(static_cast<graph::TensorId>(tensor));
  for (auto& [carried, storage] : stand_ins) stand_in(*carried, std::move(storage));
}

void Step::stand_in(const graph::Carried& carried, StorageRef storage) {
  permanent_[graph_.tensors[*carried.found_as].storage] = storage;
  hold(*carried.found_as, std::move(storage));
}

}  // namespace vramlint::memory
