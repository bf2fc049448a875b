#include "interp/made_text.h"

#include <algorithm>

#include "base/source.h"

namespace vramlint::interp {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view without_end(std::string_view line) { return line.substr(0, line.find_last_not_of(kBlanks) + 1); }

/// Blank, or nothing but a comment.
bool says_nothing(std::string_view line) {
  const size_t begin = line.find_first_not_of(kBlanks);
  return begin == std::string_view::npos || line[begin] == '#' || line.substr(begin).starts_with("//");
}

/// Of each of the text's lines which one of the file it begins; none where a line that says something was left out.
std::optional<std::vector<int>> lines_in(const Source& file, std::string_view text) {
  std::vector<int> lines;
  int line = 0;
  const auto passes = [&](auto fits) {
    while (++line <= file.line_count() && !fits(file.line(line)))
      if (!says_nothing(file.line(line))) return false;
    return true;
  };
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view made = without_end(text.substr(at, end - at));
    at = end + 1;
    lines.push_back(0);
    if (made.empty()) continue;
    if (!passes([&](std::string_view own) { return own.starts_with(made); }) || line > file.line_count()) return {};
    lines.back() = line;
  }
  if (!passes([](std::string_view) { return false; })) return {};
  return lines;
}

}  // namespace

Span LinesOfFile::in_file(const Span& place) const {
  const auto moved = [&](uint32_t offset) {
    Position position = place.source->position_of(offset);
    const size_t line = static_cast<size_t>(position.line - 1);
    position.line = line < lines.size() && lines[line] > 0 ? lines[line] : file->line_count();
    return file->offset_of(position);
  };
  const uint32_t begin = moved(place.begin);
  return {file, begin, std::max(begin, moved(place.end))};
}

std::optional<LinesOfFile> lines_of_file(const std::vector<const Source*>& files, std::string_view text) {
  constexpr size_t kLast = 8;
  if (without_end(text).empty()) return {};
  for (size_t i = files.size(); i-- > 0 && files.size() - i <= kLast;) {
    if (2 * files[i]->text().size() + 1 < text.size()) continue;
    if (std::optional<std::vector<int>> lines = lines_in(*files[i], text)) return LinesOfFile{files[i], *lines};
  }
  return {};
}

}  // namespace vramlint::interp
