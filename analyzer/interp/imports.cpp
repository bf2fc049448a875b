// Finding and running modules. Standard modules and torch come from us; everything else from the user's directories
// first, then the search paths, then the prelude.
#include <algorithm>

#include "interp/builtins_arguments.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/import_notes.h"
#include "interp/module_search.h"
#include "interp/opaque.h"
#include "interp/own_import.h"
#include "interp/shelf.h"
#include "interp/star_import.h"
#include "interp/text.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

void run_body(Interpreter& interpreter, const Value& module_value, const syntax::PythonModule& parsed) {
  Frame frame;
  frame.module = module_value;
  frame.names = static_cast<const Module*>(module_value.object())->globals;
  const bool literals = std::exchange(interpreter.impl().literal_origins, false);
  const Origin guard = std::exchange(interpreter.impl().guard, Origin{0});
  const Origin nearest = std::exchange(interpreter.impl().nearest, Origin{0});
  // Who catches the ImportError of a module asks for that module, not for all that it imports itself.
  const int import_guards = std::exchange(interpreter.impl().import_guards, 0);
  try {
    Running running(interpreter, frame, Span{parsed.source, 0, 0});
    execute(interpreter, frame, parsed.body);
  } catch (...) {
    interpreter.impl().literal_origins = literals;
    interpreter.impl().import_guards = import_guards;
    throw;
  }
  interpreter.impl().literal_origins = literals;
  interpreter.impl().import_guards = import_guards;
  std::tie(interpreter.impl().guard, interpreter.impl().nearest) = std::pair(guard, nearest);
}

Value new_module(const std::string& name) {
  auto* module = new Module(name);
  auto* globals = new Dict;
  globals->set("__name__", Value::string(name));
  globals->set("__doc__", Value::none());
  module->globals = Value(globals);
  return Value(module);
}

bool comes_from_prelude(const Source& source) { return source.path().starts_with("<vramlint>/"); }

[[noreturn]] void no_module(Interpreter& interpreter, const std::string& name, const Span& span) {
  interpreter.raise("ModuleNotFoundError", "No module named '" + name + "'", span);
}

/// Of a package without a source, or with a description that is not of what is installed.
Value not_at_hand(Interpreter& interpreter, const std::string& name, const Span& span) {
  Interpreter::Impl& impl = interpreter.impl();
  const Installed said = installed(impl.world, name);
  if (said == Installed::no) no_module(interpreter, name, span);
  if (said == Installed::yes) return absent_though_installed(name, span, impl.import_guards > 0);
  if (impl.import_guards > 0) {
    assume_missing(interpreter, name.substr(0, name.find('.')), span);
    no_module(interpreter, name, span);
  }
  return comes_from_us(impl.world, name) ? Value::unknown(name + " is not modelled", span) : absent_module(name, span);
}

Value not_found(Interpreter& interpreter, const std::string& name, const Span& span) {
  Interpreter::Impl& impl = interpreter.impl();
  const std::string package = name.substr(0, name.find('.'));
  if (installed(impl.world, name) == Installed::no) no_module(interpreter, name, span);
  const Found top = find_module(impl.world, package);
  // What is at hand lacks it: its release may lack it as well.
  if (!top.source && !top.is_namespace) return not_at_hand(interpreter, name, span);
  if (impl.import_guards > 0) no_module(interpreter, name, span);
  const bool ours = comes_from_us(impl.world, name);
  if (ours) return Value::unknown(name + " is not modelled", span);
  return absent_module(name, span);
}

/// What stands before the names of descriptions that the program hides behind modules of its own.
constexpr std::string_view kHidden = "<vramlint>/";

class Importer {
 public:
  /// `described`: names mean our descriptions, whatever the program has of that name.
  Importer(Interpreter& interpreter, const Span& span, bool described = false)
      : interpreter_(interpreter), impl_(interpreter.impl()), span_(span), described_(described) {}

  /// The module of the full name, its parents imported first.
  Value import(const std::string& name) {
    if (const Value* loaded = find(name)) return *loaded;
    const size_t dot = name.rfind('.');
    if (dot == std::string::npos) {
      const Permanent permanent(impl_.heap);
      return load(name, Value::none());
    }
    Value parent = import(name.substr(0, dot));
    if (parent.is_unknown()) return parent;
    if (const Value* loaded = find(name)) return *loaded;
    // What an arm under trial imports is imported: another arm would do it no differently.
    const Permanent permanent(impl_.heap);
    Value module = load(name, parent);
    // While it ran, the parent may have put another object in its own place.
    if (const Value* loaded = find(name.substr(0, dot))) parent = *loaded;
    const std::string_view own = std::string_view(name).substr(dot + 1);
    if (!module.is_unknown() && !is_attribute(parent, own, module))
      interpreter_.set_attribute(parent, own, module, span_);
    return module;
  }

  const Value* find(const std::string& name) const { return impl_.modules.as<Dict>()->find(key(name)); }

 private:
  Dict& modules() { return impl_.heap.dict(impl_.modules); }
  std::string key(const std::string& name) const { return described_ ? std::string(kHidden) + name : name; }

  static const Value* attribute(const Value& parent, std::string_view name) {
    const auto* package = parent.as<Module>();
    return package ? static_cast<const Dict*>(package->globals.object())->find(name) : nullptr;
  }
  static bool is_attribute(const Value& parent, std::string_view name, const Value& value) {
    const Value* found = attribute(parent, name);
    return found && found->same(value) && found->origin() == value.origin();
  }

  Value load(const std::string& name, const Value& parent) {
    const Found found = described_ ? find_described(impl_.world, name) : find_module(impl_.world, name);
    const bool is_package = name.find('.') == std::string::npos;
    const bool described = found.source && comes_from_prelude(*found.source) && !comes_from_us(impl_.world, name);
    if (described && is_package && goes_without(interpreter_, name, span_)) no_module(interpreter_, name, span_);
    Value value = new_module(name);
    Module& module = Heap::unseen(*value.as<Module>());
    module.is_package = found.is_package;
    modules().set(key(name), value);
    if (found.source) {
      try {
        run(value, module, *found.source);
      } catch (const Raised& raised) {
        if (!described || !is_package || !declines(raised, name)) throw;
        return not_at_hand(interpreter_, name, span_);
      }
      complete(module);
      if (described && is_package) take_release(interpreter_, module, span_);
      if (described && is_package && impl_.import_guards > 0) assume_present(interpreter_, name, span_);
      // What its code has put under its name is the module: `sys.modules[__name__] = ...`.
      const Value* left = find(name);
      return left ? *left : value;
    }
    if (complete(module) || found.is_namespace) return value;
    modules().erase(key(name));
    if (const Value* there = attribute(parent, std::string_view(name).substr(name.rfind('.') + 1))) return *there;
    return not_found(interpreter_, name, span_);
  }

  /// A description says of itself that it is not of what is installed.
  bool declines(const Raised& raised, const std::string& name) {
    const Class* type = interpreter_.type_of(raised.exception);
    return type->name == "ModuleNotFoundError" &&
           exception_text(interpreter_, raised.exception) == "No module named '" + name + "'";
  }

  void run(const Value& value, Module& module, const Source& source) {
    auto parsed = impl_.world.parsed.get().parse(source, impl_.world.prelude);
    impl_.loaded.push_back(parsed);
    if (!comes_from_prelude(source)) impl_.opened.push_back(&source);
    module.file = source.path();
    Dict& globals = impl_.heap.dict(module.globals);
    const Value path = own_path(interpreter_, source);
    globals.set("__file__", path);
    if (module.is_package) {
      Value folder = Value::string(std::filesystem::path(source.path()).parent_path().string());
      globals.set("__path__", Value::list({std::move(folder).with_origin(path.origin())}));
    }
    if (!parsed->docstring.empty()) globals.set("__doc__", Value::string(parsed->docstring));
    const size_t unknowns = impl_.unknowns.size(), pending = impl_.imports.pending.size();
    try {
      const ImportRecord record(impl_);
      run_body(interpreter_, value, *parsed);
      withhold(value, unknowns, pending);
    } catch (Raised& raised) {
      modules().erase(key(module.name));
      tell_pending(interpreter_, pending);  // it may have raised for what was taken
      raised.calls.push_back(span_);
      throw;
    }
  }

  /// Keeps back what was noted since there were `before`.
  void withhold(const Value& module, size_t before, size_t pending_before) {
    std::vector<Assumption>& pending = impl_.imports.pending;
    pending_before = std::min(pending_before, pending.size());
    if (impl_.unknowns.size() <= before && pending.size() == pending_before) return;
    const auto first = impl_.unknowns.begin() + static_cast<std::ptrdiff_t>(std::min(before, impl_.unknowns.size()));
    WithheldUnknowns kept{module.object(), {first, impl_.unknowns.end()}};
    kept.assumptions.assign(pending.begin() + static_cast<std::ptrdiff_t>(pending_before), pending.end());
    impl_.withheld.push_back(std::move(kept));
    pending.resize(pending_before);
    if (impl_.unknowns.size() > before) impl_.forget_unknowns(before);
  }

  bool complete(Module& module) {
    bool known = fill_standard_module(interpreter_, module);
    for (const auto& hook : impl_.hooks) known = hook(interpreter_, module) || known;
    return known;
  }

  Interpreter& interpreter_;
  Interpreter::Impl& impl_;
  const Span& span_;
  bool described_;
};

bool hides(Interpreter::Impl& impl, std::string_view name) {
  const std::string_view top = name.substr(0, name.find('.'));
  const auto known = impl.hidden.find(top);
  if (known != impl.hidden.end()) return known->second;
  return impl.hidden[std::string(top)] = is_hidden(impl.world, top);
}

/// Of an import statement: a description of ours imports descriptions, which the program may hide behind modules of its
/// own.
Value import_written(Interpreter& interpreter, const std::string& name, const Span& span) {
  const bool is_ours = span.source && comes_from_prelude(*span.source);
  if (!is_ours || !hides(interpreter.impl(), name)) return interpreter.import(name, span);
  const ImportFromOutside outside(interpreter.impl());
  return Importer(interpreter, span, true).import(name);
}

std::string dotted(const std::vector<syntax::Symbol>& path, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += (i ? "." : "") + path[i].text();
  return text;
}

/// The absolute name that `from ..a.b` means in this module.
std::string absolute_name(Interpreter& interpreter, const Frame& frame, const syntax::ImportFrom& node,
                          const Span& span) {
  std::string name = dotted(node.path, node.path.size());
  if (node.level == 0) return name;
  const auto& module = *static_cast<const Module*>(frame.module.object());
  std::string package = module.name;
  if (package == "__main__" && !module.file.empty()) package = name_in_package(interpreter.world(), module);
  for (int i = module.is_package ? 1 : 0; i < node.level; ++i) {
    const size_t dot = package.rfind('.');
    if (dot == std::string::npos && (i + 1 < node.level || package.empty()))
      interpreter.raise("ImportError", "attempted relative import beyond top-level package", span);
    package.resize(dot == std::string::npos ? 0 : dot);
  }
  if (package.empty()) return name;
  return name.empty() ? package : package + "." + name;
}

/// Ours: what it lacks, the real module may well have.
bool is_ours(const Module& module) { return module.file.empty() || module.file.starts_with("<vramlint>/"); }

/// What the module's own code finds under that name. Where that code asks for a module that is not there, and nobody
/// around the import catches that, the name is as little known as that module's.
std::optional<Value> own_member(Interpreter& interpreter, const Value& module, const std::string& name,
                                const Span& span) {
  try {
    return attribute_if_any(interpreter, module, name, span);
  } catch (const Raised& raised) {
    const Class* type = interpreter.type_of(raised.exception);
    if (interpreter.impl().import_guards > 0 || !type->derives_from(interpreter.builtin_class("ModuleNotFoundError")))
      throw;
    return Value::unknown(interpreter.str(raised.exception), raised.span);
  }
}

Value member(Interpreter& interpreter, const Value& module, const std::string& module_name, const std::string& name,
             const Span& span) {
  if (module.is_unknown()) return module;
  Interpreter::Impl& impl = interpreter.impl();
  const auto* owner = module.as<Module>();
  const std::string full = module_name + "." + name;
  const std::optional<Value> own = own_member(interpreter, module, name, span);
  if (own && !(own->is_unknown() && owner && is_ours(*owner))) return *own;  // what is described may be a module
  const Found found = find_module(impl.world, full);
  if (found.source || found.is_namespace) return import_written(interpreter, full, span);
  if (own) return *own;
  ++impl.import_guards;
  try {
    Value submodule = import_written(interpreter, full, span);
    --impl.import_guards;
    return submodule;
  } catch (Raised& raised) {
    --impl.import_guards;
    if (!interpreter.type_of(raised.exception)->derives_from(interpreter.builtin_class("ModuleNotFoundError"))) throw;
  }
  if (Value hidden = hidden_names(interpreter, module, span); hidden.is_unknown()) return hidden;
  if (owner && is_ours(*owner) && impl.import_guards == 0) return Value::unknown(full + " is not modelled", span);
  const std::string message = "cannot import name '" + name + "' from '" + module_name + "'";
  // A module that makes up its names from what lies in its folder has others where more of it lies.
  if (!owner && impl.import_guards == 0) return Value::unknown(message, span);
  interpreter.raise("ImportError", message, span);
}

}  // namespace

std::optional<Value> undescribed(Interpreter& interpreter, const Module& module, std::string_view name,
                                 const Span& span) {
  if (!is_ours(module) || name.starts_with("__")) return {};
  const std::string full = module.name + "." + std::string(name);
  if (find_module(interpreter.impl().world, full).source) return interpreter.import(full, span);
  if (static_cast<const Dict*>(module.globals.object())->find("__complete__")) return {};
  return Value::unknown(full + " is not modelled", span);
}

Value Interpreter::import(std::string_view dotted_name, Span span) {
  Importer importer(*this, span);
  const std::string name(dotted_name);
  if (const Value* loaded = importer.find(name)) return *loaded;
  budget().touch(32 * name.size(), span);  // looked for in every folder
  take_search_path(*this);
  const ImportFromOutside outside(*impl_);
  if (!impl_->shelf) return importer.import(name);
  return impl_->shelf->import(name, [&] { return importer.import(name); });
}

Result<Value> Interpreter::run_file(const Source& source, std::string name) {
  auto parsed = impl_->world.parsed.get().parse(source);
  for (const auto& problem : parsed->problems)
    return Error{.kind = Error::Kind::syntax,
                 .type = "SyntaxError",
                 .message = problem.message.text(),
                 .span = problem.span,
                 .origins = {},
                 .calls = {}};
  impl_->loaded.push_back(parsed);
  return guarded([&] {
    Value module = new_module(name);
    Heap::unseen(*module.as<Module>()).file = source.path();
    heap().dict(module.as<Module>()->globals).set("__file__", own_path(*this, source));
    heap().dict(impl_->modules).set(name, module);
    Frame frame;
    frame.module = module;
    frame.names = static_cast<const Module*>(module.object())->globals;
    Running running(*this, frame, Span{&source, 0, 0});
    interp::execute(*this, frame, parsed->body);
    return module;
  });
}

namespace {

/// `import a.b` where there is no b: what is missing is a.b, and not a.
void note_absent(Interpreter& interpreter, const syntax::Import::Item& item, const Value& absent) {
  const Value parent = import_written(interpreter, dotted(item.path, item.path.size() - 1), item.span);
  const auto* module = parent.as<Module>();
  const std::string name(item.path.back().text());
  if (module && !module->globals.as<Dict>()->find(name)) interpreter.set_own_attribute(parent, name, absent, item.span);
}

/// `import a.b as c` reads `b` of a: where a has put something else in the module's place, that.
Value bound_below(Interpreter& interpreter, const syntax::Import::Item& item, Value module) {
  const Value parent = import_written(interpreter, dotted(item.path, item.path.size() - 1), item.span);
  const auto* package = parent.as<Module>();
  const Value* bound = package ? package->globals.as<Dict>()->find(item.path.back().text()) : nullptr;
  return bound ? *bound : std::move(module);
}

}  // namespace

void execute_import(Interpreter& interpreter, Frame& frame, const syntax::Import& node, const Span&) {
  for (const auto& item : node.items) {
    Value module = import_written(interpreter, dotted(item.path, item.path.size()), item.span);
    const bool is_below = item.path.size() > 1;
    if (is_below && !item.has_alias && module.is_unknown()) note_absent(interpreter, item, module);
    if (is_below)
      module = item.has_alias ? bound_below(interpreter, item, std::move(module))
                              : import_written(interpreter, std::string(item.path[0].text()), item.span);
    store(interpreter, frame, item.target, std::move(module), item.span);
  }
}

void execute_import_from(Interpreter& interpreter, Frame& frame, const syntax::ImportFrom& node, const Span& span) {
  const Value* own = node.star ? nullptr : own_import(interpreter, span);
  if (own) return import_from_by(interpreter, frame, *own, node, span);
  const std::string name = absolute_name(interpreter, frame, node, span);
  const Value module = import_written(interpreter, name, span);
  if (node.star) return import_star(interpreter, frame, module, span);
  for (const auto& item : node.items) {
    Value value = member(interpreter, module, name, item.name.text(), item.span);
    store(interpreter, frame, item.target, std::move(value), item.span);
  }
}

}  // namespace vramlint::interp
