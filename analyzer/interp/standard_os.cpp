// os and os.path: the world as the analysis sees it. Files are looked for where the program may read them; what is
// not known of the environment is taken to be unset, which is noted.
#include <algorithm>

#include "interp/absences.h"
#include "interp/builtins_files.h"
#include "interp/builtins_parts.h"
#include "interp/environment_names.h"
#include "interp/followed.h"
#include "interp/heap.h"
#include "interp/impl.h"
#include "interp/kept_instances.h"
#include "interp/known_parts.h"
#include "interp/listed.h"
#include "interp/standard.h"
#include "interp/text.h"
#include "interp/torchrun.h"

namespace vramlint::interp {

namespace {

void assume_unset(Interpreter& interpreter, const Value& name, Span span) {
  if (KeptInstances* kept = interpreter.impl().kept) kept->refuse();  // what is noted already is not noted again
  note_once(interpreter, {"environment variable " + interpreter.str(name) + " is taken to be unset", span});
}

/// What the world says and what the program itself put into os.environ is known; everything else is unset.
struct Environment : Native {
  explicit Environment(Value o) : own(std::move(o)) {}
  const Value own;  ///< a Dict
  std::string_view type_name() const override { return "_Environ"; }
  bool is_constant() const override { return true; }
  void visit(const std::function<void(const Value&)>& visitor) const override { visitor(own); }
  std::optional<Value> get_item(Interpreter& interpreter, const Value& index, Span span) override {
    (void)interpreter.hash(index, span);
    if (const Value* found = own.as<Dict>()->find(index)) return *found;
    if (is_always_set(index)) return of_session(index, span);
    if (interpreter.impl().key_handlers > 0 && !interpreter.world().doubts) {
      assume_unset(interpreter, index, span);
      interpreter.raise("KeyError", interpreter.repr(index), span);
    }
    if (std::optional<Value> set = set_by_torchrun(interpreter, index, span)) return set;
    return Value::unknown("environment variable " + interpreter.str(index) + " depends on the run", span);
  }
  bool set_item(Interpreter& interpreter, const Value& index, Value value, Span span) override {
    (void)interpreter.hash(index, span);
    interpreter.heap().dict(own).set(index, std::move(value));
    return true;
  }
  std::optional<Value> contains(Interpreter& interpreter, const Value& name, Span span) override {
    (void)interpreter.hash(name, span);
    if (own.as<Dict>()->find(name) || is_always_set(name)) return Value::boolean(true);
    if (interpreter.world().doubts) return not_said(interpreter, name, span);
    assume_unset(interpreter, name, span);
    return Value::boolean(false);
  }
  std::optional<Value> iterate(Interpreter& interpreter, Span span) override { return interpreter.iterate(own, span); }
  std::optional<int64_t> length(Interpreter&, Span) override { return static_cast<int64_t>(own.as<Dict>()->size()); }
  std::optional<Value> get_attribute(Interpreter& interpreter, std::string_view name, Span) override;
};

Value environment_get(Interpreter& interpreter, Environment& environment, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "get", {"key", "default"}, 1);
  if (given[0].is_unknown()) return given[0];
  (void)interpreter.hash(given[0], arguments.span);
  if (const Value* found = environment.own.as<Dict>()->find(given[0])) return *found;
  if (is_always_set(given[0])) return of_session(given[0], arguments.span);
  if (given[1].is_unbound() && interpreter.world().doubts) return not_said(interpreter, given[0], arguments.span);
  assume_unset(interpreter, given[0], arguments.span);
  return given[1].is_unbound() ? Value::none() : given[1];
}

std::optional<Value> Environment::get_attribute(Interpreter& interpreter, std::string_view name, Span span) {
  if (name == "get" || name == "pop") {
    const bool takes = name == "pop";
    return interpreter.make_builtin(std::string(name),
                                    [self = Value(this), takes](Interpreter& in, Arguments& arguments) {
                                      auto& environment = *self.as_native<Environment>();
                                      Value found = environment_get(in, environment, arguments);
                                      if (takes && !arguments.positional.empty()) {
                                        in.heap().dict(environment.own).erase(arguments.positional[0]);
                                      }
                                      return found;
                                    });
  }
  if (name == "setdefault") {
    return interpreter.make_builtin("setdefault", [self = Value(this)](Interpreter& in, Arguments& arguments) {
      check_count(in, arguments, "setdefault", 2, 2);
      Dict& known = in.heap().dict(self.as_native<Environment>()->own);
      if (!known.find(arguments.positional[0])) known.set(arguments.positional[0], arguments.positional[1]);
      return *known.find(arguments.positional[0]);
    });
  }
  return interpreter.find_attribute(own, name, span);
}

// ---------------------------------------------------------------- os.path

std::string path_text(Interpreter& interpreter, const Value& value, Span span) {
  if (value.is_string()) {
    interpreter.budget().touch(2 * value.as_string().size(), span);
    interpreter.budget().allocate(static_cast<int64_t>(2 * value.as_string().size()), span);
    return std::string(value.as_string());
  }
  if (program_method(value, "__fspath__")) {
    Value function = *program_method(value, "__fspath__");
    return interpreter.str(interpreter.call(function, {value}, span));
  }
  interpreter.raise("TypeError", "expected str, bytes or os.PathLike object, not " + type_name(interpreter, value),
                    span);
}

Value join_path(Interpreter& interpreter, Arguments& arguments) {
  std::string out;
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    std::string part = path_text(interpreter, arguments.positional[i], arguments.span);
    if (i == 0 || part.starts_with('/'))
      out = part;
    else if (out.empty() || out.ends_with('/'))
      out += part;
    else
      out += "/" + part;
  }
  return Value::string(std::move(out));
}

size_t name_start(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? 0 : slash + 1;
}

std::string parent_of(const std::string& path) {
  std::string head = path.substr(0, name_start(path));
  size_t last = head.find_last_not_of('/');
  return last == std::string::npos ? head : head.substr(0, last + 1);
}

size_t suffix_start(const std::string& path) {
  size_t start = name_start(path);
  size_t first = path.find_first_not_of('.', start);
  size_t dot = path.rfind('.');
  return first == std::string::npos || dot == std::string::npos || dot < first ? path.size() : dot;
}

std::string normalised(const std::string& path) {
  std::string out = std::filesystem::path(path).lexically_normal().string();
  if (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out.empty() ? "." : out;
}

template <std::string (*kFunction)(const std::string&)>
Value text_function(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "os.path function", 1, 1);
  return Value::string(kFunction(path_text(interpreter, arguments.positional[0], arguments.span)));
}

std::string base_of(const std::string& path) { return path.substr(name_start(path)); }
std::string unchanged(const std::string& path) { return path; }

Value pair_of(std::string left, std::string right) {
  return Value::tuple({Value::string(std::move(left)), Value::string(std::move(right))});
}

Value split_path(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "split", 1, 1);
  std::string path = path_text(interpreter, arguments.positional[0], arguments.span);
  return pair_of(parent_of(path), base_of(path));
}

Value split_suffix(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "splitext", 1, 1);
  std::string path = path_text(interpreter, arguments.positional[0], arguments.span);
  size_t dot = suffix_start(path);
  return pair_of(path.substr(0, dot), path.substr(dot));
}

/// Of a path of which the end is known, what is known of the function's result.
using OfEnd = Value (*)(const EndingText& path);

BuiltinFunction path_function(BuiltinFunction function, OfEnd of_end) {
  return [function = std::move(function), of_end](Interpreter& interpreter, Arguments& arguments) {
    if (arguments.positional.size() != 1) return function(interpreter, arguments);
    Value& given = arguments.positional[0];
    if (const Value* named = program_method(given, "__fspath__"))
      given = interpreter.call(Value(*named), {given}, arguments.span);
    const EndingText* path = ending_text(given);
    return path ? of_end(*path).with_origin(given.origin()) : function(interpreter, arguments);
  };
}

Value same_end(const EndingText& path) { return text_that_ends(path.info, path.end); }

Value name_end(const EndingText& path) { return text_that_ends(path.info, base_of(path.end)); }

Value suffix_of_end(const EndingText& path) {
  const std::string name = base_of(path.end);
  const size_t dot = name.rfind('.');
  const bool is_known = dot != std::string::npos;
  return Value::tuple({text_that_ends(path.info, is_known ? base_of(path.end).substr(0, dot) : std::string()),
                       is_known ? Value::string(name.substr(dot)) : text_that_ends(path.info, name)});
}

/// `known` joins texts.
BuiltinFunction joined_path(BuiltinFunction known) {
  return [known = std::move(known)](Interpreter& interpreter, Arguments& arguments) {
    const auto unknown = std::find_if(arguments.positional.begin(), arguments.positional.end(),
                                      [](const Value& v) { return v.is_unknown(); });
    if (unknown == arguments.positional.end()) return known(interpreter, arguments);
    Origin origin = 0;
    for (const Value& part : arguments.positional) origin = interpreter.impl().join(origin, part.origin());
    return joined_in_part(arguments.positional, "/").with_origin(origin);
  };
}

Value absolute_path(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "abspath", 1, 1);
  return Value::string(normalised(path_argument(interpreter, arguments.positional[0], arguments.span).string()));
}

/// Of os.makedirs and os.mkdir, where nothing was there before.
bool is_made(Interpreter& interpreter, const std::filesystem::path& folder) {
  const bool ends_in_slash = !folder.has_filename() && folder.has_parent_path();
  return interpreter.impl().made_folders.contains((ends_in_slash ? folder.parent_path() : folder).string());
}

bool is_new(Interpreter& interpreter) {
  const Follower* follower = interpreter.impl().follower;
  return follower && follower->starts_afresh;
}

enum class EntryKind { any, file, directory };

template <EntryKind kKind>
Value is_entry(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "exists", 1, 1);
  const std::filesystem::path path = path_argument(interpreter, arguments.positional[0], arguments.span);
  Files& files = interpreter.world().files;
  const bool is_file = files.is_file(path), is_folder = !is_file && files.is_directory(path);
  const bool found = (kKind != EntryKind::directory && is_file) ||
                     (kKind != EntryKind::file && (is_folder || is_made(interpreter, path)));
  if (is_file || is_folder) return Value::boolean(found);  // what stands there is no other kind in another run
  if (!found && is_supposed_there(interpreter, files.display(path), arguments.span)) return Value::boolean(true);
  if (!found && is_prepared(interpreter, path, arguments.span)) return Value::boolean(true);
  if (!found && is_new(interpreter)) {
    assume_absent(interpreter, files.display(path), arguments.span);
  } else if (!found && (may_be_data(interpreter) || interpreter.world().doubts)) {
    return Value::unknown("whether " + files.display(path) + " exists depends on the run", arguments.span);
  }
  return Value::boolean(found);
}

Value is_absolute(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "isabs", 1, 1);
  return Value::boolean(path_text(interpreter, arguments.positional[0], arguments.span).starts_with('/'));
}

Value relative(Interpreter& interpreter, Arguments& arguments) {
  const std::vector<Value> given = bind_parameters(interpreter, arguments, "relpath", {"path", "start"}, 1);
  const std::filesystem::path path = path_argument(interpreter, given[0], arguments.span);
  const std::filesystem::path base = given[1].is_unbound() || given[1].is_none()
                                         ? interpreter.world().working_directory
                                         : path_argument(interpreter, given[1], arguments.span);
  return Value::string(path.lexically_normal().lexically_relative(base.lexically_normal()).string());
}

/// A folder that is kept in the repository for data, which is elsewhere.
bool is_left_empty(const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(),
                     [](const std::string& name) { return name.starts_with('.') || name.starts_with("README"); });
}

/// The statement that runs stands in a `try` that goes on where a file is not there.
bool catches(Interpreter& interpreter) {
  const Interpreter::Impl& impl = interpreter.impl();
  if (impl.missing_handlers > 0) return true;
  return !impl.broad_handlers.empty() && !impl.frames.empty() && impl.broad_handlers.back() == impl.frames.back();
}

Value names_of_some(const Unknown& why) { return list_of_such(why, text_that_ends(why, "")); }

Value listing(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "listdir", 0, 1);
  std::filesystem::path path = arguments.positional.empty()
                                   ? interpreter.world().working_directory
                                   : path_argument(interpreter, arguments.positional[0], arguments.span);
  interpreter.budget().touch_disk(arguments.span);
  if (is_made(interpreter, path)) return Value::list({});
  const bool is_there = interpreter.world().files.get().is_directory(path);
  const std::vector<std::string> found =
      is_there ? interpreter.world().files.get().list(path) : std::vector<std::string>{};
  const bool expects_none = !is_there && is_new(interpreter) && catches(interpreter);
  if (expects_none) assume_absent(interpreter, interpreter.world().files.get().display(path), arguments.span);
  if (is_left_empty(found) && may_be_data(interpreter) && !expects_none)
    return names_of_some({"what lies in " + path.string() + " is not known", arguments.span});
  if (!is_there) {
    raise_with(interpreter, "FileNotFoundError",
               {Value::integer(2), Value::string("No such file or directory"),
                arguments.positional.empty() ? Value::none() : arguments.positional[0]},
               arguments.span);
  }
  std::vector<Value> names;
  interpreter.budget().touch(64 * found.size(), arguments.span);
  for (const std::string& name : found) names.push_back(Value::string(name));
  return Value::list(std::move(names));
}

/// os.makedirs, os.mkdir: nothing is made, but what starts afresh finds it there, and empty.
Value make_folders(Interpreter& interpreter, Arguments& arguments) {
  const Value* name = arguments.positional.empty() ? arguments.find("name") : &arguments.positional[0];
  if (!name || name->is_unknown() || !is_new(interpreter)) return Value::none();
  std::filesystem::path path = path_argument(interpreter, *name, arguments.span);
  std::set<std::string>& made = interpreter.impl().made_folders;
  for (; path != path.root_path() && !interpreter.world().files.get().is_directory(path); path = path.parent_path()) {
    interpreter.budget().allocate(static_cast<int64_t>(path.string().size()), arguments.span);
    if (path.has_filename()) made.insert(path.string());
  }
  return Value::none();
}

Value working_directory(Interpreter& interpreter, Arguments&) {
  return Value::string(interpreter.world().working_directory.string());
}

}  // namespace

void fill_os_path_module(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "join", joined_path(text_maker(join_path)));
  define(interpreter, names, "dirname", text_maker(text_function<parent_of>));
  define(interpreter, names, "basename", path_function(text_maker(text_function<base_of>), name_end));
  define(interpreter, names, "normpath", path_function(text_maker(text_function<normalised>), same_end));
  for (const char* name : {"expanduser", "expandvars", "normcase"})
    define(interpreter, names, name, path_function(text_maker(text_function<unchanged>), same_end));
  define_pure(interpreter, names, "split", split_path);
  define(interpreter, names, "splitext", path_function(pure(split_suffix), suffix_of_end));
  for (const char* name : {"abspath", "realpath"})
    define(interpreter, names, name, path_function(text_maker(absolute_path), same_end));
  for (const char* name : {"exists", "lexists"}) define_pure(interpreter, names, name, is_entry<EntryKind::any>);
  define_pure(interpreter, names, "isfile", is_entry<EntryKind::file>);
  define_pure(interpreter, names, "isdir", is_entry<EntryKind::directory>);
  define_pure(interpreter, names, "isabs", is_absolute);
  define(interpreter, names, "relpath", text_maker(relative));
  for (const char* name : {"getsize", "getmtime", "islink", "samefile", "commonpath", "getctime"}) {
    define(interpreter, names, name, run_dependent(std::string("os.path.") + name));
  }
  names.set("sep", Value::string("/"));
}

void fill_os_module(Interpreter& interpreter, Dict& names) {
  auto* variables = new Dict;
  for (const auto& [name, text] : interpreter.world().environment) variables->set(name, Value::string(text));
  names.set("environ", Value(new Environment(Value(variables))));
  constexpr std::pair<const char*, const char*> kTexts[] = {
      {"sep", "/"}, {"linesep", "\n"}, {"pathsep", ":"}, {"name", "posix"}, {"curdir", "."}, {"devnull", "/dev/null"}};
  for (const auto& [name, text] : kTexts) names.set(name, Value::string(text));
  names.set("PathLike", Value(interpreter.builtin_class("object")));
  names.set("path", interpreter.import("os.path", {}));
  Value environment = *names.find("environ");
  define(interpreter, names, "getenv", [environment](Interpreter& in, Arguments& arguments) {
    return environment_get(in, *environment.as_native<Environment>(), arguments);
  });
  const BuiltinFunction fspath = pure([](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "fspath", 1, 1);
    return Value::string(path_text(in, arguments.positional[0], arguments.span));
  });
  define(interpreter, names, "fspath", path_function(fspath, same_end));
  define_pure(interpreter, names, "listdir", listing);
  define(interpreter, names, "getcwd", working_directory);
  for (const char* name : {"makedirs", "mkdir"}) define(interpreter, names, name, make_folders);
  for (const char* name :
       {"remove", "unlink", "rename", "rmdir", "chmod", "putenv", "symlink", "kill", "nice", "chdir"}) {
    define(interpreter, names, name, returns_none);
  }
  for (const char* name :
       {"stat", "cpu_count", "getpid", "getuid", "system", "popen", "urandom", "access", "uname", "getlogin"}) {
    define(interpreter, names, name, run_dependent(std::string("os.") + name));
  }
}

const Value* global_of(Interpreter& interpreter, std::string_view module, std::string_view name) {
  const Value* found = interpreter.impl().modules.as<Dict>()->find(module);
  const auto* imported = found ? found->as<Module>() : nullptr;
  const auto* names = imported ? imported->globals.as<Dict>() : nullptr;
  return names ? names->find(name) : nullptr;
}

std::vector<std::pair<std::string, Value>> environment_of(Interpreter& interpreter) {
  const Value* found = global_of(interpreter, "os", "environ");
  const auto* environment = found ? found->as_native<Environment>() : nullptr;
  std::vector<std::pair<std::string, Value>> variables;
  if (!environment) return variables;
  for (const Dict::Entry& entry : environment->own.as<Dict>()->entries())
    if (entry.live && entry.key.is_string()) variables.emplace_back(entry.key.as_string(), entry.value);
  return variables;
}

}  // namespace vramlint::interp
