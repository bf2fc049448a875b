#include "interp/fork.h"

#include "interp/awaited.h"
#include "interp/branches.h"
#include "interp/data_code.h"
#include "interp/followed.h"
#include "interp/known_parts.h"
#include "interp/opaque.h"

namespace vramlint::interp {

namespace {

constexpr const char* kRaises = "the branch that raises is not taken";
constexpr const char* kRaisesInDoubt = "the branch that raises is not taken, and what led it there is not all known";

/// It did something on the device, and something that it met was not known: the exception may be none of the program's.
bool raises_in_doubt(const Trial& trial) { return trial.raised && trial.touched && trial.noted; }

}  // namespace

Fork::Fork(Interpreter& interpreter, Frame& frame, const Value& condition, const Span& span)
    : interpreter_(interpreter),
      impl_(interpreter.impl()),
      frame_(frame),
      asked_(condition),
      condition_(without_condition(condition)),
      span_(span) {}

Flow Fork::decide(const Run& then, const Run& otherwise) {
  if (const TriedArm* arm = entered()) return enter(*arm, then, otherwise);
  const Decision* known = impl_.course.recall(span_);
  if (known && known->follows()) return follow(*known, then, otherwise);
  if (const std::optional<bool> arm = recurring_arm()) {
    const auto other = *arm ? Decision::Kind::otherwise : Decision::Kind::then;
    return follow({.span = span_, .kind = other, .why = kEndsRecursion}, then, otherwise);
  }
  Decision made{.span = span_};
  const Trial first = attempt(then, known ? Course{.known = &known->in_then} : Course{.noted = &made.in_then}, true);
  const Trial second =
      attempt(otherwise, known ? Course{.known = &known->in_otherwise} : Course{.noted = &made.in_otherwise}, false);
  judge(first, second, made);
  if (made.follows()) take_other(made);
  const Decision& kept = known ? made : keep(made);
  if (kept.kind == Decision::Kind::raised) throw Raised(*first.raised);
  if (kept.follows()) {
    const Trial& left = kept.kind == Decision::Kind::then ? second : first;
    if (left.flow == Flow::return_value) note_early(interpreter_, frame_, left.result, condition_);
    return follow(kept, then, otherwise);
  }
  join(first, second);
  return first.flow;
}

Fork::Maybe Fork::happens_maybe(const Run& run, const Run* body) {
  const Decision* known = impl_.course.recall(span_);
  if (known && known->follows()) return follow_turns(run, body, *known), Maybe::followed;
  Decision decision{.span = span_};
  const Trial trial = attempt(run, known ? Course{.known = &known->in_then} : Course{.noted = &decision.in_then});
  if (goes_on_and_on(trial)) {
    decision.kind = Decision::Kind::then;
    decision.why = trial.touched ? nullptr : Decision::kFills;
  }
  const Decision& kept = known ? decision : keep(decision);
  if (kept.follows()) return follow_turns(run, body, kept), Maybe::followed;
  const ArmsContents before, after = by_object(trial);
  const std::vector<Value> slots = frame_.slots;
  for (const size_t slot : trial.changed_slots) {
    const Value was = std::exchange(frame_.slots[slot], condition_);
    if (!trial.touched) frame_.slots[slot] = repeated({was, before}, {trial.slots[slot], after}, condition_);
  }
  if (!trial.touched) keep_apart(slots, trial.slots);
  in_second_ = after;
  repeats_ = true;
  for (const auto& [object, contents] : trial.changed) {
    const Contents now = Contents::of(*object.object());
    if (contents.joins(now))
      join_contents(*object.object(), now, contents);
    else
      stays(*object.object(), contents);
  }
  in_second_.clear();
  repeats_ = false;
  may_be(trial);
  pull_ = trial.pull;
  const bool ends_early = trial.raised || (trial.flow != Flow::next && trial.flow != Flow::continue_loop);
  return ends_early || trial.touched || trial.noted ? Maybe::something : Maybe::nothing;
}

void Fork::stays(const Object& object, const Contents& contents) {
  impl_.assumptions.push_back(
      {"what a loop that is not followed changes is as after one turn: " + condition_.as<UnknownValue>()->info.reason,
       span_});
  contents.restore(impl_.heap.write(object));
}

void Fork::repeat(const Run& body) {
  constexpr int kMostTurns = 129;             // two rounds of 64 batches each, and what comes after them
  const Patience whole(interpreter_, span_);  // it is left behind its last turn
  const Run turn = [&] {
    whole.begin_iteration();
    return body();
  };
  Flow flow = enter(*entered(), turn, turn);
  for (int i = 1; i < kMostTurns && (flow == Flow::next || flow == Flow::continue_loop); ++i) flow = turn();
}

namespace {

/// An array, or a picture.
bool is_array(const Value& value) {
  const auto* instance = value.as<Instance>();
  return instance && (instance->cls()->lookup("__array_priority__") || instance->cls()->lookup("__array_interface__"));
}

/// A tensor, an array, or so many numbers as are not known.
bool holds_data(const Value& value, int levels = 3) {
  if (value.is(ObjectKind::native) || is_array(value)) return true;
  if (const UnknownList* list = unknown_list(value)) return !list->count.is_none();
  if (levels == 0) return false;
  const auto holds = [levels](const Value& item) { return holds_data(item, levels - 1); };
  if (const auto* tuple = value.as<Tuple>()) return std::any_of(tuple->items.begin(), tuple->items.end(), holds);
  if (const auto* list = value.as<List>()) return std::any_of(list->items.begin(), list->items.end(), holds);
  const auto* dict = value.as<Dict>();
  return dict && std::any_of(dict->entries().begin(), dict->entries().end(),
                             [&](const Dict::Entry& entry) { return entry.live && holds(entry.value); });
}

/// Data are put into a list: of what is not followed they would not be known.
bool fills_a_list(const Trial& turn) {
  return std::any_of(turn.changed.begin(), turn.changed.end(), [](const auto& change) {
    const auto& [object, contents] = change;
    const size_t before = Contents::of(*object.object()).items.size();
    return object.template as<List>() && contents.items.size() > before && holds_data(contents.items.back());
  });
}

}  // namespace

bool Fork::goes_on_and_on(const Trial& turn) {
  const bool goes_on = turn.flow == Flow::next || turn.flow == Flow::continue_loop;
  return (turn.touched || fills_a_list(turn)) && !turn.trains && !turn.raised && goes_on;
}

void Fork::judge(const Trial& first, const Trial& second, Decision& decision) const {
  const auto take = [&](bool then, const char* why) {
    decision.kind = then ? Decision::Kind::then : Decision::Kind::otherwise;
    decision.why = why;
  };
  if (first.raised && second.raised)
    decision.kind = Decision::Kind::raised;
  else if (first.raised || second.raised)
    take(!first.raised, why_raising_is_left(first.raised ? first : second));
  else if (const std::optional<bool> arm = arm_that_adds(first, second))
    take(*arm, "the arm is taken that adds to what a loop waits for");
  else if (is_guard_clause(first, second) || is_empty(first, second, true))
    take(false, kGoesOn);
  else if (is_guard_clause(second, first) || is_empty(second, first, false))
    take(true, kGoesOn);
  else if (first.touched || second.touched)
    take(holds_more(first, second), kHoldsMore);
  else if (!first.joins || !second.joins)
    take(!first.joins, "the branch that changes a class or takes an iterator's item is taken");
  else if (const auto choice = first.flow == second.flow ? choice_between(first, second) : std::nullopt)
    take(choice->then, choice->why);
  else if (first.flow != second.flow)
    take(first_goes_on(frame_, first.flow, second.flow), is_one_draw(first, second) ? kReturnsLater : kGoesOn);
}

std::optional<bool> Fork::arm_that_adds(const Trial& first, const Trial& second) const {
  const std::optional<int64_t> before = awaited_number(interpreter_);
  if (!before || !first.awaited || !second.awaited) return {};
  if (*first.awaited > *before && *second.awaited == *before) return true;
  if (*second.awaited > *before && *first.awaited == *before) return false;
  return {};
}

bool Fork::is_one_draw(const Trial& first, const Trial& second) const {
  const Trial& leaves = first.flow == Flow::next ? second : first;
  const bool is_ours = !span_ || span_.source->path().starts_with("<vramlint>/");
  const bool returns = !is_ours && leaves.flow == Flow::return_value && !leaves.result.is_none();
  return returns && (first.flow == Flow::next || second.flow == Flow::next) && runs_data_code(interpreter_);
}

bool Fork::holds_more(const Trial& first, const Trial& second) {
  if (first.cost != second.cost) return first.cost > second.cost;
  return first.flow == Flow::next || second.flow != Flow::next;
}

const char* Fork::why_raising_is_left(const Trial& raising) const {
  if (raises_in_doubt(raising)) return kRaisesInDoubt;
  return may_be_caught() ? kRaisesCaught : kRaises;
}

bool Fork::may_be_caught() const {
  const bool is_ours = !span_ || span_.source->path().starts_with("<vramlint>/");
  return impl_.catching > 0 && impl_.effects && impl_.effects->recorded() > 0 && !is_ours;
}

const TriedArm* Fork::entered() const {
  const auto found =
      std::find_if(impl_.entered.begin(), impl_.entered.end(), [&](const TriedArm& arm) { return arm.span == span_; });
  return found == impl_.entered.end() ? nullptr : &*found;
}

std::optional<bool> Fork::recurring_arm() const {
  constexpr int kMost = 3;
  int times = 0;
  for (auto one = impl_.trying.rbegin(); one != impl_.trying.rend(); ++one)
    if (one->span == span_ && ++times == kMost) return one->then;
  return {};
}

Flow Fork::enter(const TriedArm& arm, const Run& then, const Run& otherwise) {
  return follow({.span = span_, .kind = arm.then ? Decision::Kind::then : Decision::Kind::otherwise, .why = kTrains},
                then, otherwise);
}

void Fork::take_other(Decision& decision) const {
  const std::vector<Span>& others = impl_.world.other_arms;
  if (std::find(others.begin(), others.end(), span_) == others.end()) return;
  decision.kind = decision.kind == Decision::Kind::then ? Decision::Kind::otherwise : Decision::Kind::then;
  decision.why = decision.why == kMoreDimensions ? kFewerDimensions : kOther;
}

const Decision& Fork::keep(Decision& decision) {
  if (!impl_.course.noted) return decision;
  impl_.budget.touch(sizeof(Decision) / sizeof(Value), span_);
  impl_.course.noted->push_back(std::move(decision));
  return impl_.course.noted->back();
}

namespace {

Pull pull_of(const std::vector<Unknown>& noted, size_t since) {
  const auto first = noted.begin() + static_cast<std::ptrdiff_t>(std::min(since, noted.size()));
  const bool is_up = std::all_of(first, noted.end(), [](const Unknown& one) { return one.pull == Pull::up; });
  return is_up ? Pull::up : Pull::either;
}

}  // namespace

Trial Fork::attempt(const Run& run, Course course, std::optional<bool> arm) {
  const Along along(impl_.course, course);
  const Trying trying(impl_.trying, {span_, arm.value_or(true)});
  Trial trial;
  const size_t narrowed_before = impl_.narrowings.mark();
  if (arm) assume(*arm);
  const std::vector<Value> slots = frame_.slots;
  const Value result = frame_.result;
  const size_t mark = impl_.effects ? impl_.effects->mark() : 0;
  const size_t assumptions = impl_.assumptions.size(), unknowns = impl_.unknowns.size();
  const size_t exposures = impl_.exposures.beside_filed();
  {
    Journal journal(impl_.heap);
    const Origin guard = std::exchange(impl_.guard, impl_.join(impl_.guard, condition_.origin()));
    try {
      trial.flow = run();
    } catch (Raised& raised) {
      trial.raised = raised;
    }
    impl_.guard = guard;
    trial.awaited = awaited_number(interpreter_);
    trial.result = std::exchange(frame_.result, result);
    trial.touched = impl_.effects && impl_.effects->touched_since(mark);
    trial.noted = impl_.unknowns.size() > unknowns || impl_.exposures.beside_filed() > exposures;
    trial.pull = pull_of(impl_.unknowns, unknowns);
    if (trial.touched) trial.cost = impl_.effects->cost_since(mark);
    trial.trains = trial.touched && impl_.effects->trains_since(mark);
    for (size_t i = 0; i < slots.size(); ++i)
      if (!slots[i].same(frame_.slots[i])) trial.changed_slots.push_back(i);
    if (!trial.touched) {
      trial.slots = frame_.slots;
      for (const Value& slot : trial.slots) note_number(trial, slot);
      note_number(trial, trial.result);
      for (const auto& change : journal.changes()) {
        trial.changed.emplace_back(change.object, Contents::of(*change.object.object()));
        charge(trial.changed.back().second);
        trial.joins &= trial.changed.back().second.joins(change.before);
      }
    }
    journal.undo();
    frame_.slots = slots;
  }
  if (trial.touched) trial.result = Value::none();
  if (impl_.effects) trial.written = impl_.effects->take_back(mark);
  if (trial.touched) {
    impl_.effects->rollback(mark);
  } else if (impl_.effects) {
    impl_.effects->release(mark);
  }
  impl_.assumptions.resize(assumptions);
  impl_.forget_unknowns(unknowns);
  impl_.narrowings.undo(narrowed_before);
  return trial;
}

void Fork::charge(const Contents& copied) {
  const size_t values = copied.items.size() + 2 * copied.entries.size();
  impl_.budget.allocate(static_cast<int64_t>(values * sizeof(Value)), span_);
}

Flow Fork::follow(const Decision& decision, const Run& then, const Run& otherwise) {
  const bool takes_then = decision.kind == Decision::Kind::then;
  assume(takes_then);
  impl_.assumptions.push_back({std::string(decision.why) + ": " + condition_.as<UnknownValue>()->info.reason, span_});
  if (decision.why == kRaisesInDoubt)
    note_unknown(interpreter_,
                 {"what a branch does that is not taken: it raises, and what led it there is not all known", span_});
  const Along along(impl_.course, {.known = takes_then ? &decision.in_then : &decision.in_otherwise});
  return takes_then ? then() : otherwise();
}

void Fork::assume(bool arm) const {
  if (const BoundedCondition* condition = bounded_condition(asked_)) impl_.narrowings.assume(*condition, arm);
}

}  // namespace vramlint::interp
