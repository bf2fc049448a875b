// eval and exec: a known text is code like any other, on the names that it would see.
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "interp/builtins_parts.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/native.h"
#include "interp/opaque.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

constexpr size_t kLongestProgram = 16'384, kMostPrograms = 1024;
constexpr int kParserIsSetUp = 4'000;  // values that would be walked meanwhile

/// A source that outlives every finding which points into it; nullptr where one program has too many.
const Source* lasting_source(Interpreter& interpreter, const std::string& text) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Source>> sources;
  interpreter.budget().touch(kParserIsSetUp + 128 * text.size(), here(interpreter));
  std::set<std::string>& own = interpreter.impl().evaluated;
  if (text.size() > kLongestProgram || (own.size() >= kMostPrograms && !own.contains(text))) return nullptr;
  own.insert(text);
  const std::lock_guard lock(mutex);
  std::unique_ptr<Source>& source = sources[text];
  if (!source) source = std::make_unique<Source>("<vramlint>/eval", text);
  return source.get();
}

/// What compile() makes of a text for exec().
struct CompiledText : Native {
  explicit CompiledText(const Source& s) : source(s) {}
  const Source& source;
  std::string_view type_name() const override { return "code"; }
  bool is_constant() const override { return true; }
};

/// The text of a file is that file, so that what runs has its places there.
const Source* source_named(Interpreter& interpreter, const std::string& text, const Value& name) {
  if (name.is_string()) {
    const std::filesystem::path path(name.as_string());
    const World& world = interpreter.world();
    const ReadResult read = world.files.get().read(path.is_absolute() ? path : world.working_directory / path);
    if (read && read.source->text() == text) return read.source;
  }
  return lasting_source(interpreter, text);
}

Value compile(Interpreter& interpreter, Arguments& arguments) {
  const std::vector<Value> given = bind_parameters(
      interpreter, arguments, "compile", {"source", "filename", "mode", "flags", "dont_inherit", "optimize"}, 3);
  const bool executes = given[2].is_string() && given[2].as_string() == "exec";
  const Source* source = given[0].is_string() && executes
                             ? source_named(interpreter, std::string(given[0].as_string()), given[1])
                             : nullptr;
  if (source) return Value(new CompiledText(*source));
  return Value::unknown("compile() makes code at run time, which is not followed", arguments.span);
}

/// Of a text, or of what compile() made of one.
const Source* source_of(Interpreter& interpreter, const Value& code) {
  if (const auto* compiled = code.as_native<CompiledText>()) return &compiled->source;
  return code.is_string() ? lasting_source(interpreter, std::string(code.as_string())) : nullptr;
}

void add_names(Dict& to, const Value& from) {
  if (auto* names = from.as<Dict>())
    for (const auto& entry : names->entries())
      if (entry.live) to.set(entry.key, entry.value);
}

/// Since Python 3.12 a comprehension is no function of its own: what is evaluated there sees the names around it.
const Frame* frame_around(const std::vector<Frame*>& frames) {
  const Frame& own = *frames.back();
  const auto* function = own.function.as<FunctionObject>();
  if (!function || frames.size() < 2 || own.scope == &function->code->scope) return nullptr;
  const Frame& outer = *frames[frames.size() - 2];
  return outer.function.same(own.function) ? &outer : nullptr;
}

/// What the text sees: the caller's names, or those it was given.
Value names_seen(Interpreter& interpreter, const std::vector<Value>& given, const Span& span) {
  auto* names = new Dict;
  Value seen(names);
  const auto& frames = interpreter.impl().frames;
  const bool own = given[1].is_unbound() || given[1].is_none();
  add_names(*names, own ? static_cast<const Module*>(frames.back()->module.object())->globals : given[1]);
  if (!given[2].is_unbound() && !given[2].is_none()) {
    add_names(*names, given[2]);
  } else if (own) {
    if (const Frame* around = frame_around(frames)) add_names(*names, local_names(interpreter, *around, span));
    add_names(*names, local_names(interpreter, *frames.back(), span));
  }
  interpreter.budget().allocate(static_cast<int64_t>(names->size() * sizeof(Value)), span);
  return seen;
}

Value eval(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "eval", {"source", "globals", "locals"}, 1);
  for (const Value& value : given)
    if (value.is_unknown()) return value;
  const auto& frames = interpreter.impl().frames;
  const Source* source =
      given[0].is_string() ? lasting_source(interpreter, std::string(given[0].as_string())) : nullptr;
  if (!source || frames.empty())
    return Value::unknown("eval() runs code that is made at run time, which is not followed", arguments.span);
  const syntax::PythonExpression parsed = syntax::parse_python_expression(*source);
  if (!parsed.problems.empty())
    interpreter.raise("SyntaxError", "invalid syntax in eval(): " + std::string(given[0].as_string()), arguments.span);
  const auto& caller = *static_cast<const Module*>(frames.back()->module.object());
  auto* module = new Module(caller.name);
  const Value owner(module);
  module->file = caller.file;
  module->globals = names_seen(interpreter, given, arguments.span);
  Frame frame;
  frame.module = owner;
  frame.names = module->globals;
  Running running(interpreter, frame, arguments.span);
  return evaluate(interpreter, frame, *parsed.expr);
}

/// Where the code that exec() runs has its names. Empty: in names that are not known, or in a function's own.
struct Place {
  Value module;  ///< its globals are what the code sees, and where it sets names
  Value locals;  ///< the Dict that takes what is set, where it is another
};

/// A module of its own for names that the program hands over.
Value module_of_names(const Module& caller, Value names) {
  auto* module = new Module(caller.name);
  module->file = caller.file;
  module->globals = std::move(names);
  return Value(module);
}

Place place_of_code(Interpreter& interpreter, const std::vector<Value>& given, const Span& span) {
  const auto& frames = interpreter.impl().frames;
  if (frames.empty()) return {};
  const Frame& caller = *frames.back();
  const auto& module = *static_cast<const Module*>(caller.module.object());
  const bool own = given[1].is_unbound() || given[1].is_none();
  const bool has_locals = !given[2].is_unbound() && !given[2].is_none() && !given[2].same(given[1]);
  if ((!own && !given[1].as<Dict>()) || (has_locals && !given[2].as<Dict>())) return {};
  if (has_locals) return {module_of_names(module, names_seen(interpreter, given, span)), given[2]};
  if (!own) return {module_of_names(module, given[1]), {}};
  return caller.names.same(module.globals) ? Place{caller.module, {}} : Place{};
}

/// What the code has set otherwise than it found it.
void take_set(Interpreter& interpreter, const Place& place, const std::vector<Dict::Entry>& before) {
  const auto& now = *static_cast<const Module*>(place.module.object())->globals.as<Dict>();
  const auto found = [&](const Dict::Entry& entry) {
    return std::any_of(before.begin(), before.end(), [&](const Dict::Entry& old) {
      return old.live && old.key.same(entry.key) && old.value.same(entry.value);
    });
  };
  Dict& locals = interpreter.heap().dict(place.locals);
  for (const Dict::Entry& entry : std::vector<Dict::Entry>(now.entries()))
    if (entry.live && !found(entry)) locals.set(entry.key, entry.value);
}

/// Code that is not known: of the names that it may set none is missing afterwards.
void open_names(Interpreter& interpreter, const std::vector<Value>& given, const Span& span) {
  const std::string why = quoted(span) + " runs code that is made at run time, which is not followed";
  const auto& frames = interpreter.impl().frames;
  const bool in_module =
      !frames.empty() && frames.back()->names.same(static_cast<const Module*>(frames.back()->module.object())->globals);
  std::vector<Value> opened = {given[1], given[2]};
  if (given[1].is_unbound() && in_module) opened.push_back(frames.back()->module);
  for (const Value& names : opened) {
    if (!names.is_object() || names.is_unknown()) continue;
    if (is_followed(interpreter))
      note_uncertain(interpreter, *names.object(), why);
    else
      may_hold_more(interpreter, *names.object(), why);
  }
  if (!is_followed(interpreter)) note_unknown(interpreter, {why, span, Pull::either});
}

Value exec(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "exec", {"source", "globals", "locals"}, 1);
  Interpreter::Impl& impl = interpreter.impl();
  const Source* source = source_of(interpreter, given[0]);
  const Place place = place_of_code(interpreter, given, arguments.span);
  if (!source || !place.module.is_object()) {
    open_names(interpreter, given, arguments.span);
    return Value::none();
  }
  interpreter.budget().touch_text(source->text().size(), arguments.span);
  const std::shared_ptr<const syntax::PythonModule> parsed = syntax::parse_python(*source);
  if (!parsed->problems.empty()) interpreter.raise("SyntaxError", "invalid syntax in exec()", arguments.span);
  impl.loaded.push_back(parsed);
  Frame frame;
  frame.module = place.module;
  frame.names = static_cast<const Module*>(place.module.object())->globals;
  const std::vector<Dict::Entry> before =
      place.locals.is_object() ? frame.names.as<Dict>()->entries() : std::vector<Dict::Entry>();
  {
    Running running(interpreter, frame, arguments.span);
    execute(interpreter, frame, parsed->body);
  }
  if (place.locals.is_object()) take_set(interpreter, place, before);
  return Value::none();
}

}  // namespace

void install_eval(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "eval", eval);
  define(interpreter, names, "exec", exec);
  define(interpreter, names, "compile", compile);
}

}  // namespace vramlint::interp
