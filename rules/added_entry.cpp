#include "rules/added_entry.h"

#include <algorithm>

#include "config/plain_yaml.h"

namespace vramlint::rules {
namespace {

Edit behind(const Span& value, std::string text) { return {{value.source, value.end, value.end}, std::move(text)}; }

bool is_quoted(const Span& key) {
  const std::string_view text = key.text();
  return text.starts_with('"') || text.starts_with('\'');
}

/// What stands next, on this line or a later one.
char next(const Span& value) {
  const std::string& text = value.source->text();
  const size_t at = text.find_first_not_of(" \t\r\n", value.end);
  return at == std::string::npos ? '\0' : text[at];
}

/// What stands between two entries: a line of its own where the entry has one.
std::string separator(const config::Entry& entry) {
  const Span &key = entry.key_span, &value = entry.value.span;
  const std::string& text = key.source->text();
  const size_t line = text.rfind('\n', key.begin);
  if (line == std::string::npos || key.start().line != value.start().line) return ", ";
  const std::string indentation = text.substr(line + 1, key.begin - line - 1);
  return indentation.find_first_not_of(' ') == std::string::npos ? ",\n" + indentation : ", ";
}

/// An item of a mapping in braces, of Python or of data.
std::optional<Edit> item_after(const config::Entry& entry, const std::string& name, const std::string& text) {
  const Span &key = entry.key_span, &value = entry.value.span;
  if (next(value) != ',' && next(value) != '}') return std::nullopt;
  return behind(
      value,
      separator(entry) + (is_quoted(key) ? std::string(1, key.text()[0]) + name + key.text()[0] : name) + ": " + text);
}

/// A keyword of a call.
std::optional<Edit> keyword_after(const config::Entry& entry, const std::string& name, const std::string& text) {
  const Span &key = entry.key_span, &value = entry.value.span;
  const std::string_view between = std::string_view(key.source->text()).substr(key.end, value.begin - key.end);
  const bool is_keyword =
      between.find_first_not_of(" =") == std::string_view::npos && between.find('=') != std::string_view::npos;
  if (!is_keyword || (next(value) != ',' && next(value) != ')')) return std::nullopt;
  return behind(value, separator(entry) + name + "=" + text);
}

}  // namespace

std::optional<Edit> line_after(const config::Entry& entry, const std::string& added) {
  const Span &key = entry.key_span, &value = entry.value.span;
  const std::string& text = key.source->text();
  const size_t line = text.rfind('\n', key.begin) == std::string::npos ? 0 : text.rfind('\n', key.begin) + 1;
  const std::string indentation = text.substr(line, key.begin - line);
  if (indentation.find_first_not_of(' ') != std::string::npos) return std::nullopt;
  const size_t end = std::min(text.find_first_of("\r\n", value.end), text.size());
  const size_t rest = text.find_first_not_of(' ', value.end);
  if (rest < end && text[rest] != '#') return std::nullopt;
  const auto at = static_cast<uint32_t>(end);
  return Edit{{key.source, at, at}, "\n" + indentation + added};
}

std::vector<Edit> added_entry(const Source& source, const config::Mapping& section, const std::string& name,
                              const std::string& text) {
  const bool is_data = config::is_data(source);
  if (config::is_toml(source)) return {};
  for (auto entry = section.entries.rbegin(); entry != section.entries.rend(); ++entry) {
    const Span &key = entry->key_span, &value = entry->value.span;
    if (key.source != &source || value.source != &source || value.begin < key.end) continue;
    std::optional<Edit> edit;
    const bool is_scalar = !entry->value.mapping() && !entry->value.sequence();
    if (is_data && is_scalar && !is_quoted(key)) edit = line_after(*entry, name + ": " + text);
    if (!edit && !is_data) edit = keyword_after(*entry, name, text);
    if (!edit && (is_data || is_quoted(key))) edit = item_after(*entry, name, text);
    if (edit) return {*edit};
  }
  return {};
}

}  // namespace vramlint::rules
