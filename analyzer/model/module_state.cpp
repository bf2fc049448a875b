#include "model/module_state.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "interp/opaque.h"
#include "model/apply.h"
#include "model/module_iterators.h"

namespace vramlint::model {
namespace {

using interp::Arguments;
using interp::Class;
using interp::Dict;
using interp::Interpreter;
using interp::ObjectKind;
using interp::Value;

struct StateWriter {
  Interpreter& interpreter;
  const Class& module_class;
  Value destination;
  bool keeps_variables;
  Span span;

  /// Whether all that there is to write are its tensors and its children.
  bool is_plain(const Value& module) const {
    for (std::string_view method : {"state_dict", "_save_to_state_dict", "get_extra_state"}) {
      if (!leaves_to_module(interpreter, module, module_class, method)) return false;
    }
    for (std::string_view store : {"_parameters", "_buffers", "_modules"}) {
      if (!is_plain_store(store_of(module, store))) return false;
    }
    const Dict *after = store_of(module, "_state_dict_hooks"), *before = store_of(module, "_state_dict_pre_hooks");
    return after && after->size() == 0 && (!before || before->size() == 0);
  }

  static bool is_plain_store(const Dict* store) {
    return store && std::all_of(store->entries().begin(), store->entries().end(), [](const Dict::Entry& entry) {
             return !entry.live || (entry.key.is_string() && !entry.value.is_unknown());
           });
  }

  void put(const std::string& name, const Value& tensor) const {
    const Value kept =
        keeps_variables ? tensor : interpreter.call(interpreter.get_attribute(tensor, "detach", span), {}, span);
    interpreter.set_item(destination, Value::string(name), kept, span);
  }

  void put_all(const Value& module, std::string_view store, const std::string& prefix,
               const interp::Set* without) const {
    const std::vector<Dict::Entry> entries = store_of(module, store)->entries();
    for (const Dict::Entry& entry : entries) {
      if (!entry.live || entry.value.is_none() || (without && without->table.find(entry.key))) continue;
      put(prefix + std::string(entry.key.as_string()), entry.value);
    }
  }

  void note_version(const Value& module, const std::string& prefix) const {
    const Value metadata = interpreter.get_attribute(destination, "_metadata", span);
    auto* version = new Dict();
    const Value noted(version);
    version->set(std::string_view("version"), interpreter.get_attribute(module, "_version", span));
    const std::string name = prefix.empty() ? prefix : prefix.substr(0, prefix.size() - 1);
    interpreter.set_item(metadata, Value::string(name), noted, span);
  }

  void write(const Value& module, const std::string& prefix) const {
    interpreter.budget().step(span);
    const interp::Deeper deeper(interpreter.budget(), span);
    note_version(module, prefix);
    const Value left_out = interpreter.get_attribute(module, "_non_persistent_buffers_set", span);
    put_all(module, "_parameters", prefix, nullptr);
    put_all(module, "_buffers", prefix, left_out.as<interp::Set>());
    const std::vector<Dict::Entry> children = store_of(module, "_modules")->entries();
    for (const Dict::Entry& child : children) {
      if (!child.live || child.value.is_none()) continue;
      const std::string path = prefix + std::string(child.key.as_string()) + ".";
      if (is_plain(child.value))
        write(child.value, path);
      else
        ask(child.value, path);
    }
  }

  void ask(const Value& module, const std::string& path) const {
    const Value method = interpreter.get_attribute(module, "state_dict", span);
    Arguments given{.positional = {},
                    .keyword = {{"destination", destination},
                                {"prefix", Value::string(path)},
                                {"keep_vars", Value::boolean(keeps_variables)}},
                    .span = span};
    interpreter.call(method, std::move(given));
  }
};

/// module.state_dict(destination=…, prefix=…, keep_vars=…); a call without a destination makes one in the prelude.
Value state_dict(Interpreter& interpreter, Arguments& arguments, const Class& module_class, const Value& otherwise) {
  Value destination, prefix = Value::string(""), keep = Value::boolean(false);
  bool is_usual = arguments.positional.size() == 1 && !interp::is_followed(interpreter);
  for (const auto& [name, value] : arguments.keyword) {
    Value* place = name == "destination" ? &destination
                   : name == "prefix"    ? &prefix
                   : name == "keep_vars" ? &keep
                                         : nullptr;
    is_usual &= place != nullptr;
    if (place) *place = value;
  }
  if (!is_usual || !destination.as<Dict>() || !prefix.is_string() || keep.is_unknown() ||
      !destination.is(ObjectKind::instance) || !own_attributes(destination).find(std::string_view("_metadata")))
    return interpreter.call(otherwise, std::move(arguments));
  const StateWriter writer{interpreter, module_class, destination, interpreter.truthy(keep, arguments.span),
                           arguments.span};
  if (!writer.is_plain(arguments.positional[0])) return interpreter.call(otherwise, std::move(arguments));
  writer.write(arguments.positional[0], std::string(prefix.as_string()));
  return destination;
}

}  // namespace

void quicken_state(Interpreter& interpreter, const Class& module_class) {
  const Value* written = module_class.lookup("state_dict");
  if (!written) return;
  interpreter.add_method(module_class, "state_dict",
                         [&module_class, otherwise = *written](Interpreter& in, Arguments& arguments) {
                           return state_dict(in, arguments, module_class, otherwise);
                         });
}

}  // namespace vramlint::model
