#include "interp/asserted_release.h"

#include "interp/heap.h"
#include "interp/impl.h"

namespace vramlint::interp {

namespace {

/// The module of `module.__version__`; none.
Value asked_module(Interpreter& interpreter, Frame& frame, const syntax::Expr& asked) {
  const auto* attribute = std::get_if<syntax::Attribute>(&asked.node);
  if (!attribute || attribute->name.text() != "__version__") return {};
  const Value object = evaluate(interpreter, frame, *attribute->object);
  return object.as<Module>() ? object : Value();
}

void take_release(Interpreter& interpreter, Frame& frame, const syntax::Expr& condition) {
  const auto* compare = std::get_if<syntax::Compare>(&condition.node);
  if (!compare || compare->rest.size() != 1 || compare->rest[0].first != syntax::CompareOp::eq) return;
  const auto* release = std::get_if<syntax::StringLiteral>(&compare->rest[0].second->node);
  const Value module = release ? asked_module(interpreter, frame, *compare->first) : Value();
  if (const auto* found = module.as<Module>())
    interpreter.heap().dict(found->globals).set("__version__", Value::string(release->value));
}

}  // namespace

bool is_of_releases(Interpreter& interpreter, Frame& frame, const syntax::Expr& condition) {
  const bool asks = condition.span.text().find(".__version__") != std::string_view::npos;
  if (!asks || !interpreter.impl().follower) return false;
  take_release(interpreter, frame, condition);
  interpreter.assumptions().push_back(
      {"the assertion holds: nothing else says which release is installed; `packages:` in vramlint.yaml says it",
       condition.span});
  return true;
}

}  // namespace vramlint::interp
