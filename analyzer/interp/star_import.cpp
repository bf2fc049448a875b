#include "interp/star_import.h"

#include "interp/builtins_arguments.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/opaque.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

Value hidden_names(Interpreter& interpreter, const Value& module, const Span& span) {
  return module.is_object() ? what_may_be_in(interpreter, *module.object(), span) : Value();
}

void import_star(Interpreter& interpreter, Frame& frame, const Value& module, const Span& span) {
  const Value hidden = module.is_unknown() ? module : hidden_names(interpreter, module, span);
  if (hidden.is_unknown()) may_hold_more(interpreter, *frame.module.object(), hidden.as<UnknownValue>()->info.reason);
  if (module.is_unknown()) {
    interpreter.unknowns().push_back(
        unknown_by(module.as<UnknownValue>()->info, "names of a star import are not known", span, Gap::behind));
    return;
  }
  interpreter.impl().tell(module.object());
  const Value names = interpreter.get_attribute(module, "__dict__", span);
  const auto& from = *names.as<Dict>();
  const auto& target = *static_cast<const Dict*>(frame.names.is_object() ? frame.names.object() : &frame.globals());
  interpreter.budget().touch_entries(from.entries().size(), span);
  Dict& to = interpreter.heap().write(target);
  const std::optional<Value> all = attribute_if_any(interpreter, module, "__all__", span);
  if (all && !all->is_unknown()) {
    for (const Value& name : interpreter.to_vector(*all, span))
      if (name.is_string()) to.set(name.as_string(), interpreter.get_attribute(module, name.as_string(), span));
    return;
  }
  for (const auto& entry : from.entries())
    if (entry.live && entry.key.is_string() && !entry.key.as_string().starts_with('_'))
      to.set(entry.key.as_string(), entry.value);
}

}  // namespace vramlint::interp
