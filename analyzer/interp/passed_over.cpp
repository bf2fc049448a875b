#include "interp/passed_over.h"

#include "interp/branches.h"
#include "interp/opaque.h"
#include "interp/reach.h"

namespace vramlint::interp {
namespace {

/// What a statement that was passed over would have set.
struct Unset {
  Interpreter& interpreter;
  Frame& frame;
  const Value& unknown;

  void target(const syntax::Expr& expr) const {
    if (const auto* name = std::get_if<syntax::Name>(&expr.node)) {
      store(interpreter, frame, name->variable, unknown, expr.span);
    } else if (const auto* tuple = std::get_if<syntax::TupleDisplay>(&expr.node)) {
      for (const auto& item : tuple->items) target(*item);
    } else if (std::get_if<syntax::Attribute>(&expr.node) || std::get_if<syntax::Subscript>(&expr.node)) {
      try {
        assign(interpreter, frame, expr, unknown);
      } catch (Raised&) {  // the object itself cannot be told
      }
    }
  }
  Flow operator()(const syntax::Assign& node) const {
    for (const auto& one : node.targets) target(*one);
    return Flow::next;
  }
  Flow operator()(const syntax::AugAssign& node) const { return target(*node.target), Flow::next; }
  Flow operator()(const syntax::AnnAssign& node) const { return target(*node.target), Flow::next; }
  Flow operator()(const syntax::Return&) const {
    frame.result = unknown;
    return Flow::return_value;
  }
  Flow operator()(const syntax::FunctionDef& node) const { return name(node.target); }
  Flow operator()(const syntax::ClassDef& node) const { return name(node.target); }
  Flow operator()(const syntax::Import& node) const {
    for (const auto& item : node.items) name(item.target);
    return Flow::next;
  }
  Flow operator()(const syntax::ImportFrom& node) const {
    for (const auto& item : node.items) name(item.target);
    return Flow::next;
  }
  Flow name(const syntax::Variable& variable) const {
    store(interpreter, frame, variable, unknown, frame.current);
    return Flow::next;
  }
  template <typename Other>
  Flow operator()(const Other&) const {
    return Flow::next;
  }
};

/// The body runs maybe, as that of any statement whose condition or items are not known.
Flow go_on(Interpreter& interpreter, Frame& frame, const syntax::Stmt& statement, const Value& unknown) {
  if (const auto* branch = std::get_if<syntax::If>(&statement.node))
    return execute_unknown_branch(interpreter, frame, *branch, unknown, statement.span);
  if (const auto* loop = std::get_if<syntax::For>(&statement.node))
    skip_unknown_loop(interpreter, frame, loop->body, loop->target.get(), {}, unknown, statement.span);
  return Flow::next;
}

}  // namespace

Flow pass_over(Interpreter& interpreter, Frame& frame, const syntax::Stmt& statement, const PassedOver& how) {
  constexpr size_t kCost = 200;  // an exception costs as much as that many entries
  interpreter.budget().touch_entries(kCost, statement.span);
  const Value unknown = Value::unknown(how.why, statement.span);
  if (reaches_step(interpreter, frame))
    note_unknown(interpreter, {how.why, statement.span});
  else if (!how.is_told)
    interpreter.assumptions().push_back({"what is passed over does nothing to the step: " + how.why, statement.span});
  return how.in_header ? go_on(interpreter, frame, statement, unknown)
                       : std::visit(Unset{interpreter, frame, unknown}, statement.node);
}

}  // namespace vramlint::interp
