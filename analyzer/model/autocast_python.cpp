// What the prelude's torch.autocast, GradScaler and composites are written with.
#include "model/apply.h"
#include "model/autocast.h"
#include "model/dtype.h"

namespace vramlint::model {
namespace {

using interp::Arguments;
using interp::Interpreter;
using interp::Value;

AutocastMode& mode_of(Interpreter& interpreter) { return builder_of(interpreter)->autocast.mode; }

/// _vramlint.autocast_mode() -> (enabled, dtype, cache_enabled)
Value autocast_mode(Interpreter& interpreter, Arguments&) {
  const AutocastMode& mode = mode_of(interpreter);
  return Value::tuple(
      {Value::boolean(mode.enabled && !mode.excluded), dtype_value(mode.dtype), Value::boolean(mode.cache_enabled)});
}

/// _vramlint.set_autocast_mode(enabled, dtype, cache_enabled); what is no bool or dtype stays as it is.
Value set_autocast_mode(Interpreter& interpreter, Arguments& arguments) {
  AutocastMode& mode = mode_of(interpreter);
  const Value& enabled = arguments.positional.at(0);
  const Value& cache = arguments.positional.at(2);
  if (enabled.is_integral()) mode.enabled = enabled.as_bool();
  if (mode.enabled) {
    interp::Origin& origin = builder_of(interpreter)->autocast.origin;
    origin = interpreter.origins().join(origin, enabled.origin());
  }
  mode.dtype = dtype_of(interpreter, arguments.positional.at(1)).value_or(mode.dtype);
  if (cache.is_integral()) mode.cache_enabled = cache.as_bool();
  return Value::none();
}

Value enter_autocast(Interpreter& interpreter, Arguments&) {
  builder_of(interpreter)->autocast.enter();
  return Value::integer(mode_of(interpreter).nesting);
}

Value leave_autocast(Interpreter& interpreter, Arguments&) {
  builder_of(interpreter)->autocast.leave();
  return Value::integer(mode_of(interpreter).nesting);
}

Value clear_autocast(Interpreter& interpreter, Arguments&) {
  builder_of(interpreter)->autocast.kept.clear();
  return Value::none();
}

/// _vramlint.autocast_operands("einsum", tensors) -> list
Value autocast_operands(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> tensors = interpreter.to_vector(arguments.positional.at(1), {});
  return Value::list(
      cast_tensors(interpreter, *builder_of(interpreter), arguments.positional.at(0).as_string(), std::move(tensors)));
}

/// _vramlint.exclude_autocast(excluded) -> whether it was
Value exclude_autocast(Interpreter& interpreter, Arguments& arguments) {
  AutocastMode& mode = mode_of(interpreter);
  return Value::boolean(std::exchange(mode.excluded, arguments.positional.at(0).as_bool()));
}

Value torch_version(Interpreter& interpreter, Arguments&) {
  return Value::string(builder_of(interpreter)->torch_version);
}

/// _vramlint.torch_at_least(2, 4)
Value torch_at_least(Interpreter& interpreter, Arguments& arguments) {
  const auto number = [&](size_t at) { return static_cast<int>(arguments.positional.at(at).as_int()); };
  return Value::boolean(builder_of(interpreter)->torch.at_least(number(0), number(1)));
}

/// _vramlint.packages() -> {name: version or None}, where the experiment says something
Value packages(Interpreter& interpreter, Arguments&) {
  auto* names = new interp::Dict;
  Value result(names);
  for (const auto& [name, version] : builder_of(interpreter)->packages)
    names->set(name, version ? Value::string(*version) : Value::none());
  return result;
}

constexpr std::pair<std::string_view, Value (*)(Interpreter&, Arguments&)> kNatives[] = {
    {"autocast_mode", autocast_mode},       {"set_autocast_mode", set_autocast_mode},
    {"enter_autocast", enter_autocast},     {"leave_autocast", leave_autocast},
    {"clear_autocast", clear_autocast},     {"autocast_operands", autocast_operands},
    {"exclude_autocast", exclude_autocast}, {"torch_version", torch_version},
    {"torch_at_least", torch_at_least},     {"packages", packages},
};

}  // namespace

void add_autocast_natives(Interpreter& interpreter, interp::Dict& names) {
  for (const auto& [name, function] : kNatives) names.set(name, interpreter.make_builtin(std::string(name), function));
}

}  // namespace vramlint::model
