#include "report/xml.h"

#include "base/printable.h"

namespace vramlint::report {
namespace {

/// How a character is written that cannot stand for itself.
std::string_view reference(char32_t character) {
  switch (character) {
    case U'&':
      return "&amp;";
    case U'<':
      return "&lt;";
    case U'>':
      return "&gt;";
    case U'"':
      return "&quot;";
    case U'\t':
      return "&#9;";
    case 0xFFFE:  // no characters, and XML 1.0 has no way to write them
      return "\\ufffe";
    case 0xFFFF:
      return "\\uffff";
    default:
      return {};
  }
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string result;
  const std::string safe = printable_lines(text);
  for (std::string_view rest = safe; !rest.empty();) {
    const char32_t character = take_character(rest);
    if (const std::string_view name = reference(character); !name.empty())
      result += name;
    else
      append_utf8(result, character);
  }
  return result;
}

std::string xml_attribute(std::string_view name, std::string_view value) {
  std::string text = " " + std::string(name) + "=\"";
  for (const char c : xml_text(value)) text += c == '\n' ? std::string("&#10;") : std::string(1, c);
  return text + "\"";
}

}  // namespace vramlint::report
