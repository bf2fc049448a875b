// `"{0.shape[1]!r:>{width}}".format(…)`.
#include "interp/format.h"
#include "interp/text.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

class FieldFormatter {
 public:
  FieldFormatter(Interpreter& interpreter, Arguments& arguments) : interpreter_(interpreter), arguments_(arguments) {}

  std::string run(std::string_view text, int depth) {
    if (depth > 2) raise("ValueError", "Max string recursion exceeded");
    std::string out;
    for (size_t i = 0; i < text.size();) {
      char c = text[i];
      if (c == '}') {
        if (i + 1 >= text.size() || text[i + 1] != '}') raise("ValueError", "Single '}' encountered in format string");
        out.push_back('}');
        i += 2;
      } else if (c == '{' && i + 1 < text.size() && text[i + 1] == '{') {
        out.push_back('{');
        i += 2;
      } else if (c == '{') {
        size_t end = field_end(text, i);
        const std::string piece = field(text.substr(i + 1, end - i - 1), depth);
        interpreter_.budget().allocate(static_cast<int64_t>(2 * piece.size()), arguments_.span);
        interpreter_.budget().step(arguments_.span);
        out += piece;
        i = end + 1;
      } else {
        out.push_back(c);
        ++i;
      }
    }
    return out;
  }

 private:
  [[noreturn]] void raise(const char* type, std::string message) {
    interpreter_.raise(type, std::move(message), arguments_.span);
  }

  size_t field_end(std::string_view text, size_t open) {
    int depth = 0;
    bool bracket = false;
    for (size_t i = open; i < text.size(); ++i) {
      if (text[i] == '[') bracket = true;
      if (text[i] == ']') bracket = false;
      if (bracket) continue;
      if (text[i] == '{') ++depth;
      if (text[i] == '}' && --depth == 0) return i;
    }
    raise("ValueError",
          open + 1 == text.size() ? "Single '{' encountered in format string" : "expected '}' before end of string");
  }

  std::string field(std::string_view text, int depth) {
    interpreter_.budget().step(arguments_.span);
    size_t stop = 0;
    for (bool bracket = false; stop < text.size(); ++stop) {
      if (text[stop] == '[') bracket = true;
      if (text[stop] == ']') bracket = false;
      if (!bracket && (text[stop] == '!' || text[stop] == ':')) break;
    }
    Value value = resolve(text.substr(0, stop));
    if (stop < text.size() && text[stop] == '!') {
      if (stop + 1 >= text.size()) raise("ValueError", "end of string while looking for conversion specifier");
      value = Value::string(conversion(value, text[stop + 1]));
      stop += 2;
      if (stop < text.size() && text[stop] != ':') raise("ValueError", "expected ':' after conversion specifier");
    }
    std::string spec = stop < text.size() ? run(text.substr(stop + 1), depth + 1) : "";
    return interpreter_.format(value, spec, arguments_.span);
  }

  std::string conversion(const Value& value, char code) {
    if (code == 'r') return interpreter_.repr(value);
    if (code == 's') return interpreter_.str(value);
    if (code == 'a') return interpreter_.repr(value);
    raise("ValueError", std::string("Unknown conversion specifier ") + code);
  }

  Value resolve(std::string_view path) {
    size_t stop = path.find_first_of(".[");
    Value value = root(path.substr(0, stop));
    path = stop == std::string_view::npos ? std::string_view() : path.substr(stop);
    while (!path.empty()) {
      if (path[0] == '.') {
        size_t end = std::min(path.find_first_of(".[", 1), path.size());
        value = interpreter_.get_attribute(value, path.substr(1, end - 1), arguments_.span);
        path.remove_prefix(end);
      } else if (path[0] == '[') {
        size_t close = path.find(']');
        if (close == std::string_view::npos) raise("ValueError", "Missing ']' in format string");
        value = interpreter_.get_item(value, key(path.substr(1, close - 1)), arguments_.span);
        path.remove_prefix(close + 1);
      } else {
        raise("ValueError", "Only '.' or '[' may follow ']' in format field specifier");
      }
    }
    return value;
  }

  static bool all_digits(std::string_view text) {
    return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string_view::npos;
  }

  static Value key(std::string_view text) {
    return all_digits(text) ? Value::integer(std::stoll(std::string(text))) : Value::string(std::string(text));
  }

  Value root(std::string_view name) {
    if (name.empty()) {
      if (manual_) raise("ValueError", "cannot switch from manual field specification to automatic field numbering");
      automatic_ = true;
      return positional(next_++);
    }
    if (all_digits(name)) {
      if (automatic_) raise("ValueError", "cannot switch from automatic field numbering to manual field specification");
      manual_ = true;
      return positional(std::stoul(std::string(name)));
    }
    if (const Value* value = arguments_.find(name)) return *value;
    raise("KeyError", std::string(name));
  }

  Value positional(size_t index) {
    if (index >= arguments_.positional.size()) {
      raise("IndexError", "Replacement index " + std::to_string(index) + " out of range for positional args tuple");
    }
    return arguments_.positional[index];
  }

  Interpreter& interpreter_;
  Arguments& arguments_;
  size_t next_ = 0;
  bool automatic_ = false, manual_ = false;
};

}  // namespace

Value format_string(Interpreter& interpreter, std::string_view text, Arguments& arguments) {
  Writing writing(interpreter);
  return writing.text(FieldFormatter(interpreter, arguments).run(text, 0));
}

}  // namespace vramlint::interp
