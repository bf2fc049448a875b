#include "interp/steady_turns.h"

#include <algorithm>

#include "interp/fork.h"

namespace vramlint::interp {

namespace {

bool is_element(const Value& item) { return item.is_number() || item.as<Native>(); }

}  // namespace

bool is_of_numbers(const Value& item) {
  const auto* tuple = item.as<Tuple>();
  return tuple ? std::all_of(tuple->items.begin(), tuple->items.end(), is_element) : is_element(item);
}

SteadyTurns::SteadyTurns(Interpreter& interpreter, Frame& frame, const Span& loop)
    : interpreter_(interpreter),
      frame_(frame),
      loop_(loop),
      begin_(interpreter.budget().steps()),
      remainders_(frame.remainders) {}

bool SteadyTurns::is_long() const {
  const int64_t taken = interpreter_.budget().steps() - begin_;
  if (left_ == 0 || taken <= kLong) return false;
  const bool some_may_be_others = frame_.remainders != remainders_;  // `if number % 10 == 0`
  return !some_may_be_others || taken > kLongOfSome;
}

/// The last two turns did as much, and what stands at the beginning of this one stood at that of theirs.
bool SteadyTurns::is_steady(const Effects& effects) {
  const Effects::Standing now = effects.standing();
  const auto before = std::exchange(start_, now);
  if (!before) return false;
  const bool leaves_nothing = before->held == now.held && before->records == now.records;
  const size_t events = now.events - before->events;
  const bool is_like_before = leaves_nothing && left_nothing_ && events > 0 && events == events_;
  events_ = events;
  left_nothing_ = leaves_nothing;
  return is_like_before;
}

Flow SteadyTurns::turn(const std::function<Flow()>& run, const Value& iterator) {
  const Effects* effects = interpreter_.impl().effects;
  --left_;
  if (!effects || !is_steady(*effects)) return run();
  std::vector<Value> slots;  // no objects: the turn lets go of them when it does
  for (const Value& slot : frame_.slots) slots.push_back(slot.is_object() ? Value::none() : slot);
  const Journal journal(interpreter_.heap());
  const Flow flow = run();
  if (flow != Flow::next && flow != Flow::continue_loop) return flow;
  const std::vector<Journal::Change> changes = journal.changes();
  last_ = last_of(iterator);
  if (!last_) return flow;
  const Value unknown = Value::unknown("not every turn of a long loop is followed", loop_);
  Fork(interpreter_, frame_, unknown, loop_).blur(slots, changes);
  return flow;
}

std::optional<Value> SteadyTurns::last_of(const Value& iterator) {
  std::optional<Value> last;
  while (std::optional<Value> item = interpreter_.next(iterator, loop_)) {
    interpreter_.budget().step(loop_);
    last = std::move(item);
  }
  return last;
}

std::optional<Value> SteadyTurns::next(const Value& iterator) {
  return last_ ? std::exchange(last_, std::nullopt) : interpreter_.next(iterator, loop_);
}

}  // namespace vramlint::interp
