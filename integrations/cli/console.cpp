#include "integrations/cli/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "base/printable.h"
#include "integrations/cli/environment.h"

namespace vramlint::cli {
namespace {

std::atomic<int> lost = 0;  // the errno of what first kept text from standard output

void write(std::string_view text, FILE* stream) {
  const bool arrived = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (!arrived && stream == stdout && lost == 0) lost = errno;
}

void print(std::string_view text, FILE* stream) {
  write(on_github() ? without_commands(text) : std::string(text), stream);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

constexpr std::pair<std::string_view, std::string_view> kNearest[] = {
    {"✔", "v"},  {"✘", "x"},  {"→", "->"}, {"≈", "~"}, {"–", "-"},     {"—", "-"}, {"…", "..."}, {"×", "x"},
    {"≥", ">="}, {"≤", "<="}, {"│", "|"},  {"▲", "^"}, {"▼", "v"},     {"·", "."}, {"’", "'"},   {"‘", "'"},
    {"“", "\""}, {"”", "\""}, {"█", "#"},  {"▓", "%"}, {"▒", "="},     {"░", "-"}, {"▚", "+"},   {"▞", "/"},
    {"▙", "L"},  {"▟", "J"},  {"▤", ":"},  {"▥", "|"}, {"\u00a0", " "}};

/// As its first byte says; 1 where it is none.
size_t sequence_size(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

std::string escape_of(std::string_view one) {
  const auto first = static_cast<unsigned char>(one.front());
  uint32_t code = one.size() == 1 ? first : first & (0xFFU >> (one.size() + 1));
  for (const char c : one.substr(1)) code = code << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  return code > 0xFFFF ? fmt::format("\\U{:08x}", code) : fmt::format("\\u{:04x}", code);
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

void put_text(std::string_view text) { put(speaks_utf8() ? std::string(text) : in_ascii(text)); }

void flush() {
  if (std::fflush(stdout) != 0 && lost == 0) lost = errno;
}

std::string trouble_of_output() {
  flush();
  return lost == 0 || lost == EPIPE ? "" : fmt::format("standard output: {}", std::strerror(lost));
}

void put_error(std::string_view text) { print(text, stderr); }

void put_commands(std::string_view text) { write(text, stdout); }

void say(std::string_view sentence, const std::vector<std::string>& below) {
  std::string text = "vramlint: " + printable_name(sentence) + "\n";
  for (const std::string& line : below) text += printable_name(line) + "\n";
  print(speaks_utf8() ? text : in_ascii(text), stderr);
}

std::string in_ascii(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t size = std::min(sequence_size(text.front()), text.size());
    const std::string_view one = text.substr(0, size);
    text.remove_prefix(size);
    const auto* nearest =
        std::find_if(std::begin(kNearest), std::end(kNearest), [&](const auto& known) { return known.first == one; });
    if (size == 1 && static_cast<unsigned char>(one.front()) < 0x80)
      result += one;
    else if (nearest != std::end(kNearest))
      result += nearest->second;
    else
      result += escape_of(one);
  }
  return result;
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
