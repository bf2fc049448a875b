// Methods of bytes.
#include "interp/builtins_parts.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

const std::string& bytes_argument(Interpreter& interpreter, const Arguments& arguments, size_t place) {
  auto* bytes = arguments.positional[place].as<ByteString>();
  if (!bytes) {
    interpreter.raise(
        "TypeError",
        "a bytes-like object is required, not '" + type_name(interpreter, arguments.positional[place]) + "'",
        arguments.span);
  }
  return bytes->text;
}

Value make(std::string text) { return Value(new ByteString(std::move(text))); }

Value decode(Interpreter& interpreter, const ByteString& self, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "decode", {"encoding", "errors"}, 0);
  std::string name = given[0].is_string() ? std::string(given[0].as_string()) : "utf-8";
  if (is_ascii(self.text) || name == "utf-8" || name == "utf8" || name == "UTF-8") return Value::string(self.text);
  if (name == "latin-1" || name == "latin1" || name == "iso-8859-1") {
    std::string out;
    for (char c : self.text) append_code_point(out, static_cast<unsigned char>(c));
    return Value::string(std::move(out));
  }
  return Value::unknown("bytes.decode() from " + name + " is not evaluated", arguments.span);
}

Value hex(Interpreter&, const ByteString& self, Arguments&) {
  std::string out;
  for (char c : self.text) {
    auto byte = static_cast<unsigned char>(c);
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return Value::string(std::move(out));
}

Value startswith(Interpreter& in, const ByteString& self, Arguments& arguments) {
  return Value::boolean(self.text.starts_with(bytes_argument(in, arguments, 0)));
}

Value endswith(Interpreter& in, const ByteString& self, Arguments& arguments) {
  return Value::boolean(self.text.ends_with(bytes_argument(in, arguments, 0)));
}

Value find(Interpreter& in, const ByteString& self, Arguments& arguments) {
  size_t at = find_text(self.text, bytes_argument(in, arguments, 0));
  return Value::integer(at == std::string::npos ? -1 : static_cast<int64_t>(at));
}

Value split(Interpreter& in, const ByteString& self, Arguments& arguments) {
  std::string separator = bytes_argument(in, arguments, 0);
  if (separator.empty()) in.raise("ValueError", "empty separator", arguments.span);
  std::vector<Value> parts;
  size_t from = 0;
  for (size_t at = find_text(self.text, separator); at != std::string::npos;
       at = find_text(self.text, separator, from)) {
    in.budget().allocate(static_cast<int64_t>(sizeof(ByteString) + sizeof(Value) + 16), arguments.span);
    parts.push_back(make(self.text.substr(from, at - from)));
    from = at + separator.size();
  }
  parts.push_back(make(self.text.substr(from)));
  return Value::list(std::move(parts));
}

Value join(Interpreter& in, const ByteString& self, Arguments& arguments) {
  std::string out;
  bool first = true;
  for (const Value& part : in.to_vector(arguments.positional[0], arguments.span)) {
    auto* bytes = part.as<ByteString>();
    if (!bytes)
      in.raise("TypeError", "sequence item: expected a bytes-like object, " + type_name(in, part) + " found",
               arguments.span);
    if (!first) out += self.text;
    first = false;
    in.budget().allocate(static_cast<int64_t>(self.text.size() + bytes->text.size()), arguments.span);
    out += bytes->text;
  }
  return make(std::move(out));
}

Value strip(Interpreter&, const ByteString& self, Arguments&) {
  const char* blank = " \t\n\r\f\v";
  size_t first = self.text.find_first_not_of(blank);
  if (first == std::string::npos) return make("");
  return make(self.text.substr(first, self.text.find_last_not_of(blank) - first + 1));
}

template <char kFirst, char kLast>
Value cased(Interpreter&, const ByteString& self, Arguments&) {
  std::string out = self.text;
  for (char& each : out)
    if (each >= kFirst && each <= kLast) each ^= 'a' ^ 'A';
  return make(std::move(out));
}

}  // namespace

void add_bytes_methods(Interpreter& interpreter, const Class& cls) {
  auto add = [&](std::string_view name, size_t least, size_t most, Method<ByteString> body) {
    define_method<ByteString>(interpreter, cls, name, least, most, Effect::pure, body, Cost::text);
  };
  add("decode", 0, kKeywords, decode);
  add("hex", 0, 0, hex);
  add("startswith", 1, 1, startswith);
  add("endswith", 1, 1, endswith);
  add("find", 1, 1, find);
  add("split", 1, 1, split);
  add("join", 1, 1, join);
  add("strip", 0, 0, strip);
  add("upper", 0, 0, cased<'a', 'z'>);
  add("lower", 0, 0, cased<'A', 'Z'>);
}

}  // namespace vramlint::interp
