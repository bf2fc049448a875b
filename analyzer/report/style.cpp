#include "report/style.h"

#include <array>

namespace vramlint::report {
namespace {

// ECMA-48 "select graphic rendition" parameters, by Ink.
constexpr std::array<std::string_view, 12> kCodes = {"0",  "1",  "2",  "31",   "33",   "32",
                                                     "34", "35", "36", "1;31", "1;33", "1;36"};

}  // namespace

std::string painted(std::string_view text, Ink ink, bool colour) {
  if (!colour || ink == Ink::plain || text.empty()) return std::string(text);
  std::string result = "\x1b[";
  result += kCodes[static_cast<size_t>(ink)];
  result += 'm';
  result += text;
  result += "\x1b[0m";
  return result;
}

Ink ink_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return Ink::bold_red;
    case Severity::warning:
      return Ink::bold_yellow;
    case Severity::note:
      return Ink::bold_cyan;
  }
  return Ink::plain;
}

}  // namespace vramlint::report
