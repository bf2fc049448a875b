#include "model/module_iterators.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "interp/heap.h"
#include "interp/opaque.h"

namespace vramlint::model {

using interp::Arguments;
using interp::BuiltinFunction;
using interp::Class;
using interp::Dict;
using interp::Interpreter;
using interp::Object;
using interp::ObjectKind;
using interp::Value;

namespace {

/// What has been met, which it keeps alive.
class Met {
 public:
  bool contains(const Value& one) const { return ids_.contains(one.object()); }
  bool insert(const Value& one) {
    if (!ids_.insert(one.object()).second) return false;
    kept_.push_back(one);
    return true;
  }
  /// As Python's set of them.
  Value as_set() const {
    auto* set = new interp::Set(false);
    for (const Value& one : kept_) set->table.set(one, Value::none());
    return Value(set);
  }
  void insert_all(const interp::Set& set) {
    for (const Dict::Entry& entry : set.table.entries()) {
      if (entry.live && entry.key.is_object()) insert(entry.key);
    }
  }
  void visit(const interp::Iterator::Visitor& visitor) const { std::for_each(kept_.begin(), kept_.end(), visitor); }

 private:
  std::unordered_set<const Object*> ids_;
  std::vector<Value> kept_;
};

/// Through the entries of a dict that may not change its size meanwhile.
struct Entries {
  explicit Entries(const Dict& d) : dict(&d), size(d.size()) {}
  Value dict;
  size_t size;
  size_t at = 0;

  const Dict::Entry* next(Interpreter& interpreter) {
    const Dict& table = *dict.as<Dict>();
    if (table.size() != size) interpreter.raise("RuntimeError", "dictionary changed size during iteration", {});
    while (at < table.entries().size() && !table.entries()[at].live) ++at;
    interpreter.budget().touch(1, {});
    return at < table.entries().size() ? &table.entries()[at++] : nullptr;
  }
};

std::string below(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : path + "." + std::string(name);
}

/// What the module holds under that name now.
Entries entries_of(Interpreter& interpreter, const Value& module, std::string_view store) {
  const Value own = interpreter.get_attribute(module, store, {});
  const Dict* table = own.as<Dict>();
  if (!table) interpreter.raise("TypeError", "`" + std::string(store) + "` of a module is no dict", {});
  return Entries(*table);
}

/// What is the same in all walks of an interpreter.
struct Ways {
  const Class* module_class;
  Value named_modules;  ///< as the prelude wrote it
};

struct Modules : interp::Resumable<Modules> {
  struct Level {
    std::string path;
    Value module;
    std::optional<Entries> children;  ///< from when they are asked for: who got the module may have changed them
    Value others, memo;               ///< what a module that walks in its own way yields, and the set that it was given
  };
  Modules(const Ways& w, const Value& r, std::string p, bool once)
      : ways(w), root(r), prefix(std::move(p)), remove_duplicate(once) {}
  Ways ways;
  Value root;
  std::string prefix;
  bool remove_duplicate;
  bool has_begun = false;
  Met met;
  std::vector<Level> levels;

  std::string_view type_name() const override { return "generator"; }
  bool visit(const Visitor& visitor) const override {
    visitor(root);
    met.visit(visitor);
    for (const Level& level : levels) {
      visitor(level.module);
      if (level.children) visitor(level.children->dict);
      visitor(level.others);
      visitor(level.memo);
    }
    return true;
  }

  std::optional<Value> next(Interpreter& interpreter) override {
    if (!std::exchange(has_begun, true)) {
      if (auto first = take(interpreter, root, prefix, false)) return first;
    }
    while (!levels.empty()) {
      if (!levels.back().others.is_none()) {
        const Value others = levels.back().others;
        if (auto item = interpreter.next(others, {})) return item;
        met.insert_all(*levels.back().memo.as<interp::Set>());
        levels.pop_back();
      } else if (const Dict::Entry* child = next_child(interpreter)) {
        const Value module = child->value;
        if (module.is_none() || is_missing_part(interpreter, module)) continue;
        std::string path = below(levels.back().path, interpreter.str(child->key));
        if (auto item = take(interpreter, module, std::move(path), true)) return item;
      } else {
        levels.pop_back();
      }
    }
    return {};
  }

  const Dict::Entry* next_child(Interpreter& interpreter) {
    Level& level = levels.back();
    if (!level.children) level.children = entries_of(interpreter, level.module, "_modules");
    return level.children->next(interpreter);
  }

  /// The module itself, unless it was met before or is asked for what it yields.
  std::optional<Value> take(Interpreter& interpreter, const Value& module, std::string path, bool may_differ) {
    const bool is_own = may_differ && !leaves_to_module(interpreter, module, *ways.module_class, "named_modules");
    if (is_own || has_own_equality(*interpreter.type_of(module))) {
      ask(interpreter, module, path, is_own);
      return {};
    }
    if (remove_duplicate ? !met.insert(module) : met.contains(module)) return {};
    levels.push_back({path, module, std::nullopt, Value::none(), Value::none()});
    return Value::tuple({Value::string(std::move(path)), module});
  }

  void ask(Interpreter& interpreter, const Value& module, const std::string& path, bool is_own) {
    const Value memo = met.as_set();
    std::vector<Value> given = {memo, Value::string(path), Value::boolean(remove_duplicate)};
    if (!is_own) given.insert(given.begin(), module);
    const Value function = is_own ? interpreter.get_attribute(module, "named_modules", {}) : ways.named_modules;
    const Value found = interpreter.iterate(interpreter.call(function, std::move(given), {}), {});
    levels.push_back({path, module, std::nullopt, found, memo});
  }
};

/// The parameters or buffers of what `modules` yields, a pair of path and module each.
struct Members : interp::Resumable<Members> {
  Members(Value m, std::string_view s, bool once) : modules(std::move(m)), store(s), remove_duplicate(once) {}
  Value modules;
  std::string_view store;
  bool remove_duplicate;
  Met met;
  std::string path;
  std::optional<Entries> members;

  std::string_view type_name() const override { return "generator"; }
  bool visit(const Visitor& visitor) const override {
    visitor(modules);
    met.visit(visitor);
    if (members) visitor(members->dict);
    return true;
  }

  std::optional<Value> next(Interpreter& interpreter) override {
    while (true) {
      if (!members && !open(interpreter)) return {};
      const Dict::Entry* member = members->next(interpreter);
      if (!member) {
        members.reset();
        continue;
      }
      const Value value = member->value;
      if (value.is_none() || (value.is_object() && met.contains(value))) continue;
      if (remove_duplicate && value.is_object() && !value.is_unknown()) met.insert(value);
      return Value::tuple({Value::string(below(path, interpreter.str(member->key))), value});
    }
  }

  bool open(Interpreter& interpreter) {
    const std::optional<Value> pair = interpreter.next(modules, {});
    if (!pair) return false;
    const std::vector<Value> both = interpreter.to_vector(*pair, {});
    path = interpreter.str(both.at(0));
    members = entries_of(interpreter, both.at(1), store);
    return true;
  }
};

/// The second of each pair.
struct Seconds : interp::Resumable<Seconds> {
  explicit Seconds(Value p) : pairs(std::move(p)) {}
  Value pairs;
  std::string_view type_name() const override { return "generator"; }
  bool visit(const Visitor& visitor) const override { return visitor(pairs), true; }
  std::optional<Value> next(Interpreter& interpreter) override {
    const std::optional<Value> pair = interpreter.next(pairs, {});
    if (!pair) return {};
    const auto* both = pair->as<interp::Tuple>();
    return both && both->items.size() == 2 ? both->items[1] : interpreter.to_vector(*pair, {}).at(1);
  }
};

// ---------------------------------------------------------------- the methods

/// The arguments after self by their names; empty where they don't fit, or one is not known.
std::optional<std::vector<Value>> plain_arguments(const Arguments& arguments,
                                                  const std::vector<std::pair<std::string_view, Value>>& parameters) {
  if (arguments.positional.empty() || arguments.positional.size() > parameters.size() + 1) return std::nullopt;
  std::vector<Value> given;
  for (const auto& parameter : parameters) given.push_back(parameter.second);
  std::copy(arguments.positional.begin() + 1, arguments.positional.end(), given.begin());
  for (const auto& named : arguments.keyword) {
    size_t place = arguments.positional.size() - 1;
    while (place < parameters.size() && parameters[place].first != named.first) ++place;
    if (place == parameters.size()) return std::nullopt;
    given[place] = named.second;
  }
  if (std::any_of(given.begin(), given.end(), [](const Value& one) { return one.is_unknown(); })) return std::nullopt;
  return given;
}

std::optional<Value> named_modules_of(Interpreter& interpreter, const Arguments& arguments, const Ways& ways) {
  const auto given = plain_arguments(
      arguments, {{"memo", Value::none()}, {"prefix", Value::string("")}, {"remove_duplicate", Value::boolean(true)}});
  if (!given || !given->at(0).is_none() || !given->at(1).is_string()) return std::nullopt;
  return Value(new Modules(ways, arguments.positional[0], std::string(given->at(1).as_string()),
                           interpreter.truthy(given->at(2), arguments.span)));
}

std::optional<Value> named_members_of(Interpreter& interpreter, const Arguments& arguments, const Ways& ways,
                                      std::string_view store) {
  const auto given = plain_arguments(
      arguments,
      {{"prefix", Value::string("")}, {"recurse", Value::boolean(true)}, {"remove_duplicate", Value::boolean(true)}});
  if (!given || !given->at(0).is_string()) return std::nullopt;
  const Value self = arguments.positional[0];
  if (!leaves_to_module(interpreter, self, *ways.module_class, "_named_members")) return std::nullopt;
  const bool once = interpreter.truthy(given->at(2), arguments.span);
  Value modules = interpreter.iterate(Value::list({Value::tuple({given->at(0), self})}), arguments.span);
  if (interpreter.truthy(given->at(1), arguments.span)) {
    Arguments walk{.positional = {}, .keyword = {{"prefix", given->at(0)}}, .span = arguments.span};
    if (!once) walk.keyword.emplace_back("remove_duplicate", Value::boolean(false));
    const Value method = interpreter.get_attribute(self, "named_modules", arguments.span);
    modules = interpreter.iterate(interpreter.call(method, std::move(walk)), arguments.span);
  }
  if (modules.is_unknown()) return std::nullopt;
  return Value(new Members(std::move(modules), store, once));
}

/// modules(), parameters(recurse), buffers(recurse): what the method of that name yields without its paths.
std::optional<Value> without_paths(Interpreter& interpreter, const Arguments& arguments, std::string_view named) {
  const auto given = plain_arguments(arguments, {{"recurse", Value::boolean(true)}});
  if (!given || (named == "named_modules" && arguments.positional.size() + arguments.keyword.size() != 1))
    return std::nullopt;
  Arguments asked{.positional = {}, .keyword = {}, .span = arguments.span};
  if (named != "named_modules") asked.keyword.emplace_back("recurse", given->at(0));
  const Value method = interpreter.get_attribute(arguments.positional[0], named, arguments.span);
  const Value pairs = interpreter.iterate(interpreter.call(method, std::move(asked)), arguments.span);
  if (pairs.is_unknown()) return std::nullopt;
  return Value(new Seconds(pairs));
}

}  // namespace

const Dict& own_attributes(const Value& instance) {
  return *static_cast<const interp::Instance*>(instance.object())->attributes.as<Dict>();
}

const Dict* store_of(const Value& module, std::string_view name) {
  const Value* found = module.is(ObjectKind::instance) ? own_attributes(module).find(name) : nullptr;
  return found ? found->as<Dict>() : nullptr;
}

bool is_missing_part(Interpreter& interpreter, const Value& part) {
  return part.is_unknown() && !interp::is_followed(interpreter);
}

bool has_own_equality(const Class& cls) {
  for (std::string_view name : {"__eq__", "__hash__"}) {
    const Value* found = cls.lookup(name);
    if (found && found->is(ObjectKind::function)) return true;
  }
  return false;
}

bool leaves_to_module(const Class& cls, const Class& module_class, std::string_view method) {
  const Value* found = cls.lookup(method);
  const Value* own = module_class.lookup(method);
  return found && own && found->same(*own);
}

bool leaves_to_module(Interpreter& interpreter, const Value& module, const Class& module_class,
                      std::string_view method) {
  if (!module.is(ObjectKind::instance) || own_attributes(module).find(method)) return false;
  return leaves_to_module(*interpreter.type_of(module), module_class, method);
}

void quicken_iteration(Interpreter& interpreter, const Class& module_class) {
  const Dict& written = *module_class.attributes.as<Dict>();
  const Value* named_modules = written.find(std::string_view("named_modules"));
  if (!named_modules) return;
  const Ways ways{&module_class, *named_modules};
  const auto replace = [&](std::string_view name, auto method) {
    const Value* otherwise = written.find(name);
    if (!otherwise) return;
    interpreter.add_method(module_class, std::string(name),
                           [method, otherwise = *otherwise](Interpreter& in, Arguments& arguments) {
                             if (!interp::is_followed(in)) {
                               if (std::optional<Value> made = method(in, arguments)) return std::move(*made);
                             }
                             return in.call(otherwise, std::move(arguments));
                           });
  };
  const auto members = [&](std::string_view name, std::string_view store) {
    replace(name, [ways, store](Interpreter& in, Arguments& a) { return named_members_of(in, a, ways, store); });
  };
  const auto seconds = [&](std::string_view name, std::string_view named) {
    replace(name, [named](Interpreter& in, Arguments& a) { return without_paths(in, a, named); });
  };
  replace("named_modules", [ways](Interpreter& in, Arguments& a) { return named_modules_of(in, a, ways); });
  members("named_parameters", "_parameters");
  members("named_buffers", "_buffers");
  seconds("modules", "named_modules");
  seconds("parameters", "named_parameters");
  seconds("buffers", "named_buffers");
}

}  // namespace vramlint::model
