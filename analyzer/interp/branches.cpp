// Branches whose condition is not known. Both arms are tried: where neither touches tensors, what they leave behind is
// joined, and whatever differs becomes Unknown. Otherwise the arm that holds more memory is followed, and the choice is
// noted as an assumption. An arm that raises is taken not to happen if the other does not raise.
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/journal.h"

namespace vramlint::interp {

namespace {

using Run = std::function<Flow()>;

/// What an arm did, after it was undone.
struct Trial {
  Flow flow = Flow::next;
  Value result;
  std::optional<Raised> raised;
  std::vector<Value> slots;
  std::vector<std::pair<Value, Contents>> changed;
  std::vector<size_t> changed_slots;
  bool touched = false;
  int64_t cost = 0;
};

/// `if nothing is left: return score.new_tensor(0.0)`: what such an arm makes is next to nothing, and the other has the
/// rest of the function before it.
bool is_guard_clause(const Trial& arm, const Trial& other) {
  constexpr int64_t kScalar = 1024;  // bytes: two of the allocator's smallest blocks
  return arm.touched && arm.flow == Flow::return_value && other.flow == Flow::next && arm.cost <= kScalar;
}

class Fork {
 public:
  Fork(Interpreter& interpreter, Frame& frame, const Value& condition, const Span& span)
      : interpreter_(interpreter), impl_(interpreter.impl()), frame_(frame), condition_(condition), span_(span) {}

  Flow decide(const Run& then, const Run& otherwise) {
    const Trial first = attempt(then);
    const Trial second = attempt(otherwise);
    if (first.raised && second.raised) throw Raised(*first.raised);
    if (first.raised || second.raised)
      return follow(first.raised ? otherwise : then, "the branch that raises is not taken");
    if (is_guard_clause(first, second)) return follow(otherwise, "the branch that goes on is taken");
    if (is_guard_clause(second, first)) return follow(then, "the branch that goes on is taken");
    if (first.touched || second.touched)
      return follow(first.cost >= second.cost ? then : otherwise, "the branch that holds more memory is taken");
    if (first.flow != second.flow) {
      const bool first_goes_on = first.flow == Flow::next || second.flow == Flow::return_value;
      return follow(first_goes_on ? then : otherwise, "the branch that goes on is taken");
    }
    join(first, second);
    return first.flow;
  }

  /// Something that may happen any number of times: whatever it changes is not known afterwards.
  void happens_maybe(const Run& run) {
    const Trial trial = attempt(run);
    for (const size_t slot : trial.changed_slots) frame_.slots[slot] = condition_;
    for (const auto& [object, contents] : trial.changed)
      join_contents(*object.object(), Contents::of(*object.object()), contents);
  }

  Value join(const Value& left, const Value& right) {
    if (left.same(right)) return left;
    // What an arm made is undone by now: no method of it can be asked.
    const bool asks = left.is(ObjectKind::native) || left.is(ObjectKind::instance) || right.is(ObjectKind::instance);
    if (!left.is_unknown() && !right.is_unknown() && !left.is_unbound() && !right.is_unbound() && !asks &&
        interpreter_.equal(left, right, span_))
      return left;
    const Origin origin = impl_.join(impl_.join(left.origin(), right.origin()), condition_.origin());
    return Value(condition_).with_origin(origin);
  }

 private:
  Trial attempt(const Run& run) {
    Trial trial;
    const std::vector<Value> slots = frame_.slots;
    const Value result = frame_.result;
    const size_t mark = impl_.effects ? impl_.effects->mark() : 0;
    const size_t assumptions = impl_.assumptions.size(), unknowns = impl_.unknowns.size();
    {
      Journal journal(interpreter_);
      const Origin guard = std::exchange(impl_.guard, impl_.join(impl_.guard, condition_.origin()));
      try {
        trial.flow = run();
      } catch (Raised& raised) {
        trial.raised = raised;
      }
      impl_.guard = guard;
      trial.result = std::exchange(frame_.result, result);
      trial.touched = impl_.effects && impl_.effects->touched_since(mark);
      if (trial.touched) trial.cost = impl_.effects->cost_since(mark);
      for (size_t i = 0; i < slots.size(); ++i)
        if (!slots[i].same(frame_.slots[i])) trial.changed_slots.push_back(i);
      if (!trial.touched) {
        trial.slots = frame_.slots;
        for (const auto& change : journal.changes()) {
          trial.changed.emplace_back(change.object, Contents::of(*change.object.object()));
          charge(trial.changed.back().second);
        }
      }
      journal.undo();
      frame_.slots = slots;
    }
    if (trial.touched) {
      trial.result = Value::none();
      impl_.effects->rollback(mark);
    }
    impl_.assumptions.resize(assumptions);
    impl_.forget_unknowns(unknowns);
    return trial;
  }

  /// A copy of everything that an arm changed: in a long loop around the branch that is what costs most.
  void charge(const Contents& copied) {
    const size_t values = copied.items.size() + 2 * copied.entries.size();
    impl_.budget.allocate(static_cast<int64_t>(values * sizeof(Value)), span_);
  }

  Flow follow(const Run& run, const std::string& why) {
    impl_.assumptions.push_back({why + ": " + condition_.as<UnknownValue>()->info.reason, span_});
    return run();
  }

  void join(const Trial& first, const Trial& second) {
    for (size_t i = 0; i < frame_.slots.size(); ++i) frame_.slots[i] = join(first.slots[i], second.slots[i]);
    if (first.flow == Flow::return_value) frame_.result = join(first.result, second.result);
    for (const auto& [object, contents] : first.changed) {
      const Contents* other = find(second, object);
      join_contents(*object.object(), contents, other ? *other : Contents::of(*object.object()));
    }
    for (const auto& [object, contents] : second.changed)
      if (!find(first, object)) join_contents(*object.object(), Contents::of(*object.object()), contents);
  }

  static const Contents* find(const Trial& trial, const Value& object) {
    for (const auto& [changed, contents] : trial.changed)
      if (changed.same(object)) return &contents;
    return nullptr;
  }

  void join_contents(Object& object, const Contents& first, const Contents& second) {
    before_change(interpreter_, object);
    Contents joined;
    const auto& longer = first.items.size() >= second.items.size() ? first.items : second.items;
    for (size_t i = 0; i < longer.size(); ++i)
      joined.items.push_back(i < first.items.size() && i < second.items.size() ? join(first.items[i], second.items[i])
                                                                               : condition_);
    if (first.items.size() != second.items.size() || first.entries.size() != second.entries.size())
      note_uncertain(interpreter_, object, condition_.as<UnknownValue>()->info.reason);
    if (first.items.size() != second.items.size())
      impl_.unknowns.push_back(
          {"a list's length depends on what is not known: " + condition_.as<UnknownValue>()->info.reason, span_});
    for (const auto& [key, value] : first.entries) {
      const Value* other = lookup(second, key);
      joined.entries.emplace_back(key, other ? join(value, *other) : condition_);
    }
    for (const auto& [key, value] : second.entries)
      if (!lookup(first, key)) joined.entries.emplace_back(key, condition_);
    joined.restore(object);
  }

  const Value* lookup(const Contents& contents, const Value& key) {
    for (const auto& [candidate, value] : contents.entries)
      if (candidate.same(key) || (candidate.is_string() && key.is_string() && candidate.as_string() == key.as_string()))
        return &value;
    return nullptr;
  }

  Interpreter& interpreter_;
  Interpreter::Impl& impl_;
  Frame& frame_;
  const Value condition_;
  const Span& span_;
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

void skip_unknown_loop(Interpreter& interpreter, Frame& frame, const syntax::Body& body, const syntax::Expr* target,
                       const Value& reason, const Span& span) {
  interpreter.unknowns().push_back(
      {"a loop is not followed, for how often it runs is not known: " + reason.as<UnknownValue>()->info.reason, span});
  Fork(interpreter, frame, reason, span).happens_maybe([&] {
    if (target) assign(interpreter, frame, *target, reason);
    return execute(interpreter, frame, body);
  });
}

}  // namespace vramlint::interp
