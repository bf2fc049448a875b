#include "base/source.h"

#include <algorithm>

#include "base/encoding.h"

namespace vramlint {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::vector<uint32_t> line_starts_of(std::string_view text) {
  std::vector<uint32_t> starts{0};
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    starts.push_back(static_cast<uint32_t>(at + 1));
  }
  return starts;
}

bool is_python(std::string_view path) { return path.ends_with(".py") || path.ends_with(".pyi"); }

/// Python ends a line at a lone carriage return too. Every offset stays what it is.
std::string with_lines_ended(std::string text) {
  for (size_t at = text.find('\r'); at != std::string::npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') text[at] = '\n';
  }
  return text;
}

}  // namespace

Source::Source(std::string path, std::string raw) : path_(std::move(path)) {
  had_bom_ = std::string_view(raw).starts_with(kByteOrderMark);
  const std::string_view body = std::string_view(raw).substr(had_bom_ ? kByteOrderMark.size() : 0);
  if (!is_utf8(body)) {
    auto [text, encoding] = decode_legacy(body);
    text_ = std::move(text);
    encoding_ = encoding;
    raw_ = std::move(raw);
  } else if (had_bom_) {
    text_ = body;
    raw_ = std::move(raw);
  } else {
    text_ = std::move(raw);
  }
  if (is_python(path_)) {
    std::string ended = with_lines_ended(text_);
    if (ended != text_ && raw_.empty()) raw_ = std::move(text_);
    text_ = std::move(ended);
  }
  line_starts_ = line_starts_of(text_);
}

Position Source::position_of(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return {static_cast<int>(after - line_starts_.begin()), static_cast<int>(offset - *(after - 1)) + 1};
}

uint32_t Source::offset_of(Position position) const {
  if (position.line < 1) return 0;
  if (position.line > line_count()) return static_cast<uint32_t>(text_.size());
  const auto length = static_cast<int64_t>(line(position.line).size());
  const int64_t column = std::clamp<int64_t>(int64_t{position.column} - 1, 0, length);
  return line_starts_[static_cast<size_t>(position.line - 1)] + static_cast<uint32_t>(column);
}

std::string_view Source::line(int number) const {
  if (number < 1 || number > line_count()) return {};
  const auto index = static_cast<size_t>(number - 1);
  const size_t begin = line_starts_[index];
  const size_t end = index + 1 < line_starts_.size() ? line_starts_[index + 1] : text_.size();
  std::string_view line = std::string_view(text_).substr(begin, end - begin);
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace vramlint
