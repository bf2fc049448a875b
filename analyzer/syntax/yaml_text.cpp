#include "syntax/yaml_text.h"

#include <algorithm>

namespace vramlint::syntax {
namespace {

bool is_break(char c) { return c == '\n' || c == '\r'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_white_or_break(char c) { return is_break(c) || is_blank(c); }
bool is_flow(char c) { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'; }

/// Whether `\uD83D` or the like stands there, and its backslash is not escaped itself.
bool is_surrogate(std::string_view text, size_t at) {
  constexpr std::string_view kSecond = "89abcdefABCDEF";
  const std::string_view escape = text.substr(at, 4);
  if (escape.size() < 4 || escape[1] != 'u' || (escape[2] != 'd' && escape[2] != 'D')) return false;
  size_t before = at;
  while (before > 0 && text[before - 1] == '\\') --before;
  return (at - before) % 2 == 0 && kSecond.find(escape[3]) != std::string_view::npos;
}

}  // namespace

std::string without_surrogates(std::string text) {
  for (size_t at = text.find('\\'); at != std::string::npos; at = text.find('\\', at + 1))
    if (at + 6 <= text.size() && is_surrogate(text, at)) text.replace(at + 2, 4, "fffd");
  return text;
}

size_t YamlText::line_end(size_t offset) const {
  while (offset < text_.size() && !is_break(text_[offset])) ++offset;
  return offset;
}

size_t YamlText::end_of_name(size_t offset) const {
  while (offset < text_.size() && !is_white_or_break(text_[offset]) && !is_flow(text_[offset])) ++offset;
  return offset;
}

size_t YamlText::skip_blank(size_t offset) const {
  while (offset < text_.size()) {
    const bool comment = text_[offset] == '#' && (offset == 0 || is_white_or_break(text_[offset - 1]));
    if (comment) {
      offset = line_end(offset);
    } else if (is_white_or_break(text_[offset])) {
      ++offset;
    } else {
      break;
    }
  }
  return offset;
}

size_t YamlText::skip_properties(size_t offset, std::string* tag) const {
  while (at(offset) == '!' || at(offset) == '&') {
    const bool verbatim = at(offset) == '!' && at(offset + 1) == '<';
    const size_t end = verbatim ? std::min(text_.find('>', offset), text_.size() - 1) + 1 : end_of_name(offset);
    if (tag != nullptr && at(offset) == '!') *tag = text_.substr(offset, end - offset);
    offset = skip_blank(end);
  }
  return offset;
}

size_t YamlText::end_of_properties(size_t offset) const {
  size_t end = offset;
  while (at(offset) == '!' || at(offset) == '&') {
    end = end_of_name(offset);
    offset = skip_blank(end);
  }
  return end;
}

size_t YamlText::find_tab(size_t begin, size_t end) const {
  for (size_t i = begin; i < end; ++i) {
    if (text_[i] == '\t') return i;
    if (text_[i] == '#' && (i == 0 || is_white_or_break(text_[i - 1]))) i = line_end(i);
  }
  return std::string_view::npos;
}

size_t YamlText::end_of_scalar(size_t begin, std::string_view value) const {
  if (at(begin) == '\'') return end_of_single_quoted(begin);
  if (at(begin) == '"') return end_of_double_quoted(begin);
  if (at(begin) == '|' || at(begin) == '>') return end_of_block(begin, value);
  return end_of_plain(begin, value);
}

size_t YamlText::end_of_single_quoted(size_t begin) const {
  for (size_t i = begin + 1; i < text_.size(); ++i) {
    if (text_[i] != '\'') continue;
    if (at(i + 1) != '\'') return i + 1;
    ++i;
  }
  return std::string_view::npos;
}

size_t YamlText::end_of_double_quoted(size_t begin) const {
  for (size_t i = begin + 1; i < text_.size(); ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (text_[i] == '"') {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

/// The content's indentation is that of its first line, less what the value says are spaces of its own.
size_t YamlText::end_of_block(size_t begin, std::string_view value) const {
  size_t end = line_end(begin);
  const size_t header = end;
  while (end > begin && is_blank(text_[end - 1])) --end;
  const size_t first = value.find_first_not_of('\n');
  if (first == std::string_view::npos) return end;
  const size_t own = std::min(value.find_first_not_of(' ', first), value.size()) - first;
  size_t indent = std::string_view::npos;
  for (size_t line = header; line < text_.size();) {
    line += text_[line] == '\r' && at(line + 1) == '\n' ? 2 : 1;
    size_t content = line;
    while (at(content) == ' ') ++content;
    const size_t stop = line_end(line);
    if (content < stop) {
      const size_t width = content - line;
      if (indent == std::string_view::npos) indent = width - std::min(own, width);
      if (width < indent) break;
      end = stop;
    }
    line = stop;
  }
  return end;
}

/// Follows the value through the text: a blank of the value stands for any blanks and line ends.
size_t YamlText::end_of_plain(size_t begin, std::string_view value) const {
  size_t offset = begin;
  for (size_t i = 0; i < value.size();) {
    if (offset >= text_.size()) break;
    if (text_[offset] == value[i] && !is_break(text_[offset])) {
      ++offset;
      ++i;
      continue;
    }
    if (!is_white_or_break(text_[offset]) || !is_white_or_break(value[i])) break;
    while (offset < text_.size() && is_white_or_break(text_[offset])) ++offset;
    while (i < value.size() && is_white_or_break(value[i])) ++i;
  }
  return offset;
}

}  // namespace vramlint::syntax
