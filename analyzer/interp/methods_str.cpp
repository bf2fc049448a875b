// Methods of str that make another str. Letters beyond ASCII keep their case, except in Latin, Greek and Cyrillic.
#include <algorithm>
#include <bitset>
#include <cwctype>
#include <functional>
#include <unordered_set>

#include "interp/builtins_parts.h"
#include "interp/format.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

bool in(int32_t c, int32_t low, int32_t high) { return c >= low && c <= high; }

int32_t lower_of(int32_t c) {
  if (in(c, 'A', 'Z') || (in(c, 0xc0, 0xde) && c != 0xd7) || (in(c, 0x391, 0x3a9) && c != 0x3a2)) return c + 32;
  if (in(c, 0x410, 0x42f)) return c + 32;
  if (in(c, 0x400, 0x40f)) return c + 80;
  if ((in(c, 0x100, 0x137) || in(c, 0x14a, 0x177)) && c % 2 == 0) return c + 1;
  return c;
}

int32_t upper_of(int32_t c) {
  if (in(c, 'a', 'z') || (in(c, 0xe0, 0xfe) && c != 0xf7) || (in(c, 0x3b1, 0x3c9) && c != 0x3c2)) return c - 32;
  if (in(c, 0x430, 0x44f)) return c - 32;
  if (in(c, 0x450, 0x45f)) return c - 80;
  if ((in(c, 0x100, 0x137) || in(c, 0x14a, 0x177)) && c % 2 == 1) return c - 1;
  return c;
}

bool is_letter(int32_t c) {
  return lower_of(c) != c || upper_of(c) != c || c == 0xdf || c == 0xaa || c == 0xb5 || c == 0xba ||
         in(c, 0x370, 0x3ff) || in(c, 0x138, 0x2af) || in(c, 0x400, 0x52f) || in(c, 0x5d0, 0x64a) ||
         in(c, 0x3040, 0x318e) || in(c, 0x3400, 0x9fff) || in(c, 0xac00, 0xd7a3) || in(c, 0x20000, 0x2ffff);
}

bool is_space(int32_t c) {
  return in(c, 9, 13) || in(c, 0x1c, 0x20) || c == 0x85 || c == 0xa0 || c == 0x1680 || in(c, 0x2000, 0x200a) ||
         in(c, 0x2028, 0x2029) || c == 0x202f || c == 0x205f || c == 0x3000;
}

template <typename Change>
std::string changed(std::string_view text, Change change) {
  std::string out;
  for (std::string_view piece : code_points(text)) {
    int32_t c = code_point_value(piece);
    int32_t other = c < 0 ? c : change(c);
    if (other == c) {
      out += piece;
    } else {
      append_code_point(out, static_cast<uint32_t>(other));
    }
  }
  return out;
}

Value lower(Interpreter&, const String& self, Arguments&) { return Value::string(changed(self.text, lower_of)); }
Value upper(Interpreter&, const String& self, Arguments&) { return Value::string(changed(self.text, upper_of)); }

Value swapcase(Interpreter&, const String& self, Arguments&) {
  return Value::string(changed(self.text, [](int32_t c) { return lower_of(c) != c ? lower_of(c) : upper_of(c); }));
}

Value capitalize(Interpreter&, const String& self, Arguments&) {
  bool first = true;
  return Value::string(
      changed(self.text, [&first](int32_t c) { return std::exchange(first, false) ? upper_of(c) : lower_of(c); }));
}

Value title(Interpreter&, const String& self, Arguments&) {
  bool inside = false;
  return Value::string(changed(self.text, [&inside](int32_t c) {
    int32_t out = inside ? lower_of(c) : upper_of(c);
    inside = is_letter(c);
    return out;
  }));
}

// ---------------------------------------------------------------- stripping and padding

enum Side { kLeft = 1, kRight = 2 };

/// The characters to drop: blanks where none are given.
class Unwanted {
 public:
  Unwanted() : blanks_(true) {}
  explicit Unwanted(std::string_view given) {
    for (std::string_view piece : code_points(given)) {
      if (piece.size() == 1)
        ascii_.set(static_cast<unsigned char>(piece[0]));
      else
        wide_.insert(piece);
    }
  }
  bool has(std::string_view piece) const {
    if (blanks_) return is_space(code_point_value(piece));
    return piece.size() == 1 ? ascii_.test(static_cast<unsigned char>(piece[0])) : wide_.contains(piece);
  }

 private:
  bool blanks_ = false;
  std::bitset<256> ascii_;
  std::unordered_set<std::string_view> wide_;
};

std::string_view last_code_point(std::string_view text) {
  for (size_t size = std::min<size_t>(4, text.size()); size > 1; --size) {
    const std::string_view end = text.substr(text.size() - size);
    if (*code_points(end).begin() == end) return end;
  }
  return text.substr(text.size() - 1);
}

Value stripped(Interpreter& interpreter, const String& self, Arguments& arguments, int sides) {
  const bool blanks = arguments.positional.empty() || arguments.positional[0].is_none();
  if (!blanks && !arguments.positional[0].is_string())
    interpreter.raise("TypeError", "strip arg must be None or str", arguments.span);
  const Unwanted unwanted = blanks ? Unwanted() : Unwanted(arguments.positional[0].as_string());
  std::string_view rest = self.text;
  if (sides & kLeft) {
    size_t dropped = 0;
    for (std::string_view piece : code_points(rest)) {
      if (!unwanted.has(piece)) break;
      dropped += piece.size();
    }
    rest.remove_prefix(dropped);
  }
  while ((sides & kRight) && !rest.empty() && unwanted.has(last_code_point(rest)))
    rest.remove_suffix(last_code_point(rest).size());
  return Value::string(std::string(rest));
}

Value strip(Interpreter& in, const String& self, Arguments& arguments) {
  return stripped(in, self, arguments, kLeft | kRight);
}
Value lstrip(Interpreter& in, const String& self, Arguments& arguments) { return stripped(in, self, arguments, kLeft); }
Value rstrip(Interpreter& in, const String& self, Arguments& arguments) {
  return stripped(in, self, arguments, kRight);
}

std::string_view text_argument(Interpreter& interpreter, const Arguments& arguments, size_t place) {
  const Value& value = arguments.positional[place];
  if (!value.is_string())
    interpreter.raise("TypeError", "must be str, not " + type_name(interpreter, value), arguments.span);
  return value.as_string();
}

/// A negative width is none.
int64_t width_of(Interpreter& interpreter, const Arguments& arguments) {
  return std::max<int64_t>(index_of(interpreter, arguments.positional[0], arguments.span), 0);
}

std::string_view fill_of(Interpreter& interpreter, const Arguments& arguments) {
  const std::string_view fill = arguments.positional.size() > 1 ? text_argument(interpreter, arguments, 1) : " ";
  if (code_point_count(fill) != 1)
    interpreter.raise("TypeError", "The fill character must be exactly one character long", arguments.span);
  return fill;
}

Value padded(Interpreter& interpreter, const String& self, Arguments& arguments, char align) {
  FormatSpec spec;
  spec.width = width_of(interpreter, arguments);
  spec.align = align;
  spec.fill = fill_of(interpreter, arguments);
  return Value::string(format_text(interpreter, self.text, spec, arguments.span));
}

Value ljust(Interpreter& in, const String& self, Arguments& arguments) { return padded(in, self, arguments, '<'); }
Value rjust(Interpreter& in, const String& self, Arguments& arguments) { return padded(in, self, arguments, '>'); }

// CPython puts the odd blank to the left when the width is odd (Objects/stringlib/transmogrify.h, center).
Value center(Interpreter& interpreter, const String& self, Arguments& arguments) {
  const std::string_view fill = fill_of(interpreter, arguments);
  int64_t width = width_of(interpreter, arguments);
  int64_t missing = width - code_point_count(self.text);
  if (missing <= 0) return Value::string(self.text);
  int64_t left = missing / 2 + (missing & width & 1);
  interpreter.budget().allocate(missing, 8, arguments.span);
  std::string out;
  for (int64_t i = 0; i < left; ++i) out += fill;
  out += self.text;
  for (int64_t i = left; i < missing; ++i) out += fill;
  return Value::string(std::move(out));
}

Value zfill(Interpreter& interpreter, const String& self, Arguments& arguments) {
  int64_t missing = width_of(interpreter, arguments) - code_point_count(self.text);
  if (missing <= 0) return Value::string(self.text);
  interpreter.budget().allocate(missing, arguments.span);
  bool sign = !self.text.empty() && (self.text[0] == '-' || self.text[0] == '+');
  std::string out = self.text;
  out.insert(sign ? 1 : 0, static_cast<size_t>(missing), '0');
  return Value::string(std::move(out));
}

Value expandtabs(Interpreter& interpreter, const String& self, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "expandtabs", {"tabsize"}, 0);
  int64_t size = given[0].is_unbound() ? 8 : index_of(interpreter, given[0], arguments.span);
  std::string out;
  int64_t column = 0;
  for (std::string_view piece : code_points(self.text)) {
    if (piece == "\t") {
      int64_t blanks = size > 0 ? size - column % size : 0;
      interpreter.budget().allocate(blanks, 2, arguments.span);  // what grows is there twice
      out.append(static_cast<size_t>(blanks), ' ');
      column += blanks;
      continue;
    }
    out += piece;
    column = piece == "\n" || piece == "\r" ? 0 : column + 1;
  }
  return Value::string(std::move(out));
}

Value without_prefix(Interpreter& interpreter, const String& self, Arguments& arguments) {
  std::string_view prefix = text_argument(interpreter, arguments, 0);
  return Value::string(self.text.starts_with(prefix) ? self.text.substr(prefix.size()) : self.text);
}

Value without_suffix(Interpreter& interpreter, const String& self, Arguments& arguments) {
  std::string_view suffix = text_argument(interpreter, arguments, 0);
  bool ends = !suffix.empty() && self.text.ends_with(suffix);
  return Value::string(ends ? self.text.substr(0, self.text.size() - suffix.size()) : self.text);
}

// ---------------------------------------------------------------- what the letters are

bool all_of(const String& self, bool (*test)(int32_t)) {
  for (std::string_view piece : code_points(self.text))
    if (!test(code_point_value(piece))) return false;
  return !self.text.empty();
}

bool is_digit(int32_t c) { return in(c, '0', '9'); }
bool is_word(int32_t c) { return is_letter(c) || is_digit(c) || c == '_'; }

Value cased(const String& self, int32_t (*other)(int32_t), int32_t (*same)(int32_t)) {
  bool any = false;
  for (std::string_view piece : code_points(self.text)) {
    int32_t c = code_point_value(piece);
    if (other(c) != c) any = true;
    if (same(c) != c) return Value::boolean(false);
  }
  return Value::boolean(any);
}

Value isidentifier(Interpreter&, const String& self, Arguments&) {
  return Value::boolean(all_of(self, is_word) && !is_digit(code_point_value(self.text)));
}

Value istitle(Interpreter&, const String& self, Arguments&) {
  bool inside = false, any = false;
  for (std::string_view piece : code_points(self.text)) {
    int32_t c = code_point_value(piece);
    if (inside ? lower_of(c) != c : upper_of(c) != c) return Value::boolean(false);
    inside = is_letter(c);
    any |= inside;
  }
  return Value::boolean(any);
}

// ---------------------------------------------------------------- formatting

Value format(Interpreter& interpreter, const String& self, Arguments& arguments) {
  return format_string(interpreter, self.text, arguments);
}

Value format_map(Interpreter& interpreter, const String& self, Arguments& arguments) {
  auto* dict = arguments.positional[0].as<Dict>();
  if (!dict) interpreter.raise("TypeError", "format_map() needs a mapping", arguments.span);
  Arguments named;
  named.span = arguments.span;
  for (const Dict::Entry& entry : dict->entries()) {
    if (entry.live && entry.key.is_string()) named.keyword.emplace_back(entry.key.as_string(), entry.value);
  }
  return format_string(interpreter, self.text, named);
}

Value encode(Interpreter& interpreter, const String& self, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "encode", {"encoding", "errors"}, 0);
  std::string name = given[0].is_string() ? std::string(given[0].as_string()) : "utf-8";
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  bool plain = is_ascii(self.text);
  if (!plain && name != "utf-8" && name != "utf8") {
    return Value::unknown("str.encode() to " + name + " is not evaluated", arguments.span);
  }
  return Value(new ByteString(self.text));
}

}  // namespace

void add_str_methods(Interpreter& interpreter, const Class& cls) {
  auto add_text = [&](std::string_view name, size_t least, size_t most, Method<String> body) {
    define_method<String>(interpreter, cls, name, least, most, Effect::text, body, Cost::letters);
  };
  auto add = [&](std::string_view name, size_t least, size_t most, Method<String> body) {
    define_method<String>(interpreter, cls, name, least, most, Effect::pure, body, Cost::letters);
  };
  add_text("lower", 0, 0, lower);
  add_text("casefold", 0, 0, lower);
  add_text("upper", 0, 0, upper);
  add_text("swapcase", 0, 0, swapcase);
  add_text("capitalize", 0, 0, capitalize);
  add_text("title", 0, 0, title);
  add_text("strip", 0, 1, strip);
  add_text("lstrip", 0, 1, lstrip);
  add_text("rstrip", 0, 1, rstrip);
  add_text("ljust", 1, 2, ljust);
  add_text("rjust", 1, 2, rjust);
  add_text("center", 1, 2, center);
  add_text("zfill", 1, 1, zfill);
  add_text("expandtabs", 0, kKeywords, expandtabs);
  add_text("removeprefix", 1, 1, without_prefix);
  add_text("removesuffix", 1, 1, without_suffix);
  add_text("format", 0, kKeywords, format);
  add_text("format_map", 1, 1, format_map);
  add("encode", 0, kKeywords, encode);
  add("isidentifier", 0, 0, isidentifier);
  add("istitle", 0, 0, istitle);
  add("islower", 0, 0, [](Interpreter&, const String& self, Arguments&) { return cased(self, upper_of, lower_of); });
  add("isupper", 0, 0, [](Interpreter&, const String& self, Arguments&) { return cased(self, lower_of, upper_of); });
  add("isdigit", 0, 0,
      [](Interpreter&, const String& self, Arguments&) { return Value::boolean(all_of(self, is_digit)); });
  add("isdecimal", 0, 0,
      [](Interpreter&, const String& self, Arguments&) { return Value::boolean(all_of(self, is_digit)); });
  add("isnumeric", 0, 0,
      [](Interpreter&, const String& self, Arguments&) { return Value::boolean(all_of(self, is_digit)); });
  add("isalpha", 0, 0,
      [](Interpreter&, const String& self, Arguments&) { return Value::boolean(all_of(self, is_letter)); });
  add("isspace", 0, 0,
      [](Interpreter&, const String& self, Arguments&) { return Value::boolean(all_of(self, is_space)); });
  add("isalnum", 0, 0, [](Interpreter&, const String& self, Arguments&) {
    return Value::boolean(all_of(self, [](int32_t c) { return is_letter(c) || is_digit(c); }));
  });
  add("isascii", 0, 0,
      [](Interpreter&, const String& self, Arguments&) { return Value::boolean(is_ascii(self.text)); });
  add("isprintable", 0, 0, [](Interpreter&, const String& self, Arguments&) {
    return Value::boolean(string_repr(self.text).find("\\x") == std::string::npos &&
                          self.text.find_first_of("\n\r\t") == std::string::npos);
  });
}

}  // namespace vramlint::interp
