#include "interp/round_branches.h"

#include "interp/followed.h"
#include "interp/impl.h"
#include "interp/round_numbers.h"

namespace vramlint::interp {
namespace {

bool weighs(Interpreter& interpreter, Frame& frame, const syntax::Expr& arm);

/// `len(x)`, `float(loss)` make nothing.
bool is_builtin(Interpreter& interpreter, Frame& frame, const syntax::Expr& callee) {
  if (!std::holds_alternative<syntax::Name>(callee.node)) return false;
  const Value function = evaluate(interpreter, frame, callee);
  return function.is(ObjectKind::builtin) || function.is(ObjectKind::type);
}

/// A network, a loss, a class of them.
bool is_called_later(const Value& value) {
  return value.is(ObjectKind::instance) || value.is(ObjectKind::function) || value.is(ObjectKind::bound_method);
}

struct Weight {
  Interpreter& interpreter;
  Frame& frame;
  const syntax::Expr& arm;

  bool of(const syntax::ExprPtr& part) const { return weighs(interpreter, frame, *part); }
  bool operator()(const syntax::Call& node) const { return !is_builtin(interpreter, frame, *node.callee); }
  bool operator()(const syntax::Binary& node) const { return of(node.left) || of(node.right); }
  bool operator()(const syntax::Unary& node) const { return of(node.operand); }
  bool operator()(const syntax::Name&) const { return is_called_later(evaluate(interpreter, frame, arm)); }
  bool operator()(const syntax::Attribute& node) const {
    const bool is_plain = std::holds_alternative<syntax::Name>(node.object->node);
    return is_plain && is_called_later(evaluate(interpreter, frame, arm));
  }
  template <typename Other>
  bool operator()(const Other&) const {
    return false;
  }
};

bool weighs(Interpreter& interpreter, Frame& frame, const syntax::Expr& arm) {
  try {
    return std::visit(Weight{interpreter, frame, arm}, arm.node);
  } catch (const Raised&) {  // the program may not come there
    return false;
  }
}

template <typename Node>
Follower* of_rounds(Interpreter& interpreter, const Node& node, const Value& condition) {
  const Span& place = node.condition->span;
  Follower* follower = following(interpreter, place);
  if (!follower || !follower->is_counting()) return nullptr;
  return is_of_rounds(interpreter, condition) || follower->turns_always(place) ? follower : nullptr;
}

Value turned(const Value& condition) { return Value::boolean(!condition.as_bool()).with_origin(condition.origin()); }

}  // namespace

Value in_round(Interpreter& interpreter, Frame& frame, const syntax::If& node, Value condition) {
  Follower* follower = of_rounds(interpreter, node, condition);
  if (!follower) return condition;
  const Branch branch{.condition = node.condition->span,
                      .statement = &node,
                      .compared = round_comparison(interpreter, frame, *node.condition)};
  return follower->turns(branch, condition.as_bool()) ? turned(condition) : condition;
}

Value in_round(Interpreter& interpreter, Frame& frame, const syntax::Conditional& node, Value condition) {
  Follower* follower = of_rounds(interpreter, node, condition);
  if (!follower) return condition;
  const Branch branch{.condition = node.condition->span,
                      .then = node.then->span,
                      .otherwise = node.otherwise->span,
                      .weighs = weighs(interpreter, frame, *node.then) || weighs(interpreter, frame, *node.otherwise),
                      .compared = round_comparison(interpreter, frame, *node.condition)};
  return follower->turns(branch, condition.as_bool()) ? turned(condition) : condition;
}

}  // namespace vramlint::interp
