#include "interp/quoted_json.h"

#include <cstdio>

#include "interp/builtins_arguments.h"
#include "interp/text.h"

namespace vramlint::interp {

Value quoted_field(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "quoted", 2, 2);
  if (!arguments.positional[0].is_string()) interpreter.raise("TypeError", "quoted() takes a str", arguments.span);
  bool ascii = interpreter.truthy(arguments.positional[1], arguments.span);
  interpreter.budget().touch(2 * arguments.positional[0].as_string().size(), arguments.span);
  std::string out = "\"";
  for (std::string_view piece : code_points(arguments.positional[0].as_string())) {
    int32_t c = code_point_value(piece);
    constexpr std::string_view kFrom = "\"\\\b\f\n\r\t", kTo = "\"\\bfnrt";
    size_t place = c >= 0 && c < 128 ? kFrom.find(static_cast<char>(c)) : std::string_view::npos;
    auto hex = [&out](uint32_t unit) {
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\u%04x", unit & 0xffff);
      out += buffer;
    };
    if (place != std::string_view::npos)
      (out += '\\') += kTo[place];
    else if (c < 0x20 || (c > 0x7e && ascii && c < 0x10000))
      hex(static_cast<uint32_t>(c));
    else if (c >= 0x10000 && ascii)
      hex(0xd800 + ((static_cast<uint32_t>(c) - 0x10000) >> 10)),
          hex(0xdc00 + ((static_cast<uint32_t>(c) - 0x10000) & 0x3ff));
    else
      out += piece;
  }
  return Value::string(out + "\"");
}

}  // namespace vramlint::interp
