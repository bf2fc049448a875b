#include "interp/builtins_files.h"

#include <algorithm>
#include <numeric>

#include "interp/absences.h"
#include "interp/builtins_arguments.h"
#include "interp/followed.h"
#include "interp/impl.h"
#include "interp/kept_instances.h"
#include "interp/known_parts.h"
#include "interp/shelf.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

/// An import is kept with what it has opened, an instance is not kept then.
void note_for_what_is_kept(Interpreter& interpreter, const Source& source) {
  Interpreter::Impl& impl = interpreter.impl();
  if (impl.opened.empty() || impl.opened.back() != &source) impl.opened.push_back(&source);
  if (impl.kept) impl.kept->refuse();
}

std::string with_plain_line_ends(const std::string& text) {
  if (text.find('\r') == std::string::npos) return text;
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r')
      out.push_back(text[i]);
    else if (i + 1 == text.size() || text[i + 1] != '\n')
      out.push_back('\n');
  }
  return out;
}

struct LineIterator : Resumable<LineIterator> {
  explicit LineIterator(Value f) : file(std::move(f)) {}
  bool visit(const Visitor& visitor) const override { return visitor(file), true; }
  Value file;
  std::optional<Value> next(Interpreter& interpreter) override {
    auto* source = file.as_native<FileObject>();
    if (source->at() >= source->text.size()) return {};
    return source->line(interpreter);
  }
};

using FileMethod = Value (*)(Interpreter&, FileObject&, Arguments&);

Value read(Interpreter& interpreter, FileObject& file, Arguments& arguments) {
  check_count(interpreter, arguments, "read", 0, 1);
  int64_t size = arguments.positional.empty() || arguments.positional[0].is_none()
                     ? -1
                     : index_of(interpreter, arguments.positional[0], arguments.span);
  interpreter.budget().allocate(static_cast<int64_t>(file.text.size()), arguments.span);
  return file.piece(interpreter, size < 0 ? std::string::npos : static_cast<size_t>(size));
}

Value readline(Interpreter& interpreter, FileObject& file, Arguments&) { return file.line(interpreter); }

Value readlines(Interpreter& interpreter, FileObject& file, Arguments& arguments) {
  std::vector<Value> lines;
  while (file.at() < file.text.size()) {
    interpreter.budget().step(arguments.span);
    lines.push_back(file.line(interpreter));
  }
  return Value::list(std::move(lines));
}

Value close(Interpreter& interpreter, FileObject& file, Arguments&) {
  file.close(interpreter);
  return Value::none();
}

Value enter(Interpreter&, FileObject& file, Arguments&) { return Value(&file); }

Value leave(Interpreter& interpreter, FileObject& file, Arguments&) {
  file.close(interpreter);
  return Value::boolean(false);
}

Value seek(Interpreter& interpreter, FileObject& file, Arguments& arguments) {
  check_count(interpreter, arguments, "seek", 1, 2);
  int64_t to = index_of(interpreter, arguments.positional[0], arguments.span);
  int64_t from = arguments.positional.size() > 1 ? index_of(interpreter, arguments.positional[1], arguments.span) : 0;
  auto base = from == 2 ? file.text.size() : from == 1 ? file.at() : 0;
  const auto here = static_cast<int64_t>(base), rest = static_cast<int64_t>(file.text.size()) - here;
  file.move_to(interpreter, static_cast<size_t>(here + std::clamp(to, -here, rest)));
  return Value::integer(static_cast<int64_t>(file.at()));
}

Value tell(Interpreter&, FileObject& file, Arguments&) { return Value::integer(static_cast<int64_t>(file.at())); }

Value readable(Interpreter&, FileObject&, Arguments&) { return Value::boolean(true); }
Value writable(Interpreter&, FileObject&, Arguments&) { return Value::boolean(false); }
Value flush(Interpreter&, FileObject&, Arguments&) { return Value::none(); }

struct NamedMethod {
  std::string_view name;
  FileMethod body;
};
constexpr NamedMethod kMethods[] = {
    {"read", read},         {"readline", readline}, {"readlines", readlines}, {"close", close},
    {"__enter__", enter},   {"__exit__", leave},    {"seek", seek},           {"tell", tell},
    {"readable", readable}, {"writable", writable}, {"seekable", readable},   {"flush", flush},
};

}  // namespace

FileObject::FileObject(const Source& s, std::string n, bool b)
    : source(s),
      name(std::move(n)),
      is_binary(b),
      text(b ? s.raw() : with_plain_line_ends(s.text())),
      place(new Cell(Value::integer(0))),
      end(new Cell(Value::boolean(false))),
      footprint(text.capacity()) {}

void FileObject::move_to(Interpreter& interpreter, size_t to) {
  if (const auto& told = interpreter.world().reads_text) told(source);
  go_to(interpreter, to);
}

void FileObject::go_to(Interpreter& interpreter, size_t to) {
  interpreter.heap().write(*place.as<Cell>()).value = Value::integer(static_cast<int64_t>(to));
}

void FileObject::close(Interpreter& interpreter) {
  interpreter.heap().write(*end.as<Cell>()).value = Value::boolean(true);
}

Value FileObject::piece(Interpreter& interpreter, size_t size) {
  std::string taken =
      is_binary ? text.substr(at(), size)
                : std::string(code_point_slice(std::string_view(text).substr(at()), 0,
                                               size == std::string::npos ? INT64_MAX : static_cast<int64_t>(size)));
  move_to(interpreter, at() + taken.size());
  return is_binary ? Value(new ByteString(std::move(taken))) : Value::string(std::move(taken));
}

Value FileObject::line(Interpreter& interpreter) {
  const size_t stop = text.find('\n', at());
  std::string taken = text.substr(at(), stop == std::string::npos ? stop : stop + 1 - at());
  move_to(interpreter, at() + taken.size());
  return is_binary ? Value(new ByteString(std::move(taken))) : Value::string(std::move(taken));
}

std::optional<Value> FileObject::get_attribute(Interpreter& interpreter, std::string_view wanted, Span) {
  if (wanted == "name") return Value::string(name);
  if (wanted == "closed") return Value::boolean(closed());
  if (wanted == "mode") return Value::string(is_binary ? "rb" : "r");
  if (wanted == "encoding") return Value::string("UTF-8");
  for (const NamedMethod& method : kMethods) {
    if (method.name != wanted) continue;
    return interpreter.make_builtin(std::string(wanted),
                                    [self = Value(this), &method](Interpreter& in, Arguments& arguments) {
                                      auto& file = *self.as_native<FileObject>();
                                      bool leaves = method.name == "close" || method.name == "__exit__";
                                      if (file.closed() && !leaves)
                                        in.raise("ValueError", "I/O operation on closed file.", arguments.span);
                                      return method.body(in, file, arguments);
                                    });
  }
  if (wanted == "write" || wanted == "writelines") {
    return interpreter.make_builtin("write", [](Interpreter& in, Arguments& arguments) -> Value {
      in.raise("OSError", "not writable", arguments.span);
    });
  }
  return {};
}

std::optional<Value> FileObject::iterate(Interpreter&, Span) { return Value(new LineIterator(Value(this))); }

std::optional<std::string> FileObject::repr(Interpreter&) {
  return "<_io." + std::string(type_name()) + " name=" + string_repr(name) + ">";
}

namespace {

/// A path at or below a name that has been given a folder leads there.
std::optional<std::filesystem::path> in_stated_folder(const World& world, const std::filesystem::path& path) {
  for (const auto& [name, folder] : world.models) {
    for (std::filesystem::path start : {std::filesystem::path(name), world.working_directory / name}) {
      start = (start / "").lexically_normal().parent_path();
      const auto [end, rest] = std::mismatch(start.begin(), start.end(), path.begin(), path.end());
      if (end != start.end()) continue;
      return std::accumulate(rest, path.end(), folder, [](const auto& lhs, const auto& rhs) { return lhs / rhs; });
    }
  }
  return std::nullopt;
}

/// A relative path from the root, or from the folder of a program which names what lies there.
std::filesystem::path from_where_it_starts(Interpreter& interpreter, const std::filesystem::path& path) {
  const World& world = interpreter.world();
  std::filesystem::path here = world.working_directory / path;
  const std::filesystem::path& folder = world.program_folder;
  if (folder.empty() || folder == world.working_directory || path.empty()) return here;
  const auto is_there = [&](const std::filesystem::path& one) {
    return world.files.get().is_file(one) || world.files.get().is_directory(one);
  };
  std::filesystem::path there = (folder / path).lexically_normal();
  if (is_there(here) || !is_there(there)) return here;
  note_once(interpreter,
            {"the program is started in `" + world.files.get().display(folder) + "`, where what it names lies", {}});
  return there;
}

}  // namespace

std::filesystem::path path_argument(Interpreter& interpreter, const Value& value, Span span) {
  Value path = value;
  if (path.is(ObjectKind::instance) && !path.is_string()) {
    if (const Value* method = program_method(path, "__fspath__")) {
      Value function = *method;
      path = interpreter.call(function, {value}, span);
    }
  }
  std::string text;
  if (path.is_string())
    text = path.as_string();
  else if (auto* bytes = path.as<ByteString>())
    text = bytes->text;
  else {
    interpreter.raise("TypeError", "expected str, bytes or os.PathLike object, not " + type_name(interpreter, value),
                      span);
  }
  interpreter.budget().touch(8 * text.size(), span);  // taken apart, resolved
  interpreter.budget().touch_disk(span);
  interpreter.budget().allocate(static_cast<int64_t>(8 * text.size()), span);
  std::filesystem::path result(text);
  if (const auto stated = in_stated_folder(interpreter.world(), result.lexically_normal())) return *stated;
  return result.is_absolute() ? result : from_where_it_starts(interpreter, result);
}

/// What stands for a file that is not at hand.
static Value unknown_contents(const Unknown& why, bool binary) {
  return binary ? Value::unknown(why.reason, why.span) : Value(new UnknownTextFile(why));
}

Value open_file(Interpreter& interpreter, const Value& path, bool binary, Span span) {
  std::filesystem::path resolved = path_argument(interpreter, path, span);
  std::string name = interpreter.str(path);
  auto fail = [&](const char* type, int64_t number, const char* message) {
    raise_with(interpreter, type, {Value::integer(number), Value::string(message), Value::string(name)}, span,
               path.origin());
  };
  Files& files = interpreter.world().files;
  if (Shelf* shelf = interpreter.impl().shelf; shelf && files.is_under_trial()) shelf->refuse();
  ReadResult result = files.read(resolved);
  if (result) {
    note_for_what_is_kept(interpreter, *result.source);
    interpreter.budget().allocate(static_cast<int64_t>(result.source->text().size()), span);
    note_opened(interpreter, *result.source, path, span);
    return Value(new FileObject(*result.source, name, binary)).with_origin(path.origin());
  }
  if (may_be_data(interpreter)) return unknown_contents({"the contents of " + name + " are not known", span}, binary);
  if (result.error == ReadError::not_found) fail("FileNotFoundError", 2, "No such file or directory");
  if (result.error == ReadError::is_directory) fail("IsADirectoryError", 21, "Is a directory");
  return Value::unknown("the contents of " + name + " are not known: " + std::string(to_string(result.error)), span);
}

}  // namespace vramlint::interp
