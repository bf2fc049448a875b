#include "model/training_loop.h"

#include <algorithm>

#include "interp/decided.h"
#include "interp/objects.h"
#include "interp/opaque.h"
#include "interp/writing.h"
#include "model/bounded_sizes.h"
#include "model/failure.h"
#include "model/placement.h"
#include "model/prelude.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

using interp::Value;

/// False also of one whose parts are not known.
bool trains(interp::Interpreter& interpreter, const Value& module) {
  std::vector<Value> parameters;
  (void)interpreter.guarded([&] {
    const Value all = interpreter.call(interpreter.get_attribute(module, "parameters", {}), std::vector<Value>{}, {});
    parameters = interpreter.to_vector(all, {});
    return Value::none();
  });
  for (const Value& parameter : parameters) {
    const Tensor* tensor = as_tensor(parameter);
    if (tensor && tensor->requires_grad) return true;
  }
  return false;
}

/// What stands in tuples, lists and dicts, so many levels deep: a batch may hold itself.
template <typename Visit>
void each_part(const Value& value, const Visit& visit, int levels = 6) {
  visit(value);
  if (levels == 0) return;
  if (const auto* tuple = value.as<interp::Tuple>())
    for (const Value& item : tuple->items) each_part(item, visit, levels - 1);
  if (const auto* list = value.as<interp::List>())
    for (const Value& item : list->items) each_part(item, visit, levels - 1);
  if (const auto* dict = value.as<interp::Dict>())
    for (const interp::Dict::Entry& entry : dict->entries())
      if (entry.live) each_part(entry.value, visit, levels - 1);
}

void shapes_in(const Value& batch, std::vector<InputShape>& shapes) {
  each_part(batch, [&](const Value& part) {
    if (const Tensor* tensor = as_tensor(part)) shapes.push_back({tensor->type_info, tensor->origins});
  });
}

const interp::UnknownValue* unknown_in(const Value& batch) {
  const interp::UnknownValue* found = nullptr;
  each_part(batch, [&](const Value& part) {
    if (!found && part.is_unknown()) found = part.as<interp::UnknownValue>();
  });
  return found;
}

/// What comes first in a batch is what a network is given.
const Value* first_of(const Value& batch) {
  const Value* first = nullptr;
  each_part(batch, [&](const Value& part) {
    const bool is_content = as_tensor(part) || (part.is_unknown() && !interp::is_text(part));
    if (!first && is_content) first = &part;
  });
  return first;
}

/// Where there is no sample among the shapes of its tensors, or only the data tells the sizes of the first.
std::optional<BuildFailure> unknown_batch_in(const Value& batch, const std::vector<InputShape>& shapes,
                                             const Span& loader) {
  if (const Value* first = first_of(batch); first && says_open(*first))
    return unknown_batch(first->as<interp::UnknownValue>()->info.reason, loader);
  const auto is_sample = [](const InputShape& shape) {
    return graph::is_floating(shape.type.dtype) && shape.type.rank() > 1;
  };
  if (std::any_of(shapes.begin(), shapes.end(), is_sample)) return {};
  const interp::UnknownValue* unknown = unknown_in(batch);
  if (!unknown) return {};
  return unknown_batch(unknown->info.reason, loader ? loader : unknown->info.span);
}

/// Of which no more is known than that it may be many times larger than it must be.
bool is_vague(const Interval& bytes) { return bytes.high.count > 4 * std::max<int64_t>(bytes.low.count, 1); }

/// Without workers nothing is drawn ahead. torch/utils/data/dataloader.py [2.4]: prefetch_factor is 2 where it is None.
std::optional<LoaderFacts> loader_of(const Drawn& drawn, const std::vector<InputShape>& shapes) {
  constexpr int64_t kMost = 1 << 20;
  if (!drawn.workers.is_int() || !(drawn.prefetch.is_int() || drawn.prefetch.is_none())) return {};
  LoaderFacts facts{drawn.place, drawn.workers.as_int(), drawn.prefetch.is_int() ? drawn.prefetch.as_int() : 2, {}};
  if (facts.workers < 0 || facts.workers > kMost || facts.prefetch < 0 || facts.prefetch > kMost) return {};
  for (const InputShape& shape : shapes) {
    const Interval bytes = shape.type.bytes();
    if (is_vague(bytes)) return {};
    facts.batch += bytes.point;
  }
  return facts;
}

}  // namespace

bool Watcher::is_program(const Source* source) {
  if (source != last_) {
    last_ = source;
    last_is_program_ = is_of_program(source);
  }
  return last_is_program_;
}

bool Watcher::absorbs(const std::exception_ptr&) { return false; }

// ---------------------------------------------------------------- the search

void LoopSearch::drew(const Drawn& drawn) {
  ++noted_;
  ++batches_;
  std::vector<InputShape> shapes;
  shapes_in(drawn.batch, shapes);
  if (!unknown_batch) unknown_batch = unknown_batch_in(drawn.batch, shapes, drawn.place);
}

void LoopSearch::look(const Running& loop) {
  if (found_ || builder_.optimizer_steps == loop.steps) return;
  if (builder_.backwards > 0 && builder_.backwards == loop.backwards) return;  // `for each in optimizers: each.step()`
  std::vector<Span> around;
  for (const Running& each : running_)
    if (each.span != loop.span) around.push_back(each.span);
  const bool repeats = batches_ > 0 && batches_ == loop.batches && !loop.draws && !around.empty();
  TrainingLoop seen{loop.span, loop.iterations, batches_ - loop.batches, std::move(around),
                    interp::arms_on_trial(interpreter_)};
  if (!repeats)
    found_ = std::move(seen);
  else if (!repeated_)
    repeated_ = std::move(seen), batches_of_repeated_ = batches_;
}

/// The loop around one that steps several times on a batch is the one that trains, if it draws the next.
void LoopSearch::look_around(const Running& loop) {
  constexpr int kMost = 8;
  if (!repeated_ || found_) return;
  const std::vector<Span>& around = repeated_->around;
  const bool is_around = std::find(around.begin(), around.end(), loop.span) != around.end();
  const bool draws = batches_ > batches_of_repeated_;
  if (is_around && draws)
    look(loop);
  else if (is_around || (loop.span == repeated_->span && loop.iterations >= kMost))
    found_ = repeated_;
}

/// It goes backward time after time, and no optimizer that is known steps: it would go on to the end of the budget.
/// But gradients are accumulated over dozens of batches.
bool LoopSearch::is_vain(const Running& loop) const {
  constexpr int64_t kSome = 8, kOften = 64, kLong = 2'000'000;
  const int64_t backwards = builder_.backwards - loop.backwards, spent = interpreter_.budget().steps() - loop.spent;
  return (backwards >= kOften && spent >= kLong) ||
         (backwards >= kSome && spent >= interpreter_.budget().limits().steps / 2);
}

void LoopSearch::begins_iteration(const Span& loop) {
  if (found_) throw Seen{};
  if (running_.empty() || running_.back().span != loop)
    running_.push_back({.span = loop,
                        .batches = batches_,
                        .draws = batches_ > batches_before_,
                        .steps = builder_.optimizer_steps,
                        .backwards = builder_.backwards,
                        .spent = interpreter_.budget().steps()});
  look(running_.back());
  look_around(running_.back());
  if (found_ || is_vain(running_.back())) throw Seen{};
  ++running_.back().iterations;
}

void LoopSearch::leaves_loop(const Span& loop) {
  if (running_.empty() || running_.back().span != loop) return;
  look(running_.back());
  running_.pop_back();
}

void LoopSearch::executes(const syntax::Stmt&) {
  if (found_) throw Seen{};
  batches_before_ = batches_;
}

/// What argparse says before it ends the program; none of any other end.
static std::string_view refusal_in(const interp::Error& error) {
  constexpr std::string_view kBegins = "2, for ";
  const std::string_view said = error.message;
  return error.type == "SystemExit" && said.starts_with(kBegins) ? said.substr(kBegins.size()) : std::string_view();
}

namespace {

/// A layer of torch's refuses what it is made of, and all is known that led there: no program gets further.
bool is_refused_by_layer(interp::Interpreter& interpreter, const interp::Error& error) {
  constexpr std::string_view kLayers = "<vramlint>/torch/nn/modules/";
  if (error.type != "ValueError" && error.type != "RuntimeError") return false;
  if (!error.span || !error.span.source->path().starts_with(kLayers)) return false;
  return interpreter.unknowns().empty() && !interp::why_changed(interpreter) && !names_our_gap(error);
}

/// With the calls that are left by now, and the key of a branch that chose what goes in.
[[noreturn]] void fail_for_good(interp::Interpreter& interpreter, const interp::Error& error) {
  interp::Error whole = error;
  const std::vector<Span> around = interpreter.call_stack();
  whole.calls.insert(whole.calls.end(), around.begin(), around.end());
  std::erase_if(whole.origins, [](const auto& key) { return key.span == interp::place_of_run(); });
  if (whole.origins.empty()) whole.origins = interp::keys_behind_names(interpreter);
  fail(whole, {});
}

}  // namespace

void LoopSearch::fails(const interp::Error& error, bool surely) {
  ++noted_;
  if (!surely) return;
  last_failure = error;
  if (is_refused_by_layer(interpreter_, error)) fail_for_good(interpreter_, error);
  const std::string_view refusal = refusal_in(error);
  if (!refusal.empty() && interpreter_.unknowns().empty())
    fail(BuildFailure::Kind::unsupported, "the program ends at its command line: " + std::string(refusal), error.span);
}

void LoopSearch::leads_into(const Value& callee, const Span& place) {
  const Unknown& why = callee.as<interp::UnknownValue>()->info;
  if (packages_.insert(why.reason).second) taken_over = Unknown{why.reason, place, why.pull, {}, why.remedy};
}

// ---------------------------------------------------------------- the record

void RoundRecorder::begin() {
  if (builder_->on_trial())
    fail(BuildFailure::Kind::unsupported, "the training loop stands in a branch on what is not known", loop_.span);
  const Value names = interp::variables_in_reach(interpreter_);
  builder_->graph.modules = {""};
  for (const NamedModule& module : modules_in(interpreter_, names, "")) {
    const bool is_trained = trains(interpreter_, module.second);
    place_module(interpreter_, *builder_, module, is_trained ? Owner::model : Owner::state);
    if (is_trained) models.push_back(module.first);
  }
  builder_->in_step = builder_->follows_program = true;
  builder_->program_steps = 0;
  place_moved(interpreter_, *builder_, names);
}

void RoundRecorder::begins_iteration(const Span& loop) {
  if (done_) throw Seen{};
  if (interpreter_.budget().steps() > most_) {
    is_cut_ = true;
    throw Seen{};
  }
  is_counting_ = is_counting_ || numbers_rounds(loop);
  if (builder_->in_step && !numbers_rounds(loop)) kept_.begins(loop);
  if (loop != loop_.span) return;
  if (!builder_->in_step)
    begin();
  else if (rounds_ == Rounds::whole)
    enter_again();
  else
    end_iteration();
  in_loop_ = true;
  depth_ = interpreter_.call_stack().size();
  if (done_) throw Seen{};
}

void RoundRecorder::end_iteration() {
  ++iterations_;
  if (iterations_ == loop_.iterations) end_first();
  if (iterations_ == 2 * loop_.iterations) end();
}

void RoundRecorder::end_first() {
  end_of_first_ = builder_->graph.events.size();
  tensors_of_first_ = builder_->graph.tensors.size();
  inputs_of_first_ = builder_->graph.inputs.size();
  storages_of_first_ = builder_->graph.storages.size();
}

/// Of a whole round: the loop had been left.
void RoundRecorder::enter_again() {
  if (in_loop_) return;
  if (end_of_first_ == 0)
    end_first();
  else
    end();
}

bool RoundRecorder::numbers_rounds(const Span& loop) const {
  return loop == loop_.span || std::find(loop_.around.begin(), loop_.around.end(), loop) != loop_.around.end();
}

bool RoundRecorder::turns(const syntax::If& branch, bool taken) {
  if (done_) return false;
  conditions.meet(branch, taken, {in_loop_, in_loop_ && interpreter_.call_stack().size() > depth_});
  const RoundCondition& met = *conditions.at(branch.condition->span);
  if (rounds_ == Rounds::whole) return !in_loop_ && !taken && met.goes_other;
  const auto is_this = [&](const RoundCondition& each) { return each.place == met.place; };
  return in_loop_ && std::any_of(turned_.begin(), turned_.end(), is_this);
}

int64_t RoundRecorder::followed_round(const Span& loop, int64_t item, int64_t last) {
  if (loop != loop_.span || loop_.iterations != 1) return item;
  strides_ = true;
  return rounds_ == Rounds::last ? last : item;
}

bool RoundRecorder::validates_behind() const {
  const std::vector<graph::Event>& events = builder_->graph.events;
  const auto begin = events.begin() + static_cast<std::ptrdiff_t>(end_of_loop_);
  const auto is_of_module = [](const graph::Event& event) {
    const auto* node = std::get_if<graph::Node>(&event);
    return node && node->module != 0;
  };
  const auto trains = [](const graph::Event& event) { return std::holds_alternative<graph::Backward>(event); };
  return std::any_of(begin, events.end(), is_of_module) && std::none_of(begin, events.end(), trains);
}

void RoundRecorder::end() {
  done_ = true;
  live_at_end_ = builder_->live();
  builder_->finish();
}

void RoundRecorder::leaves_loop(const Span& loop) {
  if (!done_) kept_.leaves(loop);
  if (done_ || is_cut_ || loop != loop_.span || !builder_->in_step) return;
  in_loop_ = false;
  if (rounds_ == Rounds::whole) {
    if (end_of_loop_ == 0) end_of_loop_ = builder_->graph.events.size();
    return;
  }
  if (!is_complete()) {
    iterations_ = loop_.iterations - 1;
    end_iteration();
  }
  if (!done_) end();
}

void RoundRecorder::executes(const syntax::Stmt&) {
  if (done_) throw Seen{};
}

void RoundRecorder::fails(const interp::Error& error, bool surely) {
  ++noted_;
  if (!surely || done_ || (!builder_->in_step && !is_refused_by_layer(interpreter_, error))) return;
  fail_for_good(interpreter_, error);
}

void RoundRecorder::hands_over(const interp::Value& callee, const interp::Value& value, const Span& place) {
  if (!done_) kept_.hands_over(callee, value, place);
}

void RoundRecorder::drew(const Drawn& drawn) {
  ++noted_;
  if (!done_) kept_.drew(drawn.length);
  if (!inputs.empty()) return;
  shapes_in(drawn.batch, inputs);
  if (std::optional<BuildFailure> failure = unknown_batch_in(drawn.batch, inputs, drawn.place))
    throw Failed{std::move(*failure)};
  loader = loader_of(drawn, inputs);
}

/// What optimizers of the program's own made in the first round, and a further round has left where it is.
void RoundRecorder::keep_states() {
  graph::Graph& graph = builder_->graph;
  std::unordered_set<graph::StorageId> held;
  for (const graph::TensorId tensor : live_at_end_) held.insert(graph.tensors[tensor].storage);
  for (const graph::StorageId made : builder_->made_in_steps)
    if (made < storages_of_first_ && held.contains(made)) graph.storages[made].kind = graph::StorageKind::state;
}

void RoundRecorder::cut() {
  if (rounds_ != Rounds::whole) keep_states();
  graph::Graph& graph = builder_->graph;
  std::vector<graph::Event>& events = graph.events;
  size_t since = 0;
  for (size_t i = end_of_first_; i < events.size(); ++i) {
    const auto* drop = std::get_if<graph::Drop>(&events[i]);
    if (!drop || drop->tensor >= tensors_of_first_)
      ++since;
    else if (is_transient(*builder_, drop->tensor))
      graph.carried.push_back({drop->tensor, std::min(since, end_of_first_)});
  }
  carry_kept(*builder_, live_at_end_, end_of_first_);
  events.resize(end_of_first_);
  graph.inputs.resize(inputs_of_first_);
}

}  // namespace vramlint::model
