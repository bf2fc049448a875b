// Branches whose condition is not known. Both arms are tried: where neither touches tensors, what they leave behind is
// joined, and whatever differs becomes Unknown. Otherwise the arm that holds more memory is followed, and the choice is
// noted as an assumption. An arm that raises is taken not to happen if the other does not raise. What the rest of the
// program makes of the choice is not seen here: world().other_arms has the other arm followed in another run.
#include "interp/fork.h"

namespace vramlint::interp {

Flow execute_unknown_branch(Interpreter& interpreter, Frame& frame, const syntax::If& node, const Value& condition,
                            const Span& span) {
  Fork fork(interpreter, frame, condition, span);
  fork.fills_lists();
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

}  // namespace vramlint::interp
