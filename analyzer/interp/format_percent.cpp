// `"%-8.3g of %(name)s" % values`.
#include "interp/builtins_arguments.h"
#include "interp/counted_text.h"
#include "interp/format.h"
#include "interp/impl.h"
#include "interp/text.h"
#include "interp/writing.h"

#include <cmath>
#include <cstdio>

namespace vramlint::interp {

namespace {

class PercentFormatter {
 public:
  PercentFormatter(Interpreter& interpreter, std::string_view text, const Value& arguments, Span span)
      : interpreter_(interpreter), text_(text), arguments_(arguments), span_(span) {
    if (auto* tuple = arguments.as<Tuple>()) {
      positional_ = tuple->items;
      is_tuple_ = true;
    } else {
      positional_ = {arguments};
    }
  }

  bool is_counted() const { return is_counted_; }

  std::string run() {
    std::string out;
    while (at_ < text_.size()) {
      char c = text_[at_++];
      if (c != '%') {
        out.push_back(c);
        continue;
      }
      const std::string piece = conversion();
      interpreter_.budget().allocate(static_cast<int64_t>(2 * piece.size()), span_);  // as a text grows
      interpreter_.budget().touch(piece.size(), span_);
      out += piece;
      interpreter_.budget().step(span_);
    }
    bool unused = is_tuple_ ? used_ < positional_.size()
                            : used_ == 0 && !by_key_ && !arguments_.as<Dict>() && !arguments_.as<List>();
    if (unused) raise("TypeError", "not all arguments converted during string formatting");
    return out;
  }

 private:
  [[noreturn]] void raise(const char* type, std::string message) {
    interpreter_.raise(type, std::move(message), span_);
  }

  char peek() {
    if (at_ >= text_.size()) raise("ValueError", "incomplete format");
    return text_[at_];
  }

  std::string conversion() {
    FormatSpec spec;
    std::optional<Value> keyed;
    if (peek() == '(') keyed = keyed_value();
    read_flags(spec);
    spec.width = read_size(spec, 0);
    if (peek() == '.') {
      ++at_;
      spec.precision = std::max<int64_t>(read_size(spec, 0), 0);
    }
    while (peek() == 'l' || peek() == 'h' || peek() == 'L') ++at_;
    char code = text_[at_++];
    if (code == '%') return "%";
    const Value value = as_written(keyed ? *keyed : next_value(), code);
    note_written(interpreter_.impl().writing, value);
    return value.is_unknown() ? unknown_piece(code, value, spec) : converted(code, value, spec);
  }

  /// As long as what it stands for where that is known.
  std::string unknown_piece(char code, const Value& value, const FormatSpec& spec) {
    const CountedText* text = counted_text(value);
    const bool is_number = code == 'd' || code == 'i' || code == 'u';
    const bool is_padded = is_number && spec.zero && padded_number(interpreter_, value, spec.width);
    if (code == 's' && text && spec.width <= text->count) return std::string(static_cast<size_t>(text->count), '0');
    is_counted_ = is_counted_ && is_padded;
    return is_padded ? std::string(static_cast<size_t>(spec.width), '0') : "";
  }

  Value keyed_value() {
    size_t close = text_.find(')', at_);
    if (close == std::string_view::npos) raise("ValueError", "incomplete format key");
    Value key = Value::string(std::string(text_.substr(at_ + 1, close - at_ - 1)));
    at_ = close + 1;
    by_key_ = true;
    if (is_tuple_) raise("TypeError", "format requires a mapping");
    return interpreter_.get_item(arguments_, key, span_);
  }

  void read_flags(FormatSpec& spec) {
    for (;; ++at_) {
      switch (peek()) {
        case '-':
          spec.align = '<';
          continue;
        case '+':
          spec.sign = '+';
          continue;
        case ' ':
          if (spec.sign != '+') spec.sign = ' ';
          continue;
        case '#':
          spec.alternate = true;
          continue;
        case '0':
          spec.zero = true;
          continue;
      }
      break;
    }
    if (spec.align == '<') spec.zero = false;
    if (spec.zero) spec.fill = "0";
  }

  int64_t read_size(FormatSpec& spec, int64_t otherwise) {
    if (peek() == '*') {
      ++at_;
      Value size = next_value();
      note_written(interpreter_.impl().writing, size);
      if (size.is_unknown()) return otherwise;
      if (!size.is_integral()) raise("TypeError", "* wants int");
      if (size.as_int() < 0) spec.align = '<';
      int64_t magnitude = std::abs(size.as_int());
      interpreter_.budget().allocate(magnitude, span_);
      return magnitude;
    }
    int64_t number = otherwise;
    while (peek() >= '0' && peek() <= '9') {
      number = number * 10 + (text_[at_++] - '0');
      if (number > 1'000'000) raise("ValueError", "width too big");
    }
    return number;
  }

  Value next_value() {
    if (used_ >= positional_.size()) raise("TypeError", "not enough arguments for format string");
    return positional_[used_++];
  }

  /// The number that an object makes of itself, for a conversion that wants one.
  Value as_written(Value value, char code) {
    const std::string_view reals = "eEfFgG", wholes = "diu", indices = "xXo";
    const char* method = reals.find(code) != reals.npos       ? "__float__"
                         : wholes.find(code) != wholes.npos   ? "__int__"
                         : indices.find(code) != indices.npos ? "__index__"
                                                              : nullptr;
    if (!method) return value;
    std::optional<Value> number = number_by(interpreter_, value, method, span_);
    return number ? std::move(*number) : std::move(value);
  }

  std::string converted(char code, const Value& value, FormatSpec& spec) {
    switch (code) {
      case 's':
        return text(interpreter_.str(value), spec);
      case 'r':
        return text(interpreter_.repr(value), spec);
      case 'a':
        return text(quoted_text(interpreter_, interpreter_.str(value), true), spec);
      case 'c':
        return text(single_character(value), spec);
      case 'd':
      case 'i':
      case 'u':
        return integer(value, 'd', spec);
      case 'x':
      case 'X':
      case 'o':
        return integer(value, code, spec);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        return real(value, code, spec);
    }
    char hexadecimal[8];
    std::snprintf(hexadecimal, sizeof hexadecimal, "0x%x", static_cast<unsigned>(static_cast<unsigned char>(code)));
    raise("ValueError", std::string("unsupported format character '") + code + "' (" + hexadecimal + ") at index " +
                            std::to_string(at_ - 1));
  }

  std::string text(const std::string& body, FormatSpec spec) {
    spec.sign = '-';
    spec.type = 0;
    spec.alternate = spec.zero = false;
    spec.fill = " ";
    if (!spec.align) spec.align = '>';
    return format_text(interpreter_, body, spec, span_);
  }

  std::string single_character(const Value& value) {
    if (value.is_string() && code_point_count(value.as_string()) == 1) return std::string(value.as_string());
    if (!value.is_integral()) raise("TypeError", "%c requires int or char");
    std::string body;
    if (value.as_int() < 0 || value.as_int() > 0x10ffff) raise("OverflowError", "%c arg not in range(0x110000)");
    append_code_point(body, static_cast<uint32_t>(value.as_int()));
    return body;
  }

  std::string integer(const Value& value, char code, FormatSpec& spec) {
    Value number = payload_of(value);
    bool truncates = code == 'd' && number.is_real() && std::fabs(number.as_real()) < 9.2e18;
    if (!number.is_integral() && !truncates) {
      std::string needed = code == 'd' ? "a real number is required" : "an integer is required";
      raise("TypeError", std::string("%") + code + " format: " + needed + ", not " + type_name(interpreter_, value));
    }
    spec.type = code;
    int64_t precision = spec.precision;
    spec.precision = -1;
    int64_t whole = number.is_real() ? static_cast<int64_t>(number.as_real()) : number.as_int();
    if (precision > 0) {
      FormatSpec digits = spec;
      digits.width = precision + (whole < 0 || spec.sign != '-' ? 1 : 0);
      digits.zero = true;
      digits.align = 0;
      digits.fill = "0";
      return text(format_integer(interpreter_, whole, digits, span_), spec);
    }
    return format_integer(interpreter_, whole, spec, span_);
  }

  std::string real(const Value& value, char code, FormatSpec& spec) {
    Value number = payload_of(value);
    if (!number.is_number()) raise("TypeError", "must be real number, not " + type_name(interpreter_, value));
    spec.type = code;
    return format_real(interpreter_, number.as_real(), spec, span_);
  }

  static Value payload_of(const Value& value) {
    if (!value.is(ObjectKind::instance)) return value;
    const Value& payload = static_cast<const Instance*>(value.object())->payload;
    return payload.is_none() ? value : payload;
  }

  Interpreter& interpreter_;
  std::string_view text_;
  const Value& arguments_;
  Span span_;
  std::vector<Value> positional_;
  size_t used_ = 0, at_ = 0;
  bool is_tuple_ = false, by_key_ = false;
  bool is_counted_ = true;  ///< how long the whole is, also where a part of it is not known
};

}  // namespace

Value percent_formatted(Interpreter& interpreter, std::string_view text, const Value& arguments, Span span) {
  Writing writing(interpreter);
  PercentFormatter formatter(interpreter, text, arguments, span);
  std::string written = formatter.run();
  const int64_t count = code_point_count(written);
  const Value made = writing.text(std::move(written));
  if (!made.is_unknown() || !formatter.is_counted()) return made;
  return text_of_length(made.as<UnknownValue>()->info, count).with_origin(made.origin());
}

}  // namespace vramlint::interp
