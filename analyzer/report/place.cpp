#include "report/place.h"

#include <fmt/format.h>

#include "report/unicode.h"

namespace vramlint::report {

std::string shown_path(std::string_view path, const Context& context) {
  return path.starts_with('/') || path.empty() ? std::string(path) : context.prefix + std::string(path);
}

std::string shown_place(const Span& span, const Context& context) {
  if (!span) return {};
  return fmt::format("{}:{}", shown_line(span, context), span.start().column);
}

std::string shown_line(const Span& span, const Context& context) {
  if (!span) return {};
  return fmt::format("{}:{}", printable_name(shown_path(span.source->path(), context)), span.start().line);
}

Position utf16_position(const Source& source, uint32_t offset) {
  const Position place = source.position_of(offset);
  const std::string_view before = source.line(place.line).substr(0, static_cast<size_t>(place.column - 1));
  return {place.line, static_cast<int>(utf16_length(before)) + 1};
}

Span visible(const Span& span) {
  if (!span || span.begin != span.end) return span;
  const Position place = span.start();
  std::string_view line = span.source->line(place.line);
  const uint32_t line_begin = span.source->offset_of({place.line, 1});
  uint32_t at = 0, previous = 0;
  while (!line.empty()) {
    const size_t left = line.size();
    take_character(line);
    previous = at;
    at += static_cast<uint32_t>(left - line.size());
    if (line_begin + at > span.begin) break;
  }
  return {span.source, line_begin + previous, line_begin + at};
}

std::string_view file_of(const Finding& finding) {
  return finding.span ? std::string_view(finding.span.source->path()) : std::string_view(finding.config);
}

}  // namespace vramlint::report
