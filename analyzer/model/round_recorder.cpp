#include "model/round_recorder.h"

#include <algorithm>

#include "interp/decided.h"
#include "interp/objects.h"
#include "interp/round_numbers.h"
#include "interp/writing.h"
#include "model/drawn_batch.h"
#include "model/ended_trainings.h"
#include "model/failure.h"
#include "model/layer_refusal.h"
#include "model/placement.h"
#include "model/prelude.h"
#include "model/succession.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

using interp::Value;

constexpr Bytes kWorthFollowing{int64_t{16} << 20};

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

}  // namespace

void RoundRecorder::begin() {
  if (builder_->on_trial())
    fail(BuildFailure::Kind::unsupported, "the training loop stands in a branch on what is not known", loop_.span);
  const Value names = interp::variables_in_reach(interpreter_);
  std::vector<Span> calls = interpreter_.call_stack();
  calls.push_back(loop_.span);
  conditions.begin_loop(calls);
  builder_->graph.modules = {""};
  const std::vector<NamedModule> modules = modules_in(interpreter_, names, "");
  std::vector<Extent> extents;
  for (const NamedModule& module : modules) extents.push_back(extent_of(interpreter_, module.second));
  for (size_t i = 0; i < modules.size(); ++i) {
    const NamedModule& module = modules[i];
    const bool is_trained = trains(interpreter_, module.second);
    place_module(interpreter_, *builder_, module, is_trained ? Owner::model : Owner::state, extents[i]);
    if (is_trained) models.push_back(module.first);
  }
  builder_->in_step = builder_->follows_program = true;
  builder_->program_steps = 0;
  place_moved(interpreter_, *builder_, names);
  find_leftovers(interpreter_, *builder_, names);
  if (which_.rounds == Rounds::again) turns_.front().measure();
  drawn_before_ = builder_->graph.inputs;
  optimizers_before_ = builder_->graph.optimizers.size();
  if (growth_) growth_->looks();
  if (is_passed_over_) inputs.clear();
}

void RoundRecorder::begins_iteration(const Span& loop) {
  if (done_) throw Seen{};
  if (interpreter_.budget().steps() > which_.most) {
    is_cut_ = true;
    throw Seen{};
  }
  is_counting_ = is_counting_ || numbers_rounds(loop);
  if (which_.warm_up && loop == which_.warm_up->loop) ++passed_;
  const bool is_own = loop == loop_.span;
  own_.begins(is_own, is_own ? interpreter_.call_stack().size() : 0);
  if (growth_) growth_->enters(loop);
  begin_turn(loop);
  at_.begins(loop, numbers_.goes_over_list(loop));
  if (loop != loop_.span || is_before() || waits_for_turn() || !is_warm()) return;
  if (passes_over_first()) {
    is_passed_over_ = true;
    return;
  }
  if (!builder_->in_step)
    begin();
  else if (which_.rounds == Rounds::whole)
    enter_again();
  else if (which_.rounds == Rounds::behind)
    ++iterations_;
  else
    end_iteration();
  at_.enters(interpreter_.call_stack().size());
  if (done_) throw Seen{};
}

void RoundRecorder::end_iteration() {
  ++iterations_;
  if (iterations_ % loop_.iterations != 0) return;
  const int round = iterations_ / loop_.iterations;
  own_.begins_round();
  if (round == 1) end_first();
  if (growth_) growth_->looks();
  if (round == kMostRounds || (round == 2 && !(growth_ && growth_->enlarge(counts_)))) end();
}

void RoundRecorder::end_first() {
  end_of_first_ = builder_->graph.events.size();
  tensors_of_first_ = builder_->graph.tensors.size();
  inputs_of_first_ = builder_->graph.inputs.size();
  storages_of_first_ = builder_->graph.storages.size();
  left_by_first_ = held_by(*builder_);
  for (const graph::TensorId tensor : builder_->live())
    held_after_first_.insert(builder_->graph.tensors[tensor].storage);
}

bool RoundRecorder::ends_loop(const Span& loop) {
  if (which_.goes_behind() && loop == loop_.span && at_.is_same_epoch())
    return !own_.draws() && at_.turn_again() > kMostRounds;
  if (is_before()) return loop_.before[ended_].is_of(loop) && builder_->optimizer_steps > steps_of_ended_;
  if (waits_for_turn()) return loop_.is_within(loop, which_.around) && turns_.front().has_trained();
  if (which_.rounds == Rounds::whole)
    return loop == loop_.span && at_.in_loop() && !own_.draws() && iterations_ >= loop_.iterations;
  if (which_.rounds != Rounds::behind || !loop_.is_of(loop)) return false;
  return loop == loop_.span ? iterations_ >= loop_.iterations : end_of_loop_ > 0;
}

/// What is around the training has to have run once before.
bool RoundRecorder::waits_for_turn() const {
  if (which_.rounds != Rounds::again || builder_->in_step) return false;
  const LoopTurns& turns = turns_.front();
  const bool is_late = turns.trained() > 0 && interpreter_.budget().steps() > which_.most / 2;
  return !is_late && turns.waits(counts_.of(which_.around));
}

void RoundRecorder::begin_turn(const Span& loop) {
  for (size_t i = 0; i < turns_.size(); ++i) {
    if (turns_[i].loop() != loop) continue;
    turns_[i].begins();
    if (at_.was_left()) turned_ = std::max(turned_, i + 1);
  }
}

void RoundRecorder::take(FollowedRound& round) const {
  round.numbers = numbers_;
  round.numbers.last_count = counts_.last(loop_);
  round.keeps_more = keeps_more_;
  round.begins_anew = begins_anew() || (turned_ > 0 && turns_[turned_ - 1].grows());
  if (turned_ > 0) round.turned = turns_[turned_ - 1].loop();
  round.left = left_by(*builder_, end_of_first_);
  round.sized = !numbers_.strides && sized_by_rounds();  // the last batch of a range at a distance is a smaller one
  for (const graph::Event& event : builder_->graph.events) {
    const auto* node = std::get_if<graph::Node>(&event);
    for (const graph::TensorId made : node ? node->results : std::vector<graph::TensorId>())
      round.made += builder_->graph.tensors[made].type.bytes().point;
  }
}

/// Of a whole round: the loop had been left. Within one epoch it may run for the validation, too, or for another
/// network.
void RoundRecorder::enter_again() {
  ++iterations_;
  builder_->behind_loop = false;
  if (at_.in_loop() || at_.is_same_epoch()) return;
  iterations_ = 0;
  if (end_of_first_ == 0)
    end_first();
  else
    end();
}

void RoundRecorder::end_of_program() {
  if (!which_.goes_behind() || done_ || is_cut_ || end_of_loop_ == 0) return;
  if (end_of_first_ == 0) end_first();
  end();
}

bool RoundRecorder::ends_cut_short(bool in_time) {
  const bool is_behind = which_.goes_behind() && end_of_loop_ != 0 && validates_behind();
  const bool is_alone = which_.rounds == Rounds::later && which_.turned.size() == 1;  // else each will be
  is_part_ = in_time && is_alone && builder_->in_step && end_of_first_ == 0;
  if (done_ || (!is_behind && !is_part_)) return false;
  if (end_of_first_ == 0) end_first();
  end();
  return is_complete();
}

bool RoundRecorder::numbers_rounds(const Span& loop) const { return loop == loop_.span || loop_.is_around(loop); }

bool RoundRecorder::turns(const interp::Branch& branch, bool taken) {
  if (done_) return false;
  if (kept_.turns(branch.condition)) return !taken;
  if (branch.compared && !ranges_.may_turn(*branch.compared, taken)) return false;
  const bool in_call = at_.in_loop() && interpreter_.call_stack().size() > at_.depth();
  conditions.meet(branch, taken, {at_.in_loop(), in_call, !builder_->in_step, end_of_first_ == 0});
  const RoundCondition& met = *conditions.at(branch.condition);
  if (which_.rounds == Rounds::whole) return !at_.in_loop() && !taken && met.goes_other;
  if (is_before()) return false;
  if (which_.warm_up && which_.warm_up->is_turned(met.place))
    return is_warm() && which_.warm_up->turns(met.place, taken);
  const auto is_this = [&](const RoundCondition& each) {
    return each.place == met.place && each.taken == taken &&
           (at_.in_loop() || each.holds_loop || (each.before && !builder_->in_step));
  };
  return std::any_of(which_.turned.begin(), which_.turned.end(), is_this);
}

bool RoundRecorder::turns_always(const Span& condition) const {
  const auto is_this = [&](const RoundCondition& each) { return each.place == condition; };
  if (which_.warm_up && which_.warm_up->is_turned(condition)) return true;
  return kept_.turns(condition) || std::any_of(which_.turned.begin(), which_.turned.end(), is_this);
}

int64_t RoundRecorder::followed_round(const Span& loop, int64_t item, const interp::RoundNumbers& numbers) {
  counts_.runs(loop, numbers.turns);
  ranges_.runs(loop, item, numbers.last);
  if (loop == loop_.span && loop_.iterations != 1) return item;  // which of them steps goes by their numbers
  numbers_.ends = true;
  numbers_.strides |= loop == loop_.span && numbers.strides;
  if (which_.rounds != Rounds::last) return item;
  return which_.number && *which_.number < numbers.last ? *which_.number : numbers.last;
}

int64_t RoundRecorder::followed_count(const Span& loop, int64_t number) {
  const int64_t turns = counts_.of(loop);
  numbers_.ends |= turns > 0 && loop_.iterations == 1;
  if (which_.rounds != Rounds::last || turns == 0 || loop_.iterations != 1) return number;
  return std::max(number, turns - 1);
}

std::optional<Value> RoundRecorder::item_of_unknown(const Value& unknown, const Span& loop) {
  if (loop != loop_.span || is_before() || (!inputs.empty() && !is_given_)) return {};
  const Value give = interpreter_.get_attribute(interpreter_.import("vramlint_follow", {}), "given", {});
  is_given_ = !give.is_none();
  if (!is_given_) {
    lacks_batch_ = unknown_batch(unknown.as<interp::UnknownValue>()->info.reason, loop);
    return {};
  }
  const Value batch = interpreter_.call(give, std::vector<Value>{}, loop);
  mark_batch(batch);
  if (inputs.empty()) shapes_in(batch, inputs);
  return batch;
}

std::optional<BuildFailure> RoundRecorder::lacks_batch() const {
  const auto trains = [](const graph::Event& event) { return std::holds_alternative<graph::Backward>(event); };
  const std::vector<graph::Event>& events = builder_->graph.events;
  return std::any_of(events.begin(), events.end(), trains) || !inputs.empty() ? std::nullopt : lacks_batch_;
}

int64_t RoundRecorder::first_item(const Span& loop, int64_t items) {
  if (is_before() || !loop_.is_of(loop)) return 0;
  if (!numbers_.goes_over_list(loop)) numbers_.lists.push_back({loop, items}), counts_.runs(loop, items);
  return which_.item && which_.item->loop == loop ? which_.item->item : 0;
}

void RoundRecorder::limits(const Span& loop, int64_t limit) {
  if (loop_.is_of(loop)) counts_.limits(limit);
}

bool RoundRecorder::passes_over_first() const {
  return which_.rounds == Rounds::last && which_.count > 0 && !is_passed_over_ && loop_.iterations == 1;
}

int64_t RoundRecorder::counts(const Span& place, int64_t before, int64_t after) {
  if (done_ || is_before() || std::find(counted_.begin(), counted_.end(), place) != counted_.end()) return after;
  counted_.push_back(place);
  numbers_.counts = true;
  const bool moves = is_passed_over_ && !builder_->in_step && after == before + 1;
  return moves ? std::max(after, which_.count) : after;
}

bool RoundRecorder::sized_by_rounds() const {
  const std::unordered_set<interp::Origin>& sizes = builder_->sizes;
  return std::any_of(sizes.begin(), sizes.end(),
                     [&](interp::Origin origin) { return interp::is_of_rounds(interpreter_, origin); });
}

void RoundRecorder::end() {
  done_ = true;
  live_at_end_ = builder_->live();
  keeps_more_ =
      which_.goes_behind() ? left_by_first_ > left_by_loop_ + kWorthFollowing : held_by(*builder_) > left_by_first_;
  builder_->finish();
}

void RoundRecorder::leaves_loop(const Span& loop) {
  kept_.leaves_loop(loop);
  if (is_before()) {
    if (loop != loop_.before[ended_].outermost() || builder_->optimizer_steps == steps_of_ended_) return;
    ++ended_;
    steps_of_ended_ = builder_->optimizer_steps;
    return;
  }
  if (done_ || is_cut_ || !builder_->in_step) return;
  if (which_.rounds == Rounds::whole && ends_epochs(loop)) return end_epochs();
  if (loop != loop_.span) return;
  at_.leaves();
  own_.begins_round();
  if (which_.goes_behind()) {
    if (end_of_loop_ == 0) left_by_loop_ = held_by(*builder_), end_of_loop_ = builder_->graph.events.size();
    builder_->behind_loop = true;
    return;
  }
  if (!is_complete()) {
    iterations_ = loop_.iterations - 1;
    end_iteration();
  }
  if (!done_) end();
}

/// Of one among several trainings: what comes behind its epochs is another's.
bool RoundRecorder::ends_epochs(const Span& loop) const {
  return at_.was_left() && loop_.is_around(loop) && loop != loop_.outermost() && !numbers_.goes_over_list(loop);
}

void RoundRecorder::end_epochs() {
  if (end_of_first_ == 0) end_first();
  end();
}

void RoundRecorder::executes(const syntax::Stmt&) {
  if (own_.takes_item()) own_.executes(interpreter_.call_stack().size());
  if (done_) throw Seen{};
}

void RoundRecorder::fails(const interp::Error& error, bool surely) {
  ++noted_;
  if (!surely || done_ || (!builder_->in_step && !is_refused_by_layer(interpreter_, error))) return;
  fail_for_good(interpreter_, error);
}

void RoundRecorder::hands_over(const interp::Value&, const interp::Value& value, const Span& place) {
  if (!done_) kept_.hands_over(value, place);
  if (!done_ && growth_) growth_->hands_over(value, place);
}

std::vector<KeptResults> RoundRecorder::kept() const {
  std::vector<KeptResults> all = kept_.found;
  if (!which_.goes_behind() || !validates_behind())
    std::erase_if(all, [](const KeptResults& each) { return each.of == KeptResults::Of::history; });
  if (growth_) all.insert(all.end(), growth_->found.begin(), growth_->found.end());
  return all;
}

int64_t RoundRecorder::goes_on(int64_t number, const Value& length, bool surely) {
  if (done_) return 0;
  if (own_.is(number) && loop_.iterations > 1) return own_.turn() < loop_.iterations ? 1 : 0;  // then it steps
  return kept_.goes_on(number, length, surely);
}

void RoundRecorder::drew(const Drawn& drawn) {
  ++noted_;
  mark_batch(drawn.batch);
  own_.drew(!at_.was_left());
  if (own_.takes_item() && drawn.length.is_int()) counts_.runs(loop_.span, drawn.length.as_int());
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

bool RoundRecorder::begins_anew() const {
  return which_.rounds == Rounds::whole && builder_->graph.optimizers.size() > optimizers_before_;
}

void RoundRecorder::cut() {
  if (!which_.goes_behind()) keep_states();
  std::erase_if(builder_->graph.parameters, [&](const auto& each) { return each.tensor >= tensors_of_first_; });
  settle_leftovers(builder_->graph);
  if (growth_) growth_->lay();
  if (which_.rounds == Rounds::again) {
    let_go_of_others(builder_->graph, live_at_end_);
    turns_.front().lay(counts_.of(which_.around));
  }
  const FirstRound first{end_of_first_, tensors_of_first_, held_after_first_, drawn_before_};
  carry_to_next(*builder_, first);
  if (which_.rounds != Rounds::behind && !begins_anew() && !is_part_)
    carry_kept(*builder_, live_at_end_, end_of_first_);
  name_successors(*builder_, first, live_at_end_);
  builder_->graph.events.resize(end_of_first_);
  meet_next_batch(builder_->graph, drawn_before_);
  builder_->graph.inputs.resize(inputs_of_first_);
}

}  // namespace vramlint::model
