#include "report/markdown_text.h"

#include "base/printable.h"

namespace vramlint::report {

std::string markdown_plain(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (std::string_view("\\`*_[]<>|#!&~$@").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// Backquotes would end it, bars the table's cell.
std::string markdown_code(std::string_view text) {
  std::string result = "`";
  for (const char c : printable_name(text)) {
    if (c == '|') {
      result += "\\x7c";
    } else {
      result += c == '`' ? '\'' : c;
    }
  }
  return result + "`";
}

}  // namespace vramlint::report
