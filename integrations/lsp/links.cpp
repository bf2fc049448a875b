#include "integrations/lsp/links.h"

#include <algorithm>
#include <cctype>

namespace vramlint::lsp {
namespace {

constexpr std::string_view kBlank = " \t";

std::string_view line_at(std::string_view text, size_t begin) {
  return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
}

bool names_file(std::string_view path) {
  return path.find("::") == std::string_view::npos &&
         (path.ends_with(".py") || path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json"));
}

/// The end of what belongs to the key: the brackets that it opens, else its line and the list's items below it.
size_t end_of_value(std::string_view text, size_t at) {
  const std::string_view first = line_at(text, at);
  if (const size_t open = first.find_first_of("[("); open != std::string_view::npos)
    return std::min(text.find_first_of("])", at + open), text.size());
  size_t end = at + first.size();
  while (end < text.size()) {
    const std::string_view next = line_at(text, end + 1);
    const size_t word = next.find_first_not_of(kBlank);
    if (word == std::string_view::npos || next[word] != '-') break;
    end += 1 + next.size();
  }
  return end;
}

/// Words of it, in quotes or without.
void take_words(std::string_view text, size_t begin, size_t end, std::vector<Link>& links) {
  constexpr std::string_view kAround = " \t\r\n\"'[](),=";
  for (size_t at = text.find_first_not_of(kAround, begin); at < end; at = text.find_first_not_of(kAround, at)) {
    if (text[at] == '#') {
      at += line_at(text, at).size();
      continue;
    }
    const size_t stop = std::min(text.find_first_of(kAround, at), end);
    if (names_file(text.substr(at, stop - at))) links.push_back({at, stop, std::string(text.substr(at, stop - at))});
    at = stop;
  }
}

/// `from ..a.b import x`, or `.a`: the path that the dots mean.
void take_import(std::string_view text, size_t begin, std::vector<Link>& links) {
  const std::string_view line = line_at(text, begin);
  const size_t from = line.find("from "), stop = line.find(" import ");
  if (from == std::string_view::npos || stop == std::string_view::npos || stop < from) return;
  const size_t first = line.find_first_not_of(' ', from + 5);
  std::string_view name = line.substr(first, std::max(stop, first) - first);
  while (name.ends_with(' ')) name.remove_suffix(1);
  if (!name.starts_with('.')) return;
  const Link place{begin + first, begin + first + name.size(), {}};
  std::string target;
  name.remove_prefix(1);
  for (; name.starts_with('.'); name.remove_prefix(1)) target += "../";
  if (name.empty()) return;
  for (const char c : name) target += c == '.' ? '/' : c;
  links.push_back({place.begin, place.end, target + ".py"});
}

}  // namespace

std::vector<Link> base_links(std::string_view text) {
  std::vector<Link> links;
  size_t inside = std::string_view::npos;  // the indentation of a `with read_base():`
  for (size_t begin = 0; begin < text.size(); begin += line_at(text, begin).size() + 1) {
    const std::string_view line = line_at(text, begin);
    const size_t indent = line.find_first_not_of(" \t\r");
    if (indent == std::string_view::npos) continue;
    std::string_view body = line.substr(indent);
    if (inside != std::string_view::npos && indent <= inside) inside = std::string_view::npos;
    if (inside != std::string_view::npos) take_import(text, begin, links);
    if (body.starts_with("with read_base()")) inside = indent;
    if (body.starts_with('"') || body.starts_with('\'')) body.remove_prefix(1);
    if (!body.starts_with("_base_")) continue;
    const size_t sign = body.find_first_of(":=");
    if (sign == std::string_view::npos || body.find_first_not_of(" \t\"'", 6) != sign) continue;
    const size_t value = begin + (line.size() - body.size()) + sign + 1;
    take_words(text, value, end_of_value(text, value), links);
  }
  return links;
}

}  // namespace vramlint::lsp
