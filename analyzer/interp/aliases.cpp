#include "interp/aliases.h"

#include "interp/frame.h"

namespace vramlint::interp {

namespace {

Value made_of_types(Interpreter& interpreter, std::string_view kind, std::vector<Value> given, const Span& span) {
  const auto cls = interpreter.find_attribute(interpreter.import("types", span), kind, span);
  return interpreter.call(*cls, std::move(given), span);
}

}  // namespace

Value alias_of(Interpreter& interpreter, const Value& cls, const Value& parameters, const Span& span) {
  return made_of_types(interpreter, "GenericAlias", {cls, parameters}, span);
}

Value union_of_types(Interpreter& interpreter, const Value& left, const Value& right, const Span& span) {
  const auto is_type = [](const Value& value) { return value.is(ObjectKind::type) || value.is_none(); };
  if (!is_type(left) || !is_type(right) || (left.is_none() && right.is_none())) return Value::not_implemented();
  return made_of_types(interpreter, "UnionType", {Value::tuple({left, right})}, span);
}

void replace_aliases(Interpreter& interpreter, std::vector<Value>& bases, const Span& span) {
  std::vector<Value> replaced;
  for (const Value& base : bases) {
    const auto* instance = base.is(ObjectKind::instance) ? static_cast<const Instance*>(base.object()) : nullptr;
    const Value* hook = instance ? instance->cls()->lookup("__mro_entries__") : nullptr;
    const Value entries = hook ? interpreter.call(*hook, {base, Value::tuple(bases)}, span) : Value::none();
    if (const auto* tuple = entries.as<Tuple>())
      replaced.insert(replaced.end(), tuple->items.begin(), tuple->items.end());
    else
      replaced.push_back(base);
  }
  bases = std::move(replaced);
}

Value accepted_classes(Interpreter& interpreter, const Value& alias, const Span& span) {
  if (!alias.is(ObjectKind::instance)) return {};
  const auto accepted = interpreter.find_attribute(alias, "_accepted", span);
  return accepted && accepted->is(ObjectKind::tuple) ? *accepted : Value();
}

}  // namespace vramlint::interp
