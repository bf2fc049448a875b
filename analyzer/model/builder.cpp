#include "model/builder.h"

#include <algorithm>

#include "interp/places.h"
#include "model/tensor.h"

namespace vramlint::model {

using graph::TensorId;

void Builder::count_sized(const graph::Output& output, const std::vector<interp::Origin>& origins,
                          interp::Origin around) {
  if (output.alias != graph::Output::Alias::fresh) return;
  const Bytes bytes = output.type.bytes().point;
  const interp::Origin made_around = module < around_modules.size() ? around_modules[module] : 0;
  const auto is_one = [&](interp::Origin origin) {
    return std::find(origins.begin(), origins.end(), origin) != origins.end();
  };
  for (auto origin = origins.begin(); origin != origins.end(); ++origin)
    if (*origin != 0 && std::find(origins.begin(), origin, *origin) == origin) {
      sized[*origin] += bytes;
      sizes.insert(*origin);
    }
  if (around != 0 && !is_one(around)) sized[around] += bytes;
  if (made_around != 0 && made_around != around && !is_one(made_around)) sized[made_around] += bytes;
}

graph::StorageId Builder::add_storage(Interval bytes, graph::StorageKind kind) {
  graph.storages.push_back({bytes, kind});
  if (program_steps > 0) made_in_steps.push_back(static_cast<graph::StorageId>(graph.storages.size() - 1));
  return static_cast<graph::StorageId>(graph.storages.size() - 1);
}

graph::TensorId Builder::add_tensor(graph::Tensor tensor) {
  if (graph.tensors.size() >= kMostTensors) {
    throw interp::BudgetExceeded("one step makes more than " + std::to_string(kMostTensors) + " tensors: does it end?",
                                 {});
  }
  graph.tensors.push_back(std::move(tensor));
  return static_cast<graph::TensorId>(graph.tensors.size() - 1);
}

void Builder::dropped(graph::TensorId tensor) {
  if (finished_) return;
  if (collecting_) {
    collected_.push_back(tensor);
  } else if (in_step && graph.storages[graph.tensors[tensor].storage].kind != graph::StorageKind::parameter) {
    events_of(tensor).push_back(graph::Drop{tensor});
  }
}

/// A tensor from outside of a program goes where it was made: what the program needs of it, its node keeps.
std::vector<graph::Event>& Builder::events_of(graph::TensorId tensor) {
  for (size_t level = open_.size(); level > 0; --level) {
    if (tensor >= open_[level - 1].first_tensor) return open_[level - 1].events;
  }
  return graph.events;
}

void Builder::open_program(std::vector<graph::TensorId> inputs) {
  graph::Program program;
  program.first_tensor = inputs.empty() ? static_cast<TensorId>(graph.tensors.size()) : inputs.front();
  program.inputs = std::move(inputs);
  open_.push_back(std::move(program));
}

void Builder::abandon_program() {
  const graph::Program program = std::move(open_.back());
  open_.pop_back();
  put_back(program);
}

/// A program runs later than what is written next: what it writes in place to tensors from outside is its own matter,
/// and outside they are what they were.
void Builder::put_back(const graph::Program& program) {
  std::unordered_map<TensorId, TensorId> origins;  // of what was written in place
  for (const graph::Event& event : program.events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (!node) continue;
    for (size_t i = 0; i < node->outputs.size(); ++i) {
      if (node->outputs[i].alias != graph::Output::Alias::in_place) continue;
      const TensorId before = node->inputs[static_cast<size_t>(node->outputs[i].operand)];
      const TensorId origin = origins.try_emplace(before, before).first->second;
      origins[node->results[i]] = origin;
      if (origin < program.first_tensor) name_again(node->results[i], origin);
    }
  }
}

/// Tensors that are `now` in the graph are `before` again.
void Builder::name_again(TensorId now, TensorId before) {
  const graph::Tensor& facts = graph.tensors[before];
  for (Tensor* tensor : on_storage_[facts.storage]) {
    if (tensor->id != now) continue;
    before_change(*tensor);
    TensorState state = state_of(*tensor);
    state.type = facts.type, state.id = before, state.requires_grad = facts.requires_grad, state.leaf = facts.leaf;
    tensor->restore(std::move(state));
  }
}

graph::ProgramId Builder::close_program(std::vector<std::optional<TensorId>> outputs) {
  graph::Program program = std::move(open_.back());
  open_.pop_back();
  put_back(program);
  program.outputs = std::move(outputs);
  program.end_tensor = static_cast<TensorId>(graph.tensors.size());
  program.captured = captured_by(program);
  graph.programs.push_back(std::move(program));
  return static_cast<graph::ProgramId>(graph.programs.size() - 1);
}

namespace {

/// An instance's; nullptr of what is none.
const interp::Object* type_of(const interp::Object& object) {
  const bool is_instance = object.kind == interp::ObjectKind::instance;
  return is_instance ? static_cast<const interp::Instance&>(object).type.object() : nullptr;
}

/// The tensors that an event needs alive.
struct Uses {
  const graph::Graph& graph;
  std::vector<TensorId>& found;
  void add(const std::vector<TensorId>& tensors) { found.insert(found.end(), tensors.begin(), tensors.end()); }
  void operator()(const graph::Node& node) {
    add(node.inputs);
    if (node.backward) add(graph.programs[*node.backward].captured);
    if (node.segment) add(graph.programs[graph.segments[*node.segment].again].captured);
  }
  void operator()(const graph::Backward& backward) {
    add(backward.roots);
    for (const auto& gradient : backward.gradients) {
      if (gradient) found.push_back(*gradient);
    }
  }
  void operator()(const graph::Input&) {}
  void operator()(const graph::Drop&) {}
  void operator()(const graph::ZeroGrad&) {}
  void operator()(const graph::ReadGradient&) {}
  void operator()(const graph::SetGradient& set) { found.push_back(set.value); }
  void operator()(const graph::ClipGradients&) {}
  void operator()(const graph::OptimizerStep&) {}
  void operator()(const graph::EmptyCache&) {}
};

}  // namespace

std::vector<TensorId> Builder::captured_by(const graph::Program& program) const {
  std::vector<TensorId> used;
  Uses uses{graph, used};
  for (const graph::Event& event : program.events) std::visit(uses, event);
  for (const auto& output : program.outputs) {
    if (output) used.push_back(*output);
  }
  std::vector<TensorId> captured;
  std::unordered_set<TensorId> seen;
  for (const TensorId tensor : used) {
    const bool outside = tensor < program.first_tensor;
    const graph::StorageKind kind = graph.storages[graph.tensors[tensor].storage].kind;
    const bool passing = kind == graph::StorageKind::intermediate || kind == graph::StorageKind::input;
    if (outside && passing && seen.insert(tensor).second) captured.push_back(tensor);
  }
  return captured;
}

void Builder::leave_segment(graph::SegmentId left) {
  for (graph::Event& event : events()) {
    auto* node = std::get_if<graph::Node>(&event);
    if (node && node->segment == left) node->segment.reset();
  }
}

void Builder::set_gradient(TensorId leaf, bool there) {
  if (gradients_.size() <= leaf) gradients_.resize(leaf + 1);
  gradients_[leaf] = there;
}

void Builder::enter(graph::StorageId storage, Tensor* tensor) {
  std::vector<Tensor*>& all = on_storage_[storage];
  tensor->place_on_storage = all.size();
  all.push_back(tensor);
}

void Builder::leave(graph::StorageId storage, Tensor* tensor) {
  std::vector<Tensor*>& all = on_storage_[storage];
  const size_t place = tensor->place_on_storage;
  if (place >= all.size() || all[place] != tensor) return;
  all[place] = all.back();
  all[place]->place_on_storage = place;
  all.pop_back();
}

size_t Builder::mark() {
  marks_.push_back({open_.size(),
                    events().size(),
                    graph.tensors.size(),
                    graph.storages.size(),
                    changes.size(),
                    graph.programs.size(),
                    graph.segments.size(),
                    graph.parameters.size(),
                    graph.inputs.size(),
                    graph.optimizers.size(),
                    graph.modules.size(),
                    made_in_step.size(),
                    unsaid_checkpoints.size(),
                    checkpoints.open.size(),
                    checkpoints.ended.size(),
                    ended_steps.size(),
                    round_steps.size(),
                    grad_enabled,
                    program_steps,
                    module,
                    segment,
                    autocast.mode,
                    gradients_});
  return marks_.size() - 1;
}

bool Builder::touched_since(size_t mark) {
  const BranchMark& then = marks_[mark];
  return open_.size() != then.open || events().size() != then.events || !changes.are_of_elements(then.changes) ||
         gradients_ != then.gradients || grad_enabled != then.grad_enabled || !(autocast.mode == then.autocast);
}

std::string Builder::surroundings() const {
  std::string text = grad_enabled ? "grad" : "no grad";
  for (const int64_t count : {int64_t{processes}, gpus.value_or(-1)}) text += ' ' + std::to_string(count);
  return text;
}

std::string Builder::state() const {
  const bool at_rest = !wrote_to_import_ && !in_step && !segment && module == 0 && !collecting_ && !finished_ &&
                       open_.empty() && autocast.kept.empty() && autocast.mode == AutocastMode{};
  if (!at_rest) return {};
  std::string text = surroundings();
  for (const size_t count : {graph.events.size(), graph.tensors.size(), graph.storages.size(), changes.size(),
                             gradients_.size(), on_storage_.size(), modules.size(), made_in_step.size(),
                             unsaid_checkpoints.size(), checkpoints.ended.size(), checkpoints.open.size()})
    text.append(reinterpret_cast<const char*>(&count), sizeof count);
  return text;
}

bool Builder::is_of_step(const interp::Value& value) const {
  return as_tensor(value) || (value.is_object() && making_of(*value.object()));
}

std::optional<interp::Making> Builder::making_of(const interp::Object& object) const {
  const auto found = made.find(&object);
  const bool is_it = found != made.end() && found->second.type == type_of(object);
  return is_it ? std::optional(found->second.making) : std::nullopt;
}

void Builder::set_making(const interp::Object& object, const interp::Making& making) {
  made[&object] = {making, type_of(object)};
}

void Builder::rollback(size_t mark) {
  const BranchMark then = marks_[mark];
  autocast.forget_from(static_cast<graph::TensorId>(then.tensors));
  autocast.mode = then.autocast;
  changes.undo(then.changes);
  open_.resize(then.open);
  events().resize(then.events);
  graph.programs.resize(then.programs);
  graph.segments.resize(then.segments);
  graph.tensors.resize(then.tensors);
  graph.storages.resize(then.storages);
  std::erase_if(made_in_steps, [&](graph::StorageId storage) { return storage >= then.storages; });
  ended_steps.resize(std::min(ended_steps.size(), then.ended_steps));
  round_steps.resize(std::min(round_steps.size(), then.round_steps));
  checkpoints.open.resize(then.open_checkpoints);
  checkpoints.ended.resize(std::min(checkpoints.ended.size(), then.checkpoints));
  grad_enabled = then.grad_enabled;
  program_steps = then.program_steps;
  module = then.module;
  segment = then.segment;
  gradients_ = then.gradients;
  graph.parameters.resize(then.parameters);
  graph.inputs.resize(then.inputs);
  graph.optimizers.resize(then.optimizers);
  graph.modules.resize(then.module_names);
  std::erase_if(modules, [&](const auto& known) { return known.second >= then.module_names; });
  made_in_step.resize(then.made_in_step);
  unsaid_checkpoints.resize(then.unsaid_checkpoints);
  release(mark);
}

void Builder::release(size_t mark) {
  marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(mark), marks_.end());
  if (marks_.empty()) changes.clear();
}

void Builder::before_change(Tensor& tensor, bool of_elements) {
  wrote_to_import_ |= tensor.settled;
  if (!marks_.empty()) changes.note(tensor, marks_.back().changes, of_elements);
}

std::vector<interp::Effects::Written> Builder::take_back(size_t mark) {
  return changes.take_back(marks_[mark].changes, marks_[mark].tensors);
}

std::unordered_set<TensorId> Builder::live() const {
  std::unordered_set<TensorId> found;
  for (const auto& [storage, tensors] : on_storage_) {
    for (const Tensor* tensor : tensors) {
      if (tensor->id) found.insert(*tensor->id);
    }
  }
  return found;
}

Span user_span(interp::Interpreter& interpreter) {
  return interp::innermost_place(interpreter, [](const Source* source) { return !is_prelude(source); });
}

void unsupported(interp::Interpreter& interpreter, std::string message) {
  std::vector<Span> calls;
  for (const Span& span : interpreter.call_stack()) {
    if (span && !is_prelude(span.source)) calls.push_back(span);
  }
  Span span = calls.empty() ? Span{} : calls.front();
  throw Unsupported{std::move(message), span, std::move(calls)};
}

}  // namespace vramlint::model
