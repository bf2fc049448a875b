// Branches whose condition is not known. Both arms are tried: where neither touches tensors, what they leave behind is
// joined, and whatever differs becomes Unknown. Otherwise the arm that holds more memory is followed, and the choice is
// noted as an assumption. An arm that raises is taken not to happen if the other does not raise. What the rest of the
// program makes of the choice is not seen here: world().other_arms has the other arm followed in another run.
#include "interp/branches.h"

#include "interp/arm_choice.h"
#include "interp/bounded.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/keys.h"
#include "interp/trial.h"

namespace vramlint::interp {

namespace {

using Run = std::function<Flow()>;

constexpr const char* kRaises = "the branch that raises is not taken";

Value without_condition(const Value& condition) {
  if (!bounded_condition(condition)) return condition;
  return Value(new UnknownValue(condition.as<UnknownValue>()->info)).with_origin(condition.origin());
}

class Fork {
 public:
  Fork(Interpreter& interpreter, Frame& frame, const Value& condition, const Span& span)
      : interpreter_(interpreter),
        impl_(interpreter.impl()),
        frame_(frame),
        asked_(condition),
        condition_(without_condition(condition)),
        span_(span) {}

  Flow decide(const Run& then, const Run& otherwise) {
    if (const TriedArm* arm = entered()) return enter(*arm, then, otherwise);
    const Decision* known = impl_.course.recall(span_);
    if (known && known->follows()) return follow(*known, then, otherwise);
    Decision made{.span = span_};
    const Trial first = attempt(then, known ? Course{.known = &known->in_then} : Course{.noted = &made.in_then}, true);
    const Trial second =
        attempt(otherwise, known ? Course{.known = &known->in_otherwise} : Course{.noted = &made.in_otherwise}, false);
    judge(first, second, made);
    if (made.follows()) take_other(made);
    const Decision& kept = known ? made : keep(made);
    if (kept.kind == Decision::Kind::raised) throw Raised(*first.raised);
    if (kept.follows()) return follow(kept, then, otherwise);
    join(first, second);
    return first.flow;
  }

  /// Something that may happen any number of times: whatever it changes is not known afterwards. False: it changes
  /// nothing.
  bool happens_maybe(const Run& run) {
    const Decision* known = impl_.course.recall(span_);
    Decision decision{.span = span_};
    const Trial trial = attempt(run, known ? Course{.known = &known->in_then} : Course{.noted = &decision.in_then});
    if (!known) keep(decision);
    for (const size_t slot : trial.changed_slots) frame_.slots[slot] = condition_;
    for (const auto& [object, contents] : trial.changed) {
      const Contents now = Contents::of(*object.object());
      if (contents.joins(now))
        join_contents(*object.object(), now, contents);
      else
        stays(*object.object(), contents);
    }
    return trial.raised || trial.touched || trial.noted || !trial.changed.empty() || !trial.changed_slots.empty() ||
           trial.flow != Flow::next;
  }

  /// Of what a loop changes that cannot be joined: as after one time, which is noted.
  void stays(const Object& object, const Contents& contents) {
    impl_.assumptions.push_back(
        {"what a loop that is not followed changes is as after one turn: " + condition_.as<UnknownValue>()->info.reason,
         span_});
    contents.restore(impl_.heap.write(object));
  }

  bool is_entered() const { return entered() != nullptr; }

  /// A loop that trains: it is left by what watches it.
  void repeat(const Run& turn) {
    constexpr int kMostTurns = 129;  // two rounds of 64 batches each, and what comes after them
    Flow flow = enter(*entered(), turn, turn);
    for (int i = 1; i < kMostTurns && (flow == Flow::next || flow == Flow::continue_loop); ++i) flow = turn();
  }

  Value join(const Value& left, const Value& right) {
    if (left.same(right)) return left;
    // What an arm made is undone by now: no method of it can be asked.
    const bool asks = left.is(ObjectKind::native) || left.is(ObjectKind::instance) || right.is(ObjectKind::instance);
    if (!left.is_unknown() && !right.is_unknown() && !left.is_unbound() && !right.is_unbound() && !asks &&
        interpreter_.equal(left, right, span_))
      return left;
    const auto parts = [this](const Value& a, const Value& b) { return join(a, b); };
    if (std::optional<Value> one = joined_instances({left, in_first_}, {right, in_second_}, parts)) return *one;
    const Origin origin = impl_.join(impl_.join(left.origin(), right.origin()), condition_.origin());
    return join_numbers(left, right).value_or(condition_).with_origin(origin);
  }

 private:
  void judge(const Trial& first, const Trial& second, Decision& decision) const {
    const auto take = [&](bool then, const char* why) {
      decision.kind = then ? Decision::Kind::then : Decision::Kind::otherwise;
      decision.why = why;
    };
    if (first.raised && second.raised)
      decision.kind = Decision::Kind::raised;
    else if (first.raised || second.raised)
      take(!first.raised, may_be_caught() ? kRaisesCaught : kRaises);
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
      take(first.flow == Flow::next || second.flow == Flow::return_value, kGoesOn);
  }

  /// Of arms that hold the same the one that goes on: the rest of the function comes after it.
  static bool holds_more(const Trial& first, const Trial& second) {
    if (first.cost != second.cost) return first.cost > second.cost;
    return first.flow == Flow::next || second.flow != Flow::next;
  }

  /// In the step, in code of the program's.
  bool may_be_caught() const {
    const bool is_ours = !span_ || span_.source->path().starts_with("<vramlint>/");
    return impl_.catching > 0 && impl_.effects && impl_.effects->recorded() > 0 && !is_ours;
  }

  const TriedArm* entered() const {
    const auto found = std::find_if(impl_.entered.begin(), impl_.entered.end(),
                                    [&](const TriedArm& arm) { return arm.span == span_; });
    return found == impl_.entered.end() ? nullptr : &*found;
  }

  Flow enter(const TriedArm& arm, const Run& then, const Run& otherwise) {
    return follow({.span = span_, .kind = arm.then ? Decision::Kind::then : Decision::Kind::otherwise, .why = kTrains},
                  then, otherwise);
  }

  void take_other(Decision& decision) const {
    const std::vector<Span>& others = impl_.world.other_arms;
    if (std::find(others.begin(), others.end(), span_) == others.end()) return;
    decision.kind = decision.kind == Decision::Kind::then ? Decision::Kind::otherwise : Decision::Kind::then;
    decision.why = kOther;
  }

  const Decision& keep(Decision& decision) {
    if (!impl_.course.noted) return decision;
    impl_.budget.touch(sizeof(Decision) / sizeof(Value), span_);
    impl_.course.noted->push_back(std::move(decision));
    return impl_.course.noted->back();
  }

  /// `arm`: which one it is of a branch.
  Trial attempt(const Run& run, Course course, std::optional<bool> arm = {}) {
    const Along along(impl_.course, course);
    const Trying trying(impl_.trying, {span_, arm.value_or(true)});
    Trial trial;
    const size_t narrowed_before = impl_.narrowings.mark();
    if (arm) assume(*arm);
    const std::vector<Value> slots = frame_.slots;
    const Value result = frame_.result;
    const size_t mark = impl_.effects ? impl_.effects->mark() : 0;
    const size_t assumptions = impl_.assumptions.size(), unknowns = impl_.unknowns.size();
    const size_t exposures = impl_.exposures.size();
    {
      Journal journal(impl_.heap);
      const Origin guard = std::exchange(impl_.guard, impl_.join(impl_.guard, condition_.origin()));
      try {
        trial.flow = run();
      } catch (Raised& raised) {
        trial.raised = raised;
      }
      impl_.guard = guard;
      trial.result = std::exchange(frame_.result, result);
      trial.touched = impl_.effects && impl_.effects->touched_since(mark);
      trial.noted = impl_.unknowns.size() > unknowns || impl_.exposures.size() > exposures;
      if (trial.touched) trial.cost = impl_.effects->cost_since(mark);
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
    if (trial.touched) {
      trial.result = Value::none();
      impl_.effects->rollback(mark);
    } else if (impl_.effects) {
      impl_.effects->release(mark);
    }
    impl_.assumptions.resize(assumptions);
    impl_.forget_unknowns(unknowns);
    impl_.narrowings.undo(narrowed_before);
    return trial;
  }

  /// A copy of everything that an arm changed: in a long loop around the branch that is what costs most.
  void charge(const Contents& copied) {
    const size_t values = copied.items.size() + 2 * copied.entries.size();
    impl_.budget.allocate(static_cast<int64_t>(values * sizeof(Value)), span_);
  }

  Flow follow(const Decision& decision, const Run& then, const Run& otherwise) {
    const bool takes_then = decision.kind == Decision::Kind::then;
    assume(takes_then);
    impl_.assumptions.push_back({std::string(decision.why) + ": " + condition_.as<UnknownValue>()->info.reason, span_});
    const Along along(impl_.course, {.known = takes_then ? &decision.in_then : &decision.in_otherwise});
    return takes_then ? then() : otherwise();
  }

  void assume(bool arm) const {
    if (const BoundedCondition* condition = bounded_condition(asked_)) impl_.narrowings.assume(*condition, arm);
  }

  void note_number(Trial& trial, const Value& value) const {
    if (const BoundedNumber* number = bounded_number(value))
      trial.numbers.emplace_back(number, impl_.narrowings.narrowed(number->bounds));
  }

  std::optional<Bounds> number_in(const Trial* trial, const Value& value) const {
    if (trial)
      for (const auto& [number, bounds] : trial->numbers)
        if (value.is_object() && number == value.object()) return bounds;
    return bounds_of(interpreter_, value);
  }

  /// Between the two; the point is that of the arm in which the condition's point is.
  std::optional<Value> join_numbers(const Value& left, const Value& right) const {
    const bool numbers = (bounded_number(left) || left.is_int()) && (bounded_number(right) || right.is_int());
    if (!numbers) return {};
    const std::optional<Bounds> a = number_in(then_, left), b = number_in(otherwise_, right);
    const BoundedCondition* condition = bounded_condition(asked_);
    const bool points_left = condition ? holds_at_point(*condition) : a && b && a->point >= b->point;
    return bounded_choice(a, b, points_left, condition_.as<UnknownValue>()->info);
  }

  /// `if len(x) == 0:`: the arm that is taken where there is nothing holds less than the other.
  bool is_empty(const Trial& trial, const Trial& other, bool arm) const {
    const BoundedCondition* condition = bounded_condition(asked_);
    return condition && (trial.touched || other.touched) && trial.cost <= other.cost && leaves_nothing(*condition, arm);
  }

  void join(const Trial& first, const Trial& second) {
    then_ = &first;
    otherwise_ = &second;
    in_first_ = by_object(first), in_second_ = by_object(second);
    join_arms(first, second);
    then_ = otherwise_ = nullptr;
  }

  /// An arm made it, and nothing but the trial holds it.
  static bool is_gone(const Value& object) { return object.object()->references == 1; }

  void join_arms(const Trial& first, const Trial& second) {
    for (size_t i = 0; i < frame_.slots.size(); ++i) frame_.slots[i] = join(first.slots[i], second.slots[i]);
    if (first.flow == Flow::return_value) frame_.result = join(first.result, second.result);
    for (const auto& [object, contents] : first.changed) {
      if (is_gone(object)) continue;
      const auto other = in_second_.find(object.object());
      join_contents(*object.object(), contents,
                    other != in_second_.end() ? *other->second : Contents::of(*object.object()));
    }
    for (const auto& [object, contents] : second.changed)
      if (!in_first_.contains(object.object()) && !is_gone(object))
        join_contents(*object.object(), Contents::of(*object.object()), contents);
  }

  std::optional<ArmChoice> choice_between(const Trial& first, const Trial& second) const {
    const BoundedCondition* condition = bounded_condition(asked_);
    return choose_arm(frame_, {first.slots, by_object(first), first.result},
                      {second.slots, by_object(second), second.result},
                      condition ? std::optional(holds_at_point(*condition)) : std::nullopt);
  }

  static ArmsContents by_object(const Trial& trial) {
    ArmsContents changed;
    for (const auto& [object, contents] : trial.changed) changed.emplace(object.object(), &contents);
    return changed;
  }

  /// The arms may hold keys of their own that are equal.
  std::vector<Dict::Entry> join_entries(const Contents& first, const Contents& second) {
    auto* table = new Dict;
    const Value held(table);
    const Keys in_first(first), in_second(second);
    for (const Dict::Entry& entry : first.entries) {
      const Value* other = in_second.find(entry.key);
      table->set(entry.key, other ? join(entry.value, *other) : condition_);
    }
    for (const Dict::Entry& entry : second.entries)
      if (!in_first.find(entry.key)) table->set(entry.key, condition_);
    return table->entries();  // none was erased
  }

  void join_contents(const Object& object, const Contents& first, const Contents& second) {
    Contents joined;
    const auto& longer = first.items.size() >= second.items.size() ? first.items : second.items;
    for (size_t i = 0; i < longer.size(); ++i)
      joined.items.push_back(i < first.items.size() && i < second.items.size() ? join(first.items[i], second.items[i])
                                                                               : condition_);
    if (first.items.size() != second.items.size() || first.entries.size() != second.entries.size())
      note_uncertain(interpreter_, object, condition_.as<UnknownValue>()->info.reason);
    if (first.items.size() != second.items.size())
      note_unknown(interpreter_, unknown_by(condition_.as<UnknownValue>()->info,
                                            "a list's length depends on what is not known", span_, Gap::behind));
    joined.entries = join_entries(first, second);
    joined.fixed = first.fixed;  // the same in both
    joined.restore(impl_.heap.write(object));
  }

  Interpreter& interpreter_;
  Interpreter::Impl& impl_;
  Frame& frame_;
  const Value asked_;      ///< as the program asks it
  const Value condition_;  ///< what is not known of whatever depends on it
  const Span& span_;
  const Trial *then_ = nullptr, *otherwise_ = nullptr;  ///< that are being joined
  ArmsContents in_first_, in_second_;
};

}  // namespace

Flow execute_unknown_branch(Interpreter& interpreter, Frame& frame, const syntax::If& node, const Value& condition,
                            const Span& span) {
  Fork fork(interpreter, frame, condition, span);
  return fork.decide([&] { return execute(interpreter, frame, node.then); },
                     [&] { return execute(interpreter, frame, node.otherwise); });
}

Value evaluate_unknown_conditional(Interpreter& interpreter, Frame& frame, const syntax::Conditional& node,
                                   const Value& condition) {
  Fork fork(interpreter, frame, condition, node.condition->span);
  const Value outer = std::exchange(frame.result, Value::none());
  auto arm = [&](const syntax::ExprPtr& expr) {
    return [&] {
      frame.result = evaluate(interpreter, frame, *expr);
      return Flow::return_value;
    };
  };
  fork.decide(arm(node.then), arm(node.otherwise));
  return std::exchange(frame.result, outer);
}

void evaluate_perhaps(Interpreter& interpreter, Frame& frame, const syntax::Expr& expr, const Value& condition) {
  Fork(interpreter, frame, condition, expr.span).happens_maybe([&] {
    (void)evaluate(interpreter, frame, expr);
    return Flow::next;
  });
}

void skip_unknown_loop(Interpreter& interpreter, Frame& frame, const syntax::Body& body, const syntax::Expr* target,
                       const Value& reason, const Span& span) {
  const auto turn = [&] {
    const Patience patience(interpreter, span);
    patience.begin_iteration();
    return execute(interpreter, frame, body);
  };
  if (target) assign(interpreter, frame, *target, reason);
  Fork fork(interpreter, frame, reason, span);
  if (fork.is_entered()) return fork.repeat(turn);
  if (!fork.happens_maybe(turn)) return;
  note_unknown(interpreter,
               unknown_by(reason.as<UnknownValue>()->info, "a loop is not followed, for how often it runs is not known",
                          span, Gap::around));
}

}  // namespace vramlint::interp
