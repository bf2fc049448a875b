// numpy's scalars are plain numbers here: what only they have.
#include "interp/frame.h"

namespace vramlint::interp {

namespace {

bool is_whole(std::string_view type) { return type.starts_with("int") || type.starts_with("uint"); }

}  // namespace

std::optional<Value> scalar_attribute(Interpreter& interpreter, const Value& object, std::string_view name) {
  if (!object.is_number()) return {};
  if (name == "ndim") return Value::integer(0);
  if (name == "size") return Value::integer(1);
  if (name == "shape") return Value::tuple({});
  if (name == "item" || name == "tolist" || name == "copy" || name == "squeeze" || name == "round")
    return interpreter.make_builtin(std::string(name), [object](Interpreter&, Arguments&) { return object; });
  if (name != "astype") return {};
  return interpreter.make_builtin("astype", [object](Interpreter& in, Arguments& arguments) {
    const Value* type = arguments.positional.empty() ? nullptr : &arguments.positional[0];
    if (type && type->is_string() && is_whole(type->as_string()))
      return in.call(Value(in.builtin_class("int")), {object}, arguments.span);
    return type && type->is(ObjectKind::type) ? in.call(*type, {object}, arguments.span) : object;
  });
}

}  // namespace vramlint::interp
