#include "interp/described_modules.h"

#include <algorithm>

#include "interp/followed.h"
#include "interp/impl.h"
#include "interp/module_search.h"

namespace vramlint::interp {

bool is_described_in_part(const Value& module) {
  const auto* described = module.as<Module>();
  return described && described->file.starts_with("<vramlint>/") &&
         !described->globals.as<Dict>()->find(std::string_view("__complete__"));
}

bool lacks_parameters(const Value& module, const std::string& function) {
  if (!is_described_in_part(module)) return false;
  const Value* stated = module.as<Module>()->globals.as<Dict>()->find(std::string_view("__signatures__"));
  const auto* names = stated ? stated->as<Tuple>() : nullptr;
  const auto is_it = [&](const Value& name) { return name.is_string() && name.as_string() == function; };
  return !names || std::none_of(names->items.begin(), names->items.end(), is_it);
}

void note_misfit(Interpreter& interpreter, const Value& module, const FunctionObject& function, Raised& raised) {
  raised.gap = lacks_parameters(module, function.qualified_name);
  const syntax::Body& body = function.code->body;
  if (!body.empty() && following(interpreter, body.front()->span)) interpreter.impl().misfit = raised.exception;
}

namespace {

bool is_ours_in_part(Interpreter& interpreter, const Class& cls) {
  if (!cls.span || !cls.span.source->path().starts_with("<vramlint>/")) return false;
  const Value* module = interpreter.impl().modules.as<Dict>()->find(cls.module);
  return module && is_described_in_part(*module);
}

/// torch's own bases are described in full, as far as a class of the program's asks for attributes.
bool is_of_a_library(Interpreter& interpreter, const Class& cls) {
  return is_ours_in_part(interpreter, cls) && !comes_from_us(interpreter.impl().world, cls.module);
}

/// The class in which a name is looked up; nullptr for what is no object of the program's.
const Class* asked_class(Interpreter& interpreter, const Value& object) {
  if (object.is(ObjectKind::type)) return object.as<Class>();
  const Value& self = object.is(ObjectKind::super) ? static_cast<const Super*>(object.object())->self : object;
  if (self.is(ObjectKind::type)) return self.as<Class>();
  return self.is(ObjectKind::instance) ? interpreter.type_of(self) : nullptr;
}

}  // namespace

void note_gap(Interpreter& interpreter, const Value& object, std::string_view name, Raised& raised) {
  const Class* asked = raised.gap ? nullptr : asked_class(interpreter, object);
  if (!asked) return;
  const Class& cls = *asked;
  const bool in_part = is_ours_in_part(interpreter, cls) ||
                       std::any_of(cls.mro.begin(), cls.mro.end(),
                                   [&](const Class* base) { return is_of_a_library(interpreter, *base); });
  if (!in_part || !interpreter.type_of(raised.exception)->derives_from(interpreter.builtin_class("AttributeError")))
    return;
  raised.gap = interpreter.str(raised.exception).find(name) != std::string::npos;
}

}  // namespace vramlint::interp
