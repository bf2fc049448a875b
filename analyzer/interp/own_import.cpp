#include "interp/own_import.h"

#include "interp/objects.h"

namespace vramlint::interp {

const Value* in_builtins(Interpreter& interpreter, std::string_view name, const Span& span) {
  const std::string_view path = span ? std::string_view(span.source->path()) : "<vramlint>/";
  if (path.starts_with("<vramlint>/") && path != "<vramlint>/eval") return nullptr;
  const Value* module = static_cast<const Dict*>(interpreter.impl().modules.object())->find("builtins");
  if (!module || !module->is(ObjectKind::module)) return nullptr;
  const Value& globals = static_cast<const Module*>(module->object())->globals;
  return static_cast<const Dict*>(globals.object())->find(name);
}

const Value* own_import(Interpreter& interpreter, const Span& span) {
  const Value* found = in_builtins(interpreter, "__import__", span);
  return found && found->is(ObjectKind::function) ? found : nullptr;
}

void import_from_by(Interpreter& interpreter, Frame& frame, const Value& function, const syntax::ImportFrom& node,
                    const Span& span) {
  std::string name;
  for (const syntax::Symbol& part : node.path) name += (name.empty() ? "" : ".") + part.text();
  std::vector<Value> names;
  for (const auto& item : node.items) names.push_back(Value::string(item.name.text()));
  const Value& globals = static_cast<const Module*>(frame.module.object())->globals;
  const Value called = function;
  const Value module = interpreter.call(
      called, {Value::string(name), globals, Value::none(), Value::tuple(std::move(names)), Value::integer(node.level)},
      span);
  for (const auto& item : node.items)
    store(interpreter, frame, item.target, interpreter.get_attribute(module, item.name.text(), item.span), item.span);
}

}  // namespace vramlint::interp
