// Python's three ways of formatting: the format-spec mini-language, str.format and the % operator.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// `text % arguments`; `arguments` is a tuple, a mapping, or one value. Raises TypeError and ValueError as CPython.
Value percent_formatted(Interpreter& interpreter, std::string_view text, const Value& arguments, Span span);

/// `text.format(*positional, **keyword)`, with attributes, indices, conversions and nested specs.
Value format_string(Interpreter& interpreter, std::string_view text, Arguments& arguments);

/// One parsed format spec: [[fill]align][sign][#][0][width][grouping][.precision][type].
struct FormatSpec {
  std::string fill = " ";
  char align = 0;  ///< < > = ^ or 0
  char sign = '-';
  bool alternate = false;
  bool zero = false;
  int64_t width = 0;
  char grouping = 0;  ///< , _ or 0
  int64_t precision = -1;
  char type = 0;
};

/// Raises ValueError for what is not a format spec; `type` is the Python type named in the message.
FormatSpec parse_format_spec(Interpreter& interpreter, std::string_view text, std::string_view type, Span span);

std::string format_text(Interpreter& interpreter, std::string_view text, const FormatSpec& spec, Span span);
std::string format_integer(Interpreter& interpreter, int64_t number, const FormatSpec& spec, Span span);
std::string format_real(Interpreter& interpreter, double number, const FormatSpec& spec, Span span);

}  // namespace vramlint::interp
