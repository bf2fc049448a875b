// Loops of which it is not known how often they run.
#include "base/bytes.h"
#include "interp/bounded.h"
#include "interp/data_code.h"
#include "interp/followed.h"
#include "interp/fork.h"
#include "interp/keys.h"
#include "interp/known_parts.h"
#include "interp/opaque.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

class Within {
 public:
  explicit Within(int& depth) : depth_(depth) { ++depth_; }
  ~Within() { --depth_; }
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;

 private:
  int& depth_;
};

}  // namespace

void Fork::follow_turns(const Run& turn, const Run* body, const Decision& decision) {
  std::optional<Patience> whole;
  if (body) whole.emplace(interpreter_, span_);
  const Run once = [&] {
    const Along along(impl_.course, {.known = &decision.in_then});
    if (!whole) return turn();
    whole->begin_iteration();
    return (*body)();
  };
  constexpr int kMostWithin = 3;  // each level doubles the work
  const std::vector<Value> slots = frame_.slots;
  const Value result = frame_.result;
  Journal journal(impl_.heap);
  const Within within(impl_.turning);
  (void)once();
  const bool fills = decision.why == Decision::kFills;
  const bool is_measured = !fills && impl_.turning <= kMostWithin;  // else the loops around are
  const int64_t more = is_measured ? one_more(once, slots) : 0;
  frame_.result = result;
  blur(slots, journal.changes(), fills);
  if (is_measured) say_each(more);
  if (fills)
    impl_.assumptions.push_back(
        {std::string(Decision::kFills) + ": " + condition_.as<UnknownValue>()->info.reason, span_});
}

void Fork::say_each(int64_t more) {
  const Unknown& why = condition_.as<UnknownValue>()->info;
  const std::string each = more == 0 ? "none holds more" : "each holds " + to_string(Bytes(more)) + " more";
  const std::string said = "two turns of a loop are followed; of further ones " + each;
  if (more <= kNextToNothing)
    impl_.assumptions.push_back({said + ": " + why.reason, span_});
  else {
    Unknown open = unknown_by(why, said + ", and how often it runs is not known", span_, Gap::around);
    open.is_of_turns = true;
    note_unknown(interpreter_, std::move(open));
  }
}

int64_t Fork::one_more(const Run& turn, const std::vector<Value>& before) {
  const size_t mark = impl_.effects->mark();
  std::vector<bool> changed;  // a copy of the variables would hold what the turn lets go
  for (size_t i = 0; i < before.size(); ++i) changed.push_back(!before[i].same(frame_.slots[i]));
  int64_t kept = 0;
  const auto run = [&] {  // what the turn has put in the place of is held by the journal of it
    Journal journal(impl_.heap);
    try {
      (void)turn();
    } catch (Raised&) {
      journal.undo();
      throw;
    }
  };
  try {
    run();
    kept = impl_.effects->kept_since(mark);
    impl_.effects->release(mark);
  } catch (Raised&) {
    for (size_t i = 0; i < before.size(); ++i) frame_.slots[i] = changed[i] ? condition_ : before[i];
    impl_.effects->rollback(mark);
  }
  return kept;
}

void Fork::blur(const std::vector<Value>& slots, const std::vector<Journal::Change>& changes, bool fills) {
  const auto differs = [](const Value& before, const Value& now) { return !before.same(now) && !now.is_object(); };
  const auto blurred = [&](const Value& before, const Value& now) {  // a number stays one
    const bool is_number = is_numeric(before) && is_numeric(now) && !before.is_bool() && !now.is_bool();
    return is_number ? Value(new UnknownValue(condition_.as<UnknownValue>()->info, UnknownValue::Sort::number))
                     : condition_;
  };
  for (size_t i = 0; i < slots.size(); ++i)
    if (differs(slots[i], frame_.slots[i])) frame_.slots[i] = blurred(slots[i], frame_.slots[i]);
  for (const auto& [object, before] : changes) {
    Contents now = Contents::of(*object.object());
    if (!now.joins(before)) continue;
    for (size_t i = 0; i < std::min(before.items.size(), now.items.size()); ++i)
      if (differs(before.items[i], now.items[i])) now.items[i] = blurred(before.items[i], now.items[i]);
    const Keys known(before);
    for (Dict::Entry& entry : now.entries)
      if (const Value* then = known.find(entry.key); then && differs(*then, entry.value))
        entry.value = blurred(*then, entry.value);
    if (before.items.size() != now.items.size() || before.entries.size() != now.entries.size())
      note_uncertain(interpreter_, *object.object(), condition_.as<UnknownValue>()->info.reason, fills);
    now.restore(impl_.heap.write(*object.object()));
  }
}

Value any_item(Interpreter& interpreter, const Value& iterable, const Span& span) {
  const Value hidden = iterable.is_unknown() ? iterable : items_that_may_be_in(interpreter, iterable, span);
  if (const UnknownList* list = unknown_list(hidden)) return list->each;
  auto* native = iterable.as<Native>();
  return native ? native->any_item(interpreter, span).value_or(Value()) : Value();
}

namespace {

/// `enumerate(loader)`, also within `tqdm(…)`.
bool is_made_by(const syntax::Expr& iterable, std::string_view name) {
  const auto* call = std::get_if<syntax::Call>(&iterable.node);
  if (!call) return false;
  const auto* callee = std::get_if<syntax::Name>(&call->callee->node);
  return (callee && callee->variable.name.text() == name) ||
         (!call->arguments.empty() && is_made_by(*call->arguments.front().value, name));
}

}  // namespace

Value item_of_unknown(Interpreter& interpreter, const syntax::For& loop, const Value& iterable, const Value& unknown,
                      const Span& span) {
  const Value like = any_item(interpreter, iterable, loop.iterable->span);
  Follower* follower = like.is_none() ? following(interpreter, span) : nullptr;
  if (!follower || is_made_by(*loop.iterable, "range")) return like;
  const std::optional<Value> item = follower->item_of_unknown(unknown, span);
  if (!item || !is_made_by(*loop.iterable, "enumerate")) return item.value_or(like);
  const Value number(new UnknownValue(unknown.as<UnknownValue>()->info, UnknownValue::Sort::number));
  return Value::tuple({number, *item});
}

Value one_turn(Interpreter& interpreter, const Value& iterable, const Value& reason, const Span& span) {
  const Unknown& why = reason.as<UnknownValue>()->info;
  const Value item = any_item(interpreter, iterable, span);
  const bool runs_data = runs_data_code(interpreter);
  if (!is_built(interpreter) || (runs_data && item.is_none()))
    interpreter.raise("UnknownIteration", "a generator loops over something that is not known: " + why.reason, span);
  if (runs_data) return interpreter.iterate(Value::tuple({item}), span);  // what is like all others
  note_unknown(interpreter,
               unknown_by(why, "one turn of a generator's loop is followed, for how often it runs is not known", span,
                          Gap::around));
  return interpreter.iterate(Value::tuple({item.is_none() ? reason : item}), span);
}

bool is_yielded_behind(Interpreter& interpreter, const Value& condition, const syntax::Expr& expr) {
  if (!condition.is_unknown() || !is_built(interpreter)) return interpreter.truthy(condition, expr.span);
  interpreter.assumptions().push_back(
      {"what a generator yields behind a condition is yielded: " + condition.as<UnknownValue>()->info.reason,
       expr.span});
  return true;
}

void evaluate_perhaps(Interpreter& interpreter, Frame& frame, const syntax::Expr& expr, const Value& condition) {
  Fork(interpreter, frame, condition, expr.span).happens_maybe([&] {
    (void)evaluate(interpreter, frame, expr);
    return Flow::next;
  });
}

void skip_unknown_loop(Interpreter& interpreter, Frame& frame, const syntax::Body& body, const syntax::Expr* target,
                       const Value& item, const Value& reason, const Span& span) {
  const Run run = [&] { return execute(interpreter, frame, body); };
  const Run turn = [&] {
    const Patience patience(interpreter, span);
    patience.begin_iteration();
    return run();
  };
  if (target) assign(interpreter, frame, *target, item.is_none() ? reason : item);
  Fork fork(interpreter, frame, reason, span);
  if (fork.is_entered()) return fork.repeat(run);
  if (fork.happens_maybe(turn, &run) != Fork::Maybe::something) return;
  note_unknown(interpreter,
               unknown_by(reason.as<UnknownValue>()->info, "a loop is not followed, for how often it runs is not known",
                          span, Gap::around, fork.pull()));
}

}  // namespace vramlint::interp
