#include "model/module_attributes.h"

#include <algorithm>
#include <cctype>

#include "interp/listed.h"
#include "interp/opaque.h"
#include "interp/stated_number.h"
#include "model/apply.h"

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
const Value* stored(const interp::Instance& self, const Value& name) {
  auto& own = *self.attributes.as<interp::Dict>();
  for (std::string_view store : {"_parameters", "_buffers", "_modules"}) {
    const Value* found = own.find(store);
    auto* entries = found ? found->as<interp::Dict>() : nullptr;
    if (!entries || entries->size() == 0) continue;
    if (const Value* value = entries->find(name)) return value;
  }
  return nullptr;
}

/// Which may hold what its class has under another name.
bool is_parametrized(const interp::Instance& self) {
  const Value* found = self.attributes.as<interp::Dict>()->find(std::string_view("_modules"));
  const auto* children = found ? found->as<interp::Dict>() : nullptr;
  return children && children->find(std::string_view("parametrizations")) != nullptr;
}

Value get_attribute(Interpreter& interpreter, Arguments& arguments, const Value& otherwise) {
  const std::vector<Value>& given = arguments.positional;
  if (given.size() == 2 && given[0].is(ObjectKind::instance) && given[1].is_string()) {
    const auto& self = *static_cast<const interp::Instance*>(given[0].object());
    if (const Value* value = stored(self, given[1])) return *value;
    const Value* own = self.attributes.as<interp::Dict>()->find(given[1]);
    if (own && own->is_unknown()) return *own;  // it may be a module
    if (!own && !interp::is_followed(interpreter) && !is_parametrized(self)) {
      interpreter.raise("AttributeError",
                        "'" + interpreter.type_of(given[0])->name + "' object has no attribute '" +
                            std::string(given[1].as_string()) + "'",
                        arguments.span);
    }
  }
  return interpreter.call(otherwise, std::move(arguments));
}

/// The classes whose instances have a store of their own.
struct StoredClasses {
  Value parameter, module;
};

/// Of the module's stores, the one for the value; empty: none, or the prelude decides.
std::string_view store_for(Interpreter& interpreter, const Value& value, const StoredClasses& classes,
                           const Span& span) {
  if (value.is_unknown()) return {};
  if (interpreter.is_instance(value, classes.parameter, span)) return "_parameters";
  if (value.is(ObjectKind::instance) && interpreter.is_instance(value, classes.module, span)) return "_modules";
  return {};
}

/// False where the module has not all its stores, or where a parameter's name is taken, which the prelude refuses.
bool put(Interpreter& interpreter, const std::vector<Value>& given, std::string_view home, const Span& span) {
  auto& own = *static_cast<const interp::Instance*>(given[0].object())->attributes.as<interp::Dict>();
  constexpr std::string_view kStores[] = {"_parameters", "_buffers", "_modules"};
  for (std::string_view name : kStores) {
    const Value* store = own.find(name);
    if (!store || !store->is(ObjectKind::dict)) return false;
  }
  if (home != "_parameters" && own.find("_parameters")->as<interp::Dict>()->find(given[1])) return false;
  const auto remove_from = [&](const Value& store) {
    if (store.as<interp::Dict>()->find(given[1])) interpreter.delete_item(store, given[1], span);
  };
  remove_from(static_cast<const interp::Instance*>(given[0].object())->attributes);
  for (std::string_view name : kStores) {
    if (name != home) remove_from(Value(*own.find(name)));
  }
  interpreter.set_item(Value(*own.find(home)), given[1], given[2], span);
  return true;
}

/// What is not known is an attribute like any other: what it holds of parameters is not counted.
bool put_unknown(Interpreter& interpreter, const std::vector<Value>& given, const Span& span) {
  auto& own = *static_cast<const interp::Instance*>(given[0].object())->attributes.as<interp::Dict>();
  for (std::string_view store : {"_parameters", "_buffers", "_modules"}) {
    const Value* found = own.find(store);
    if (!found || !found->is(ObjectKind::dict)) return false;
  }
  for (std::string_view store : {"_parameters", "_buffers", "_modules"}) {
    const Value held = *own.find(store);
    if (held.as<interp::Dict>()->find(given[1])) interpreter.delete_item(held, given[1], span);
  }
  interpreter.set_own_attribute(given[0], given[1].as_string(), given[2], span);
  // Sizes that a layer of ours keeps hold nothing.
  const std::vector<Span> stack = interpreter.call_stack();
  const bool is_size = given[2].as<interp::UnknownValue>()->sort == interp::UnknownValue::Sort::made &&
                       !stack.empty() && is_prelude(stack.front().source);
  if (!is_size) note_part(interpreter, given[0], given[1].as_string(), given[2]);
  return true;
}

/// `norm.momentum = schedule(epoch)`: where a number or a text stood, what is not known is no module and no parameter.
bool replaces_plain(const std::vector<Value>& given) {
  const auto& own = *static_cast<const interp::Instance*>(given[0].object())->attributes.as<interp::Dict>();
  const Value* before = own.find(given[1]);
  return given[2].is_unknown() && before && is_plain(*before) && !before->is_none();
}

/// Of something that is there: a call of what is not there makes anything.
bool replaces_number(const std::vector<Value>& given) {
  return replaces_plain(given) && given[2].as<interp::UnknownValue>()->info.remedy.empty();
}

/// `self.weight = nn.Parameter(torch.tensor(read))`: what is put in the place of a parameter is as large, for the
/// module computes with it.
bool stays_as_large(Interpreter& interpreter, const std::vector<Value>& given) {
  const auto* unknown = given[2].as<interp::UnknownValue>();
  if (!unknown || unknown->sort != interp::UnknownValue::Sort::tensor || !unknown->stand_in.is_none()) return false;
  const Value* before = stored(*static_cast<const interp::Instance*>(given[0].object()), given[1]);
  if (!before || !as_tensor(*before)) return false;
  interpreter.assumptions().push_back(
      {"a parameter that takes the place of another is taken to be as large: " + unknown->info.reason,
       user_span(interpreter)});
  return true;
}

Value set_attribute(Interpreter& interpreter, Arguments& arguments, const Value& otherwise,
                    const StoredClasses& classes) {
  std::vector<Value>& given = arguments.positional;
  if (given.size() == 3) given[2] = interp::standing_in(given[2]);
  const bool is_own = given.size() == 3 && given[0].is(ObjectKind::instance) && given[1].is_string();
  if (is_own && stays_as_large(interpreter, given)) return Value::none();
  if (given.size() == 3 && given[0].is(ObjectKind::instance) && given[1].is_string() && given[2].is_unknown() &&
      !interp::is_followed(interpreter) && !replaces_number(given) && put_unknown(interpreter, given, arguments.span))
    return Value::none();
  if (given.size() == 3 && given[0].is(ObjectKind::instance) && given[1].is_string() && !is_plain(given[2])) {
    const std::string_view home = store_for(interpreter, given[2], classes, arguments.span);
    if (!home.empty() && put(interpreter, given, home, arguments.span)) return Value::none();
  }
  if (given.size() == 3 && given[0].is(ObjectKind::instance) && given[1].is_string() &&
      (is_plain(given[2]) || replaces_plain(given)) &&
      !stored(*static_cast<const interp::Instance*>(given[0].object()), given[1])) {
    interpreter.set_own_attribute(given[0], given[1].as_string(), given[2], arguments.span);
    return Value::none();
  }
  return interpreter.call(otherwise, std::move(arguments));
}

}  // namespace

void quicken_attributes(Interpreter& interpreter, interp::Dict& names, const interp::Class& module_class) {
  auto& attributes = *module_class.attributes.as<interp::Dict>();
  const Value *written = attributes.find("__setattr__"), *parameter = names.find("Parameter");
  if (written && parameter) {
    interpreter.add_method(
        module_class, "__setattr__",
        [otherwise = *written, classes = StoredClasses{*parameter, Value(&module_class)}](
            Interpreter& in, Arguments& arguments) { return set_attribute(in, arguments, otherwise, classes); });
  }
  if (const Value* getter = attributes.find("__getattr__")) {
    interpreter.add_method(module_class, "__getattr__", [otherwise = *getter](Interpreter& in, Arguments& arguments) {
      return get_attribute(in, arguments, otherwise);
    });
  }
}

namespace {

/// A constructor that hands on to its base class: `super().__init__()`, `Base.__init__(self)`.
bool hands_on(const Span& call) {
  std::string_view text = call.text();
  text = text.substr(0, text.find(".__init__("));
  if (text.size() == call.text().size()) return false;
  if (text.starts_with("super(")) return text.find('\n') == std::string_view::npos;
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; });
}

}  // namespace

Span construction_site(Interpreter& interpreter) {
  for (const Span& span : interpreter.call_stack()) {
    if (span && !is_prelude(span.source) && !hands_on(span)) return span;
  }
  return {};
}

namespace {

/// What the program calls a size of the layer that is not known.
std::string name_of_size(Interpreter& interpreter, const Value& owner) {
  if (!owner.is(ObjectKind::instance)) return "";
  const auto& own = *static_cast<const interp::Instance*>(owner.object())->attributes.as<interp::Dict>();
  for (const interp::Dict::Entry& entry : own.entries()) {
    if (!entry.live || !entry.value.is_unknown()) continue;
    if (std::string name = interp::name_of_number(interpreter, entry.value); !name.empty()) return name;
  }
  return "";
}

}  // namespace

void note_part(Interpreter& interpreter, const Value& owner, std::string_view name, const Value& part) {
  const auto& unknown = *part.as<interp::UnknownValue>();
  using Sort = interp::UnknownValue::Sort;
  if (unknown.sort != Sort::made && unknown.sort != Sort::tensor) return;
  Unknown noted = unknown_by(
      unknown.info, "what `" + std::string(name) + "` of " + interpreter.type_of(owner)->name + " holds is not counted",
      user_span(interpreter), Gap::held);
  const std::string number = name_of_size(interpreter, owner);
  if (!number.empty()) noted.remedy = "`data: {" + number + ": NUMBER}` in vramlint.yaml says how large it is";
  interp::note_unknown(interpreter, std::move(noted));
}

Value native_note_hidden_children(Interpreter& interpreter, Arguments& arguments) {
  constexpr size_t kOfPrelude = 2;  // named_children() and children()
  const Value& self = arguments.positional.at(0);
  const std::vector<Span> stack = interpreter.call_stack();
  const auto is_own = [](const Span& place) { return place && !is_prelude(place.source); };
  const auto caller = std::find_if(stack.begin(), stack.end(), is_own);
  const bool is_asked = caller != stack.end() && caller - stack.begin() <= static_cast<std::ptrdiff_t>(kOfPrelude);
  if (!is_asked || interp::is_followed(interpreter) || !self.is(ObjectKind::instance)) return Value::none();
  const auto& own = *static_cast<const interp::Instance*>(self.object())->attributes.as<interp::Dict>();
  for (const interp::Dict::Entry& entry : own.entries()) {
    if (!entry.live || !entry.key.is_string() || !interp::is_absent(entry.value)) continue;
    interp::note_unknown(
        interpreter, unknown_by(entry.value.as<interp::UnknownValue>()->info,
                                "whether `" + std::string(entry.key.as_string()) + "` of " +
                                    interpreter.type_of(self)->name + " is a layer, which is not counted, is not known",
                                *caller, Gap::held));
  }
  return Value::none();
}

/// note_part(owner, name, part): the bytes of what is not known are missing.
Value native_note_part(Interpreter& interpreter, Arguments& arguments) {
  const std::vector<Value>& given = arguments.positional;
  if (given.at(2).is_unknown()) note_part(interpreter, given[0], given.at(1).as_string(), given[2]);
  return Value::none();
}

Value begin_module(Interpreter& interpreter, Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  const Value& module = arguments.positional.at(0);
  if (!module.is(ObjectKind::instance)) {  // `nn.Module.__init__(5)`
    interpreter.raise("AttributeError",
                      "'" + interpreter.type_of(module)->name + "' object has no attribute 'training'", arguments.span);
  }
  if (builder)
    builder->set_making(*module.object(), {construction_site(interpreter), interp::conditions_around(interpreter)});
  auto& self = *static_cast<const interp::Instance*>(module.object());
  interp::Dict& own = interpreter.heap().dict(self.attributes);
  own.set("training", Value::boolean(true));
  for (std::string_view store : {"_parameters", "_buffers", "_modules", "_forward_hooks", "_forward_pre_hooks",
                                 "_backward_hooks", "_state_dict_hooks", "_load_state_dict_pre_hooks"}) {
    own.set(store, Value(new interp::Dict));
  }
  own.set("_non_persistent_buffers_set", Value(new interp::Set(false)));
  return Value::none();
}

}  // namespace vramlint::model
