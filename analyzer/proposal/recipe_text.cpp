#include "proposal/recipe_text.h"

namespace vramlint::proposal {

std::string one_line(std::string text) {
  for (char& c : text) c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return text;
}

std::string scalar(const std::string& value) {
  const std::string text = one_line(value);
  const bool plain = !text.empty() && text.find_first_of("#:{}[],&*!|>'\"%@`") == std::string::npos &&
                     text.front() != '-' && text.front() != ' ' && text.front() != '?';
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

std::string joined_scalars(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + scalar(item);
  return text;
}

}  // namespace vramlint::proposal
