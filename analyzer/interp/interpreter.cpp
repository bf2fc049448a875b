#include "interp/interpreter.h"

#include <algorithm>
#include <cctype>
#include <new>
#include <stdexcept>

#include "base/check.h"
#include "base/printable.h"
#include "interp/classes.h"
#include "interp/dict.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/guarded.h"
#include "interp/teardown.h"

namespace vramlint::interp {

namespace {

/// As CPython's traceback has it.
std::string text_of(Interpreter& interpreter, const Value& exception) {
  try {
    return interpreter.str(exception);
  } catch (Raised&) {
    return "<exception str() failed>";
  }
}

Error too_large() {
  return Error{.kind = Error::Kind::budget,
               .type = {},
               .message = "values of more than any memory holds",
               .span = {},
               .origins = {},
               .calls = {}};
}

/// Whether the message has the text as a word of its own: "stride 4", but not "stride 64".
bool says(std::string_view message, std::string_view text) {
  const auto goes_on = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (size_t at = message.find(text); !text.empty() && at != std::string_view::npos; at = message.find(text, at + 1)) {
    const size_t end = at + text.size();
    if ((at == 0 || !goes_on(message[at - 1])) && (end == message.size() || !goes_on(message[end]))) return true;
  }
  return false;
}

/// What decided it first, of that what the message speaks of.
std::vector<OriginAtom> origins_of(Interpreter& interpreter, const Raised& raised, std::string_view message) {
  std::vector<OriginAtom> origins = interpreter.origins().atoms(raised.nearest);
  std::stable_partition(origins.begin(), origins.end(),
                        [&](const OriginAtom& atom) { return says(message, atom.span.text()); });
  for (const OriginAtom& atom : interpreter.origins().atoms(raised.origin)) {
    if (std::find(origins.begin(), origins.end(), atom) == origins.end()) origins.push_back(atom);
  }
  return origins;
}

}  // namespace

Error error_of(Interpreter& interpreter, const Raised& raised) {
  Error error;
  const Class* cls = interpreter.type_of(raised.exception);
  error.type = abridged(cls->name);
  error.message = abridged(text_of(interpreter, raised.exception));
  error.span = raised.span;
  error.origins = origins_of(interpreter, raised, error.message);
  error.calls = raised.calls;
  error.gap = raised.gap;
  return error;
}

std::shared_ptr<const syntax::PythonModule> ParsedModules::find(const Source& source) const {
  if (auto shared = others_ ? others_->find(source) : nullptr) return shared;
  std::lock_guard lock(mutex_);
  const auto known = modules_.find(&source);
  return known == modules_.end() ? nullptr : known->second;
}

std::shared_ptr<const syntax::PythonModule> ParsedModules::parse(const Source& source, const EmbeddedFiles* ours) {
  if (auto known = find(source)) return known;
  auto parsed = ours ? ours->tree(source) : nullptr;
  if (!parsed) parsed = store_ ? store_->parse(source) : syntax::parse_python(source);
  std::lock_guard lock(mutex_);
  return modules_.try_emplace(&source, std::move(parsed)).first->second;
}

Interpreter::Interpreter(World world) : impl_(std::make_unique<Impl>(std::move(world))) {
  impl_->classes = make_builtin_classes(*this);
  add_generator_methods(*this, *builtin_class("generator"));
  impl_->object_class = builtin_class("object");
  impl_->type_class = builtin_class("type");
  auto* names = new Dict;
  impl_->builtins = Value(names);
  install_builtins(*this, *names);
}

Interpreter::~Interpreter() {
  std::vector<Value> roots{impl_->builtins, impl_->modules};
  for (auto& [name, cls] : impl_->classes) roots.push_back(cls);
  tear_down(roots);
}

Result<Value> Interpreter::guarded(const std::function<Value()>& body) {
  KeyService keys(*this);
  const Operation operation(budget());
  const size_t frames = impl_->frames.size();
  const Origin guard = impl_->guard;
  Result<Value> result;
  try {
    try {
      result = body();
    } catch (Raised& raised) {
      result = error_of(*this, raised);
    }
  } catch (const std::length_error&) {  // a container of a size that no machine has
    result = too_large();
  } catch (const std::bad_alloc&) {
    result = too_large();
  } catch (BudgetExceeded& exceeded) {
    result = Error{.kind = Error::Kind::budget,
                   .type = {},
                   .message = exceeded.what(),
                   .span = exceeded.span,
                   .origins = {},
                   .calls = std::move(exceeded.calls)};
  }
  VRAMLINT_CHECK(impl_->frames.size() == frames, "frames left on the stack");
  impl_->guard = guard;
  return result;
}

Result<Value> Interpreter::import_module(std::string_view dotted_name, Span importer) {
  return guarded([&] { return import(dotted_name, importer); });
}

Result<Value> Interpreter::evaluate(const Source& expression, Value names) {
  auto parsed = std::make_shared<syntax::PythonExpression>(syntax::parse_python_expression(expression));
  if (!parsed->problems.empty())
    return Error{.kind = Error::Kind::syntax,
                 .type = "SyntaxError",
                 .message = parsed->problems[0].message.text(),
                 .span = parsed->problems[0].span,
                 .origins = {},
                 .calls = {}};
  return guarded([&] {
    auto* module = new Module("__recipe__");
    module->globals = std::move(names);
    Frame frame;
    frame.module = Value(module);
    frame.names = module->globals;
    Running running(*this, frame, parsed->expr->span);
    return interp::evaluate(*this, frame, *parsed->expr);
  });
}

Result<Value> Interpreter::call_guarded(const Value& callee, Arguments arguments) {
  return guarded([&] { return call(callee, std::move(arguments)); });
}

void Interpreter::raise(std::string_view exception_type, std::string message, Span span, Origin origin) {
  Value exception = make_exception(builtin_class(exception_type), {Value::string(std::move(message))});
  Raised raised{exception, span, impl_->join(impl_->guard, origin), {}};
  raised.nearest = origin != 0 ? origin : impl_->decisive();
  raised.own = origin;
  throw settled(*impl_, std::move(raised));
}

Value Interpreter::make_builtin(std::string name, BuiltinFunction function) {
  return Value(new Builtin(std::move(name), std::move(function)));
}

void Interpreter::add_method(const Class& cls, std::string name, BuiltinFunction function) {
  auto* builtin = new Builtin(name, std::move(function));
  builtin->is_method = true;
  heap().dict(cls.attributes).set(name, Value(builtin));
}

const Class* Interpreter::builtin_class(std::string_view name) {
  auto it = impl_->classes.find(name);
  VRAMLINT_CHECK(it != impl_->classes.end(), "no built-in class " + std::string(name));
  return static_cast<const Class*>(it->second.object());
}

Value Interpreter::make_instance(const Class* cls) { return Value(new Instance(Value(cls))); }

Value Interpreter::make_instance(const Class* cls, Value payload) {
  auto* instance = new Instance(Value(cls));
  instance->payload = std::move(payload);
  return Value(instance);
}

Value Interpreter::make_exception(const Class* cls, std::vector<Value> args) {
  auto* names = new Dict;
  names->set("args", Value::tuple(std::move(args)));
  return Value(new Instance(Value(cls), Value(names)));
}

World& Interpreter::world() { return impl_->world; }
Origins& Interpreter::origins() { return impl_->origins; }
Budget& Interpreter::budget() { return impl_->budget; }
Heap& Interpreter::heap() { return impl_->heap; }
void Interpreter::add_module_hook(ModuleHook hook) { impl_->hooks.push_back(std::move(hook)); }
void Interpreter::set_effects(Effects* effects) { impl_->effects = effects; }
std::vector<Assumption>& Interpreter::assumptions() { return impl_->assumptions; }
std::vector<Unknown>& Interpreter::unknowns() { return impl_->unknowns; }
std::string& Interpreter::output() { return impl_->output; }
void Interpreter::set_literal_origins(bool on) { impl_->literal_origins = on; }

std::vector<Span> Interpreter::call_stack() const {
  std::vector<Span> stack;
  stack.reserve(impl_->frames.size());
  for (auto it = impl_->frames.rbegin(); it != impl_->frames.rend(); ++it) stack.push_back((*it)->current);
  return stack;
}

}  // namespace vramlint::interp
