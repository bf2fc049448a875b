// sys.stdin, sys.stdout and sys.stderr: text streams as CPython makes them where none of the three is a terminal. What
// is written to stdout is the program's output; what is read depends on the run.
#include <algorithm>
#include <array>

#include "interp/builtins_parts.h"
#include "interp/frame.h"
#include "interp/opaque.h"
#include "interp/standard.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

enum class Role : uint8_t { in, out, error };

using Names = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view name, Names names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Value constant_builtin(Interpreter& interpreter, std::string_view name, Value result) {
  return interpreter.make_builtin(std::string(name), [result](Interpreter&, Arguments&) { return result; });
}

/// `stream.read()` of one that is only written, and the other way round.
Value refused(Interpreter& interpreter, std::string_view name, std::string_view why) {
  return interpreter.make_builtin(
      std::string(name), [why = std::string(why)](Interpreter& in, Arguments& arguments) -> Value {
        const Value io = in.import("io", arguments.span);
        const Value type = in.get_attribute(io, "UnsupportedOperation", arguments.span);
        throw Raised{in.call(type, {Value::string(why)}, arguments.span), arguments.span, in.impl().guard, {}};
      });
}

/// One of the three, or its `buffer`.
struct Stream : Native {
  Stream(Role r, bool b) : role(r), is_buffer(b) {}
  Role role;
  bool is_buffer;

  std::string_view type_name() const override {
    if (!is_buffer) return "TextIOWrapper";
    return role == Role::in ? "BufferedReader" : "BufferedWriter";
  }
  bool is_constant() const override { return true; }
  const Class* type(Interpreter& interpreter) override {
    const auto* cls = interpreter.get_attribute(interpreter.import("io", {}), type_name(), {}).as<Class>();
    return cls ? cls : Native::type(interpreter);
  }

  std::optional<Value> get_attribute(Interpreter& interpreter, std::string_view name, Span span) override {
    if (auto fact = is_buffer ? std::optional<Value>() : text_fact(interpreter, name)) return fact;
    if (name == "name") return Value::string(label());
    if (name == "mode") return Value::string(std::string(role == Role::in ? "r" : "w") + (is_buffer ? "b" : ""));
    if (name == "closed") return Value::boolean(false);
    if (name == "fileno") return constant_builtin(interpreter, name, Value::integer(static_cast<int64_t>(role)));
    if (name == "readable") return constant_builtin(interpreter, name, Value::boolean(role == Role::in));
    if (name == "writable") return constant_builtin(interpreter, name, Value::boolean(role != Role::in));
    if (is_one_of(name, {"isatty", "seekable"})) return constant_builtin(interpreter, name, Value::boolean(false));
    if (is_one_of(name, {"flush", "close"})) return constant_builtin(interpreter, name, Value::none());
    if (is_one_of(name, {"seek", "tell", "truncate"}))
      return refused(interpreter, name, "underlying stream is not seekable");
    if (is_one_of(name, {"read", "readline", "readlines"})) return reader(interpreter, name, span);
    if (is_one_of(name, {"write", "writelines"})) return writer(interpreter, name);
    return {};
  }

  std::optional<Value> iterate(Interpreter& interpreter, Span span) override {
    return interpreter.call(reader(interpreter, "readline", span), std::vector<Value>{}, span);
  }

 private:
  std::string label() const { return std::array{"<stdin>", "<stdout>", "<stderr>"}.at(static_cast<size_t>(role)); }

  std::optional<Value> text_fact(Interpreter& interpreter, std::string_view name) const {
    if (name == "encoding") return Value::string("utf-8");
    if (name == "errors") return Value::string(role == Role::error ? "backslashreplace" : "strict");
    if (name == "buffer") return Value(new Stream(role, true));
    if (name == "detach") return constant_builtin(interpreter, name, Value(new Stream(role, true)));
    if (name == "line_buffering") return Value::boolean(role == Role::error);
    if (name == "write_through") return Value::boolean(false);
    if (name == "newlines") return Value::none();
    if (name == "reconfigure") return constant_builtin(interpreter, name, Value::none());
    return {};
  }

  Value reader(Interpreter& interpreter, std::string_view name, const Span& span) const {
    if (role != Role::in) return refused(interpreter, name, is_buffer ? std::string(name) : "not readable");
    return constant_builtin(interpreter, name, Value::unknown("what is read from sys.stdin depends on the run", span));
  }

  Value writer(Interpreter& interpreter, std::string_view name) const {
    if (role == Role::in) return refused(interpreter, name, is_buffer ? std::string(name) : "not writable");
    const bool one = name == "write";
    return interpreter.make_builtin(
        std::string(name), [one, shown = role == Role::out, binary = is_buffer](Interpreter& in, Arguments& arguments) {
          check_count(in, arguments, one ? "write" : "writelines", 1, 1);
          const Value& given = arguments.positional[0];
          if (given.is_unknown()) return one ? given : Value::none();
          if (one) return put(in, given, shown, binary, arguments.span);
          for (const Value& line : in.to_vector(given, arguments.span)) put(in, line, shown, binary, arguments.span);
          return Value::none();
        });
  }

  static Value put(Interpreter& interpreter, const Value& given, bool shown, bool binary, const Span& span) {
    constexpr size_t kMost = 64 << 10;
    if (given.is_unknown()) return given;
    if (binary) return interpreter.length(given, span);
    if (!payload_or_self(given).is_string())
      interpreter.raise("TypeError", "write() argument must be str, not " + interp::type_name(interpreter, given),
                        span);
    const std::string text = interpreter.str(given);
    std::string& output = interpreter.output();
    if (shown && output.size() + text.size() <= kMost) output += text;
    return Value::integer(static_cast<int64_t>(code_point_count(text)));
  }
};

}  // namespace

void add_streams(Dict& names) {
  for (const auto& [name, role] : {std::pair("stdin", Role::in), {"stdout", Role::out}, {"stderr", Role::error}}) {
    const Value stream(new Stream(role, false));
    names.set(name, stream);
    names.set("__" + std::string(name) + "__", stream);
  }
}

}  // namespace vramlint::interp
