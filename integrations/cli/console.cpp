#include "integrations/cli/console.h"

#include <cstdio>
#include <string>

#include "base/printable.h"
#include "integrations/cli/environment.h"

namespace vramlint::cli {
namespace {

void print(std::string_view text, FILE* stream) {
  const std::string safe = on_github() ? without_commands(text) : std::string(text);
  std::fwrite(safe.data(), 1, safe.size(), stream);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// The runner trims blanks of every alphabet off a line; whatever is no visible ASCII counts as one here.
bool is_command(std::string_view line) {
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] > ' ' && line[at] < 0x7F) return line.substr(at).starts_with("::");
  }
  return false;
}

}  // namespace

void put(std::string_view text) { print(text, stdout); }

void put_error(std::string_view text) { print(text, stderr); }

void put_commands(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void say(std::string_view sentence, const std::vector<std::string>& below) {
  std::string text = "vramlint: " + printable_name(sentence) + "\n";
  for (const std::string& line : below) text += printable_name(line) + "\n";
  print(text, stderr);
}

std::string without_commands(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n") + 1);
    const std::string_view whole = line.empty() ? text : line;
    text.remove_prefix(whole.size());
    safe += whole;
    if (is_command(whole)) safe.replace(safe.size() - whole.size() + whole.find("::"), 1, "\\u003a");
  }
  replace_all(safe, "##[", "#\\u0023[");
  return safe;
}

}  // namespace vramlint::cli
