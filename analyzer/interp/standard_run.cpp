// Modules whose answers depend on the run: they can be imported, and whatever they are asked for is not known.
#include <algorithm>

#include "interp/bounded.h"
#include "interp/followed.h"
#include "interp/following.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/import_notes.h"
#include "interp/known_parts.h"
#include "interp/literal_form.h"
#include "interp/module_search.h"
#include "interp/opaque.h"
#include "interp/open_sizes.h"
#include "interp/standard.h"
#include "interp/text.h"
#include "interp/uncertain.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMostChoices = 64;

/// Steps, such as transforms, that are gone through in an order by chance: in the one that they stand in.
bool are_called(const std::vector<Value>& items) {
  return !items.empty() && std::all_of(items.begin(), items.end(), [](const Value& item) {
    return item.is(ObjectKind::function) || item.is(ObjectKind::builtin) || item.is(ObjectKind::bound_method) ||
           item.is(ObjectKind::instance);
  });
}

/// The list is the same, its order is not known any more. A long one is data: the order in which it stands is as likely
/// as any other.
Value shuffle(Interpreter& interpreter, Arguments& arguments) {
  auto* list = arguments.positional.empty() ? nullptr : arguments.positional[0].as<List>();
  if (!list || list->items.size() < 2 || is_filled_by_loop(interpreter, arguments.positional[0])) return Value::none();
  if (list->items.size() > kMostChoices || are_called(list->items)) {
    interpreter.assumptions().push_back(
        {"a list that is shuffled is taken to stay in its order", place_in_program(interpreter)});
    return Value::none();
  }
  interpreter.budget().touch(list->items.size(), arguments.span);
  for (Value& item : interpreter.heap().change(*list).items)
    item = Value::unknown("the order of a shuffled list depends on the run", arguments.span);
  return Value::none();
}

}  // namespace

bool depends_on_the_run(std::string_view module) {
  constexpr std::string_view kOfTheRun[] = {
      "random",      "time",       "datetime",     "uuid",         "socket",     "multiprocessing",
      "subprocess",  "shutil",     "tempfile",     "http",         "hashlib",    "pickle",
      "csv",         "zipfile",    "tarfile",      "gzip",         "struct",     "select",
      "ssl",         "sqlite3",    "ctypes",       "resource",     "signal",     "traceback",
      "getpass",     "secrets",    "calendar",     "asyncio",      "concurrent", "psutil",
      "fcntl",       "errno",      "locale",       "base64",       "zlib",       "bz2",
      "lzma",        "email",      "cProfile",     "pstats",       "timeit",     "faulthandler",
      "linecache",   "tokenize",   "ast",          "dis",          "marshal",    "shelve",
      "cmath",       "statistics", "decimal",      "fractions",    "heapq",      "bisect",
      "array",       "weakref",    "unittest",     "doctest",      "pdb",        "curses",
      "tkinter",     "xml",        "html",         "configparser", "codecs",     "unicodedata",
      "difflib",     "shlex",      "sched",        "optparse",     "mmap",       "stat",
      "filecmp",     "graphlib",   "zoneinfo",     "contextvars",  "site",       "sysconfig",
      "runpy",       "copyreg",    "selectors",    "binascii",     "imp",        "distutils",
      "tracemalloc", "mimetypes",  "token",        "pwd",          "grp",        "tomllib",
      "webbrowser",  "gettext",    "socketserver", "reprlib",      "code",
  };
  std::string_view top = module.substr(0, module.find('.'));
  for (std::string_view known : kOfTheRun) {
    if (known == top) return true;
  }
  return false;
}

BuiltinFunction run_dependent(std::string name) {
  return [name = std::move(name)](Interpreter&, Arguments& arguments) {
    return Value::unknown(name + " depends on the run", arguments.span);
  };
}

namespace {

/// Functions that take nothing in and yield one number.
bool yields_a_number(std::string_view name) {
  constexpr std::string_view kNames[] = {
      "random.random",        "random.uniform",        "random.gauss",           "random.normalvariate",
      "random.betavariate",   "random.expovariate",    "random.triangular",      "random.randint",
      "random.randrange",     "random.getrandbits",    "random.gammavariate",    "random.lognormvariate",
      "random.paretovariate", "random.weibullvariate", "random.vonmisesvariate", "time.time",
      "time.time_ns",         "time.perf_counter",     "time.perf_counter_ns",   "time.monotonic",
      "time.monotonic_ns",    "time.process_time",     "time.process_time_ns",   "time.thread_time"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool yields_a_text(std::string_view name) {
  constexpr std::string_view kNames[] = {"time.strftime", "time.ctime", "time.asctime", "tempfile.mkdtemp",
                                         "tempfile.gettempdir"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// Modules that read, write and reckon: none of them changes what it is given, or calls it back.
bool only_writes(std::string_view module) {
  constexpr std::string_view kNames[] = {
      "time",      "datetime",   "uuid",       "subprocess", "shutil",    "tempfile",  "http",      "hashlib",
      "csv",       "zipfile",    "tarfile",    "gzip",       "struct",    "resource",  "getpass",   "secrets",
      "calendar",  "psutil",     "errno",      "locale",     "base64",    "zlib",      "traceback", "bz2",
      "lzma",      "statistics", "decimal",    "xml",        "fractions", "html",      "codecs",    "unicodedata",
      "difflib",   "shlex",      "stat",       "filecmp",    "zoneinfo",  "sysconfig", "binascii",  "tomllib",
      "mimetypes", "reprlib",    "tracemalloc"};
  return std::find(std::begin(kNames), std::end(kNames), module.substr(0, module.find('.'))) != std::end(kNames);
}

Value unknown_number(std::string reason, const Span& span) {
  return Value(new UnknownValue(Unknown{std::move(reason), span}, UnknownValue::Sort::number));
}

}  // namespace

void fill_run_module(Interpreter& interpreter, Dict& names, std::string_view module) {
  names.set("__getattr__", interpreter.make_builtin("__getattr__", [module = std::string(module)](
                                                                       Interpreter& in, Arguments& arguments) {
    std::string name = arguments.positional.empty() ? "?" : in.str(arguments.positional[0]);
    if (name.starts_with("__"))
      in.raise("AttributeError", "module '" + module + "' has no attribute '" + name + "'", arguments.span);
    const std::string reason = module + "." + name + " depends on the run";
    if (yields_a_text(module + "." + name)) {
      return in.make_builtin(name, [reason](Interpreter&, Arguments& given) {
        return unknown_text(Value::unknown(reason, given.span), 0);
      });
    }
    if (!yields_a_number(module + "." + name))
      return only_writes(module) ? sink(reason, arguments.span) : Value::unknown(reason, arguments.span);
    return in.make_builtin(name,
                           [reason](Interpreter&, Arguments& given) { return unknown_number(reason, given.span); });
  }));
}

namespace {

/// A list of (pattern, type, sizes).
Value stated_data(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "stated_data", 0, 0);
  std::vector<Value> all;
  for (const World::Data& each : interpreter.world().data) {
    if (each.dtype == "number") continue;  // of a variable
    std::vector<Value> sizes;
    for (const int64_t size : each.sizes) sizes.push_back(Value::integer(size));
    all.push_back(
        Value::tuple({Value::string(each.pattern), Value::string(each.dtype), Value::tuple(std::move(sizes))}));
  }
  interpreter.budget().touch(all.size(), arguments.span);
  return Value::list(std::move(all));
}

/// lacks_data("*.h5:images"): a file is asked for what it holds, and nothing says it.
Value lacks_data(Interpreter& interpreter, Arguments& arguments) {
  constexpr size_t kMost = 8;
  check_count(interpreter, arguments, "lacks_data", 1, 1);
  std::vector<std::string>& all = interpreter.impl().lacking_data;
  const Value& pattern = arguments.positional[0];
  if (!pattern.is_string() || all.size() == kMost) return Value::none();
  if (std::ranges::find(all, pattern.as_string()) == all.end()) all.emplace_back(pattern.as_string());
  return Value::none();
}

bool is_generator(const Frame& frame) {
  const auto* function = frame.function.as<FunctionObject>();
  return function && function->code->scope.is_generator;
}

/// Whether the innermost function of the program's own is one that yields to whoever asks for the next one. A loop
/// takes them until there are no more.
bool is_in_generator(Interpreter& interpreter) {
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  bool is_in_one = false;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const Span& place = (*frame)->current;
    if (!place.source || place.source->path().starts_with("<vramlint>/")) continue;
    if (!is_in_one && !is_generator(**frame)) return false;
    is_in_one = true;
    if (is_generator(**frame)) continue;
    const std::string_view asks = place.text().substr(0, place.text().find('\n'));
    return asks.find("next(") != std::string_view::npos;
  }
  return is_in_one;
}

/// takes(value): a library that reads the program's config by itself takes it, with all that it holds.
Value takes(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "takes", 1, 1);
  if (Follower* follower = interpreter.impl().follower)
    follower->hands_over({}, arguments.positional[0], arguments.span);
  return Value::none();
}

/// What is asked of a value that may not be known.
void fill_questions(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "takes", takes);
  define(interpreter, names, "stated_data", stated_data);
  define(interpreter, names, "lacks_data", lacks_data);
  define(interpreter, names, "shuffle", shuffle);
  define(interpreter, names, "known", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "known", 1, 1);
    return arguments.positional[0].is_unknown() ? arguments.positional[0] : Value::boolean(true);
  });
  define(interpreter, names, "is_known", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "is_known", 1, 1);
    return Value::boolean(!arguments.positional[0].is_unknown());
  });
  define(interpreter, names, "are_numbers", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "are_numbers", 2, 2);
    const std::vector<Value>& given = arguments.positional;
    const auto is_number = [](const Value& value) { return value.is_int() || value.is_real(); };
    return Value::boolean(is_number(given[0]) && is_number(given[1]));
  });
  define(interpreter, names, "in_generator",
         [](Interpreter& in, Arguments&) { return Value::boolean(is_in_generator(in)); });
  define(interpreter, names, "is_size", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "is_size", 1, 1);
    const Value& given = arguments.positional[0];
    return Value::boolean(given.is_int() || (bounded_number(given) && bounded_number(given)->bounds.whole));
  });
  // is_bounded(x): a number that is known, or between bounds.
  define(interpreter, names, "is_bounded", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "is_bounded", 1, 1);
    return Value::boolean(arguments.positional[0].is_number() || bounded_number(arguments.positional[0]));
  });
}

/// Texts of which the end is known.
void fill_texts(Interpreter& interpreter, Dict& names) {
  // text(reason): one of which nothing is known.
  define(interpreter, names, "text", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "text", 1, 1);
    return unknown_text(Value::unknown(in.str(arguments.positional[0]), arguments.span), 0);
  });
  // matching(pattern, why): what a pattern of the shell finds where that is not known. All names end as it does.
  define(interpreter, names, "matching", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "matching", 2, 2);
    const Unknown& why = arguments.positional[1].as<UnknownValue>()->info;
    const std::string end = end_of(arguments.positional[0]);
    return list_of_such(why, text_that_ends(why, end.substr(end.find_last_of("*?]") + 1)));
  });
  // literal_form(text): whether it is a literal, another expression, or neither.
  define(interpreter, names, "literal_form", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "literal_form", 1, 1);
    const std::string text = in.str(arguments.positional[0]);
    constexpr uint64_t kPerByte = 16;  // values that would be walked meanwhile
    in.budget().touch(kPerByte * text.size(), arguments.span);
    return Value::string(literal_form(text));
  });
  // filled(list): how many items it has where a loop filled it of which one turn was followed; None of any other.
  define(interpreter, names, "filled", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "filled", 1, 1);
    return length_of_filled(in, arguments.positional[0]);
  });
  // end(text), begin(text): how a text that is not known ends and begins, as far as that is.
  define(interpreter, names, "end", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "end", 1, 1);
    return Value::string(end_of(arguments.positional[0]));
  });
  define(interpreter, names, "begin", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "begin", 1, 1);
    return Value::string(begin_of(arguments.positional[0]));
  });
}

/// Numbers of which no more is known than their bounds.
void fill_numbers(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "number", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "number", 1, 1);
    return unknown_number(in.str(arguments.positional[0]), arguments.span);
  });
  define(interpreter, names, "between", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "between", 4, 4);
    const std::vector<Value>& given = arguments.positional;
    const bool whole = given[0].is_integral() && given[2].is_integral();
    Bounds bounds{given[0].as_real(), given[1].as_real(), given[2].as_real(), whole};
    bounds.name = new_name(in);
    return between(bounds, Unknown{in.str(given[3]), arguments.span});
  });
  // likely(number): of one between bounds the most likely.
  define(interpreter, names, "likely", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "likely", 1, 1);
    const BoundedNumber* number = bounded_number(arguments.positional[0]);
    if (!number || !number->bounds.whole) return arguments.positional[0];
    return Value::integer(static_cast<int64_t>(narrowed(in, number->bounds).point));
  });
  // spread(low, high, reason): a number between two that may be known between bounds themselves; most likely the
  // highest.
  define(interpreter, names, "spread", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "spread", 3, 3);
    const std::vector<Value>& given = arguments.positional;
    const std::optional<Bounds> low = bounds_of(in, given[0]), high = bounds_of(in, given[1]);
    if (!low || !high || low->low > high->point) return unknown_number(in.str(given[2]), arguments.span);
    Bounds bounds{low->low, high->point, high->high, low->whole && high->whole};
    bounds.name = new_name(in);
    return between(bounds, Unknown{in.str(given[2]), arguments.span});
  });
  // some(low, reason): an int that nothing else bounds.
  define(interpreter, names, "some", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "some", 2, 2);
    return open_size(in, arguments.positional[0].as_real(), in.str(arguments.positional[1]));
  });
}

/// Which packages there are, and of which release.
void fill_packages(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "finds", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "finds", 1, 1);
    const std::string name = in.str(arguments.positional[0]);
    const bool found = finds_module(in, name);
    const std::string package = name.substr(0, name.find('.'));
    const bool is_said = found || installed(in.impl().world, name) != Installed::not_said;
    if (!is_said && !finds_module(in, package)) assume_missing(in, package, place_in_program(in));
    if (found) assume_present(in, package, place_in_program(in));
    return Value::boolean(found);
  });
  define(interpreter, names, "place_of", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "place_of", 1, 1);
    const Found found = find_module(in.impl().world, in.str(arguments.positional[0]));
    if (!found.source) return Value::tuple({Value::none(), Value::boolean(found.is_package)});
    return Value::tuple({own_path(in, *found.source), Value::boolean(found.is_package)});
  });
  define(interpreter, names, "stated_version", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "stated_version", 1, 1);
    std::optional<std::string> version = stated_version(in, in.str(arguments.positional[0]));
    return version ? Value::string(std::move(*version)) : Value::none();
  });
  // wanted_release(package): the release that the repository says it runs with; "" where it does not.
  define(interpreter, names, "wanted_release", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "wanted_release", 1, 1);
    return Value::string(release_of(in.impl().world, in.str(arguments.positional[0])));
  });
}

}  // namespace

// _run.unknown(reason), for the prelude's Python files.
void fill_unknown_module(Interpreter& interpreter, Dict& names) {
  // sink(reason): not known either, and what goes into it stays as it is.
  define(interpreter, names, "sink", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "sink", 1, 1);
    return sink(in.str(arguments.positional[0]), arguments.span);
  });
  define(interpreter, names, "unknown", [](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, "unknown", 1, 1);
    return Value::unknown(in.str(arguments.positional[0]), arguments.span);
  });
  fill_numbers(interpreter, names);
  fill_texts(interpreter, names);
  fill_questions(interpreter, names);
  fill_packages(interpreter, names);
}

}  // namespace vramlint::interp
