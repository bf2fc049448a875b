#include "model/module_attributes.h"

namespace vramlint::model {
namespace {

using interp::Arguments;
using interp::Interpreter;
using interp::ObjectKind;
using interp::Value;

bool is_plain(const Value& value) {
  if (!value.is_object()) return true;
  switch (value.object()->kind) {
    case ObjectKind::string:
    case ObjectKind::bytes:
    case ObjectKind::list:
    case ObjectKind::tuple:
    case ObjectKind::dict:
    case ObjectKind::set:
    case ObjectKind::slice:
    case ObjectKind::range:
    case ObjectKind::function:
    case ObjectKind::builtin:
    case ObjectKind::bound_method:
    case ObjectKind::type:
    case ObjectKind::module:
      return true;
    case ObjectKind::iterator:
    case ObjectKind::instance:
    case ObjectKind::super:
    case ObjectKind::property:
    case ObjectKind::static_method:
    case ObjectKind::class_method:
    case ObjectKind::cell:
    case ObjectKind::native:
    case ObjectKind::unknown:
      return false;
  }
  return false;
}

/// The parameter, buffer or module of that name; nullptr: there is none.
const Value* stored(interp::Instance& self, const Value& name) {
  auto& own = *self.attributes.as<interp::Dict>();
  for (std::string_view store : {"_parameters", "_buffers", "_modules"}) {
    Value* found = own.find(store);
    auto* entries = found ? found->as<interp::Dict>() : nullptr;
    if (!entries || entries->size() == 0) continue;
    if (const Value* value = entries->find(name)) return value;
  }
  return nullptr;
}

Value get_attribute(Interpreter& interpreter, Arguments& arguments, const Value& otherwise) {
  const std::vector<Value>& given = arguments.positional;
  if (given.size() == 2 && given[0].is(ObjectKind::instance) && given[1].is_string()) {
    if (const Value* value = stored(*static_cast<interp::Instance*>(given[0].object()), given[1])) return *value;
  }
  return interpreter.call(otherwise, std::move(arguments));
}

Value set_attribute(Interpreter& interpreter, Arguments& arguments, const Value& otherwise) {
  const std::vector<Value>& given = arguments.positional;
  if (given.size() == 3 && given[0].is(ObjectKind::instance) && given[1].is_string() && is_plain(given[2]) &&
      !stored(*static_cast<interp::Instance*>(given[0].object()), given[1])) {
    interpreter.set_own_attribute(given[0], given[1].as_string(), given[2], arguments.span);
    return Value::none();
  }
  return interpreter.call(otherwise, std::move(arguments));
}

}  // namespace

void quicken_attributes(Interpreter& interpreter, interp::Class& module_class) {
  auto& names = *module_class.attributes.as<interp::Dict>();
  if (const Value* written = names.find("__setattr__")) {
    interpreter.add_method(module_class, "__setattr__", [otherwise = *written](Interpreter& in, Arguments& arguments) {
      return set_attribute(in, arguments, otherwise);
    });
  }
  if (const Value* written = names.find("__getattr__")) {
    interpreter.add_method(module_class, "__getattr__", [otherwise = *written](Interpreter& in, Arguments& arguments) {
      return get_attribute(in, arguments, otherwise);
    });
  }
}

Value begin_module(Interpreter&, Arguments& arguments) {
  auto& self = *static_cast<interp::Instance*>(arguments.positional.at(0).object());
  auto& own = *self.attributes.as<interp::Dict>();
  own.set("training", Value::boolean(true));
  for (std::string_view store : {"_parameters", "_buffers", "_modules", "_forward_hooks", "_forward_pre_hooks",
                                 "_backward_hooks", "_state_dict_hooks", "_load_state_dict_pre_hooks"}) {
    own.set(store, Value(new interp::Dict));
  }
  own.set("_non_persistent_buffers_set", Value(new interp::Set(false)));
  return Value::none();
}

}  // namespace vramlint::model
