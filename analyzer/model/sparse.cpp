#include "model/sparse.h"

#include <algorithm>

#include "model/tensor.h"

namespace vramlint::model {

using interp::Value;

namespace {

bool is_sparse(const Value& value) {
  const Tensor* tensor = as_tensor(value);
  const auto* cls = tensor ? tensor->cls.as<interp::Class>() : nullptr;
  return cls && !cls->construct && cls->lookup("__sparse__");
}

bool holds_sparse(const Value& value) {
  if (const auto* list = value.as<interp::List>()) return std::ranges::any_of(list->items, is_sparse);
  if (const auto* tuple = value.as<interp::Tuple>()) return std::ranges::any_of(tuple->items, is_sparse);
  return is_sparse(value);
}

}  // namespace

bool takes_sparse(const interp::Arguments& arguments) {
  return std::ranges::any_of(arguments.positional, holds_sparse) ||
         std::ranges::any_of(arguments.keyword, [](const auto& named) { return holds_sparse(named.second); });
}

Value apply_to_sparse(interp::Interpreter& interpreter, std::string_view python_name, interp::Arguments& arguments) {
  const Value operate = interpreter.get_attribute(interpreter.import("torch._sparse", {}), "operate", arguments.span);
  interp::Arguments all{{Value::string(std::string(python_name))}, arguments.keyword, arguments.span};
  all.positional.insert(all.positional.end(), arguments.positional.begin(), arguments.positional.end());
  return interpreter.call(operate, std::move(all));
}

}  // namespace vramlint::model
