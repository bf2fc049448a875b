#include "model/placement.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "interp/opaque.h"
#include "model/apply.h"
#include "model/bounded_sizes.h"
#include "model/device.h"
#include "model/host_storage.h"
#include "model/makings.h"
#include "model/module_walks.h"
#include "model/tensor.h"
#include "model/uniform.h"

namespace vramlint::model {
namespace {

using graph::TensorId;
using interp::Interpreter;
using interp::Value;

constexpr int kDeepest = 4;  // how far dicts, lists and objects are searched

using Named = std::pair<std::string, Value>;

std::vector<Named> named(Interpreter& interpreter, const Value& module, std::string_view method) {
  std::vector<Named> result;
  Value walk = interpreter.call(interpreter.get_attribute(module, method, {}), std::vector<Value>{}, {});
  for (const Value& pair : interpreter.to_vector(walk, {})) {
    std::vector<Value> both = interpreter.to_vector(pair, {});
    result.emplace_back(interpreter.str(both.at(0)), both.at(1));
  }
  return result;
}

Value module_class(Interpreter& interpreter) {
  return interpreter.get_attribute(interpreter.import("torch.nn", {}), "Module", {});
}

std::vector<Named> all_modules(Interpreter& interpreter, const Value& module) {
  const Value base = module_class(interpreter);
  const auto* cls = base.as<interp::Class>();  // the program may have put another thing in its place
  if (auto found = cls ? named_modules(interpreter, module, *cls) : std::nullopt) return std::move(*found);
  return named(interpreter, module, "named_modules");
}

std::string joined(const std::string& prefix, const std::string& name) {
  if (prefix.empty() || name.empty()) return prefix + name;
  return prefix + "." + name;
}

/// A frozen parameter of a few elements is a constant of the program, which may read sizes off it.
bool is_constant(const Tensor& tensor, graph::StorageKind kind) {
  constexpr int64_t kMostElements = 64;
  return kind == graph::StorageKind::parameter && !tensor.requires_grad && tensor.type_info.numel() <= kMostElements;
}

void place(Interpreter& interpreter, Builder& builder, const std::string& name, const Value& value,
           graph::StorageKind kind) {
  Tensor* tensor = as_tensor(value);
  if (!tensor || tensor->on_device() || (tensor->stays_on_host && builder.uses_device)) return;
  if (is_open(tensor->type_info)) return note_open(interpreter, tensor->type_info, "what `" + name + "` holds");
  graph::StorageId storage = builder.add_storage(tensor->type_info.bytes(), kind);
  TensorId id = builder.add_tensor({tensor->type_info, storage, tensor->requires_grad, true});
  if (!is_constant(*tensor, kind)) {
    tensor->values.reset();
    set_uniform(*tensor, {});
  }
  tensor->asked = Place::unsaid;
  tensor->place(id);
  place_with(builder, *tensor);
  builder.graph.parameters.push_back({name, id, kind == graph::StorageKind::buffer});
}

std::vector<Named> entries(const interp::Dict& dict, const std::string& prefix) {
  std::vector<Named> result;
  for (const interp::Dict::Entry& entry : dict.entries_unseen()) {
    if (!entry.live) continue;
    const std::string name = entry.key.is_string() ? std::string(entry.key.as_string())
                             : entry.key.is_int()  ? std::to_string(entry.key.as_int())
                                                   : std::to_string(result.size());
    result.emplace_back(joined(prefix, name), entry.value);
  }
  return result;
}

/// What stands in a dict, a list, a tuple or an object, under its dotted name.
std::vector<Named> parts_of(Interpreter& interpreter, const Value& value, const std::string& name) {
  if (const auto* dict = value.as<interp::Dict>()) return entries(*dict, name);
  std::vector<Named> result;
  const auto* list = value.as<interp::List>();
  const auto* tuple = value.as<interp::Tuple>();
  if (list || tuple) {  // as they are: how long a list is may not be known
    const std::vector<Value>& items = list ? list->items : tuple->items;
    interpreter.budget().touch(items.size(), {});
    for (const Value& item : items) result.emplace_back(joined(name, std::to_string(result.size())), item);
  } else if (const auto* instance = value.as<interp::Instance>()) {
    if (const auto* own = instance->attributes.as<interp::Dict>()) return entries(*own, name);
  }
  return result;
}

/// What the modules hold in a store of nn.Module's, under its dotted name; what several hold comes once, as
/// named_parameters() has it (torch/nn/modules/module.py, _named_members).
std::vector<Named> members(const std::vector<Named>& modules, std::string_view store) {
  std::vector<Named> found;
  std::unordered_set<const interp::Object*> seen;
  for (const auto& [path, module] : modules) {
    const auto* instance = module.as<interp::Instance>();
    auto* own = instance ? instance->attributes.as<interp::Dict>() : nullptr;
    const Value* held = own ? own->find(store) : nullptr;
    const auto* names = held ? held->as<interp::Dict>() : nullptr;
    if (!names) continue;
    for (Named& entry : entries(*names, path)) {
      if (entry.second.is_object() && seen.insert(entry.second.object()).second) found.push_back(std::move(entry));
    }
  }
  return found;
}

/// Modules are visited, and not entered. What stands in several places is entered once, where it is least deep.
class PartsWalk {
 public:
  PartsWalk(Interpreter& interpreter, std::function<void(const Named&)> visit)
      : interpreter_(interpreter), visit_(std::move(visit)) {}

  void go(const Named& given, int depth = 0) {
    const Named at{given.first, interp::standing_in(given.second)};
    visit_(at);
    if (depth == kDeepest || !at.second.is_object() || is_module(interpreter_, at.second)) return;
    const auto [entered, fresh] = entered_.try_emplace(at.second.object(), depth);
    if (!fresh && entered->second <= depth) return;
    entered->second = depth;
    for (const Named& part : parts_of(interpreter_, at.second, at.first)) go(part, depth + 1);
  }

 private:
  Interpreter& interpreter_;
  std::function<void(const Named&)> visit_;
  std::unordered_map<const interp::Object*, int> entered_;
};

}  // namespace

bool is_module(Interpreter& interpreter, const Value& value) {
  if (!value.as<interp::Instance>()) return false;
  interp::Result<Value> found = interpreter.guarded(
      [&] { return Value::boolean(interpreter.is_instance(value, module_class(interpreter), {})); });
  auto* truth = std::get_if<Value>(&found);
  return truth && truth->as_bool();
}

std::vector<NamedModule> modules_in(Interpreter& interpreter, const Value& value, std::string name) {
  std::vector<NamedModule> found;
  PartsWalk(interpreter, [&](const Named& part) {
    if (is_module(interpreter, part.second)) found.push_back(part);
  }).go({std::move(name), value});
  return found;
}

Value native_modules_of(Interpreter& interpreter, interp::Arguments& arguments) {
  std::vector<Value> modules;
  for (Named& module : all_modules(interpreter, arguments.positional.at(0)))
    modules.push_back(std::move(module.second));
  return Value::list(std::move(modules));
}

void visit_parts(Interpreter& interpreter, const Value& value, const std::function<void(const Value&)>& visit) {
  PartsWalk(interpreter, [&](const Named& part) { visit(part.second); }).go({"", value});
}

void each_tensor_in(Interpreter& interpreter, const Value& value, const std::function<void(const Tensor&)>& visit) {
  visit_parts(interpreter, value, [&](const Value& part) {
    if (const Tensor* tensor = as_tensor(part)) return visit(*tensor);
    if (!is_module(interpreter, part)) return;
    const std::vector<Named> modules = all_modules(interpreter, part);
    for (std::string_view store : {"_parameters", "_buffers"})
      for (const auto& [name, held] : members(modules, store))
        if (const Tensor* tensor = as_tensor(held)) visit(*tensor);
  });
}

Value native_lay(Interpreter& interpreter, interp::Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  const bool on_host = arguments.positional.at(1).as_bool();
  if (!builder) return Value::none();
  builder->uses_device |= !on_host;
  const std::vector<Named> modules = all_modules(interpreter, arguments.positional.at(0));
  for (std::string_view store : {"_parameters", "_buffers"}) {
    for (const auto& [name, value] : members(modules, store)) {
      Tensor* tensor = as_tensor(value);
      if (!tensor || tensor->on_device()) continue;
      builder->before_change(*tensor, true);
      tensor->asked = on_host ? Place::host : Place::device;
      tensor->stays_on_host = on_host;
      if (!on_host && builder->behind_loop) bring_to_device(interpreter, *tensor);
    }
  }
  return Value::none();
}

Extent extent_of(Interpreter& interpreter, const Value& module) {
  for (const auto& [name, value] : members(all_modules(interpreter, module), "_parameters")) {
    const Tensor* tensor = as_tensor(value);
    if (tensor && !tensor->on_device() && tensor->asked == Place::device) return Extent::moved;
  }
  return Extent::all;
}

void place_module(Interpreter& interpreter, Builder& builder, const NamedModule& module, Owner owner, Extent extent) {
  if (builder.graph.modules.empty()) builder.graph.modules = {""};
  const std::vector<Named> modules = all_modules(interpreter, module.second);
  for (const auto& [name, part] : modules) {
    const std::string path = joined(module.first, name);
    if (path.empty()) note_making(interpreter, builder, part, 0);
    if (path.empty() || !part.is_object() || builder.modules.contains(part.object())) continue;
    builder.modules.emplace(part.object(), static_cast<graph::ModuleId>(builder.graph.modules.size()));
    builder.graph.modules.push_back(path);
    note_making(interpreter, builder, part, static_cast<graph::ModuleId>(builder.graph.modules.size() - 1));
    const std::optional<interp::Making> making = builder.making_of(*part.object());
    builder.around_modules.resize(builder.graph.modules.size());
    builder.around_modules.back() = making ? making->around : 0;
  }
  for (const auto& [name, value] : members(modules, "_parameters")) {
    const Tensor* tensor = as_tensor(value);
    if (extent == Extent::moved && tensor && tensor->asked == Place::unsaid && !tensor->on_device()) continue;
    const bool frozen = owner == Owner::state && tensor && !tensor->requires_grad;
    const size_t before = builder.graph.parameters.size();
    place(interpreter, builder, joined(module.first, name), value,
          frozen ? graph::StorageKind::buffer : graph::StorageKind::parameter);
    if (builder.graph.parameters.size() > before) builder.graph.parameters.back().frozen = frozen;
  }
  for (const auto& [name, value] : members(modules, "_buffers"))
    place(interpreter, builder, joined(module.first, name), value, graph::StorageKind::buffer);
}

void place_tensors(Interpreter& interpreter, Builder& builder, const Value& value, const std::string& name) {
  PartsWalk(interpreter, [&](const Named& part) {
    place(interpreter, builder, part.first, part.second, graph::StorageKind::buffer);
  }).go({name, value});
}

void place_moved(Interpreter& interpreter, Builder& builder, const Value& names) {
  PartsWalk(interpreter, [&](const Named& part) {
    Tensor* tensor = as_tensor(part.second);
    if (!tensor || tensor->on_device() || tensor->asked != Place::device) return;
    if (!tensor->host_storage.is_none())
      return bring_to_device(interpreter, *tensor);  // a part of it has been looked at
    move_to_device(interpreter, *tensor);
    if (!builder.graph.parameters.empty()) builder.graph.parameters.back().name = part.first;
  }).go({"", names});
}

Value arrive(const std::shared_ptr<Builder>& builder, const InputShape& shape, size_t at) {
  Value value = make_tensor(builder, shape.type);
  Tensor* tensor = as_tensor(value);
  tensor->origins = shape.origins;
  graph::StorageId storage = builder->add_storage(shape.type.bytes(), graph::StorageKind::input);
  TensorId id = builder->add_tensor({shape.type, storage, false, true});
  tensor->place(id);
  builder->graph.inputs.push_back(id);
  std::vector<graph::Event>& events = builder->graph.events;
  events.insert(events.begin() + static_cast<std::ptrdiff_t>(at), graph::Input{id});
  return value;
}

bool is_transient(const Builder& builder, TensorId tensor) {
  const graph::StorageKind kind = builder.graph.storages[builder.graph.tensors[tensor].storage].kind;
  return kind == graph::StorageKind::intermediate || kind == graph::StorageKind::input;
}

void carry_kept(Builder& builder) { carry_kept(builder, builder.live(), builder.graph.events.size()); }

void carry_kept(Builder& builder, const std::unordered_set<TensorId>& live, size_t end) {
  const std::vector<graph::Event>& events = builder.graph.events;
  for (size_t i = 0; i < end; ++i) {
    const auto* node = std::get_if<graph::Node>(&events[i]);
    if (!node) continue;
    for (const TensorId result : node->results) {
      if (live.contains(result) && is_transient(builder, result)) builder.graph.carried.push_back({result, i + 1});
    }
  }
}

}  // namespace vramlint::model
