#include "integrations/cli/text_edits.h"

#include <algorithm>

namespace vramlint::cli {
namespace {

using Lines = std::vector<std::string_view>;

constexpr size_t kMostCells = size_t{4} << 20;

/// Length of the longest common subsequence of what is behind each pair of lines.
class Table {
 public:
  Table(const Lines& old_lines, const Lines& new_lines)
      : width_(new_lines.size() + 1), cells_((old_lines.size() + 1) * width_) {
    for (size_t i = old_lines.size(); i-- > 0;) {
      for (size_t j = new_lines.size(); j-- > 0;) {
        const bool same = old_lines[i] == new_lines[j];
        cells_[i * width_ + j] = same ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
      }
    }
  }
  uint32_t at(size_t i, size_t j) const { return cells_[i * width_ + j]; }

 private:
  size_t width_;
  std::vector<uint32_t> cells_;
};

std::vector<TextEdit> edits_of(const Lines& old_lines, const Lines& new_lines, size_t offset) {
  const size_t rows = old_lines.size(), columns = new_lines.size();
  if ((rows + 1) * (columns + 1) > kMostCells) return {{offset, offset + rows, offset, offset + columns}};
  const Table table(old_lines, new_lines);
  std::vector<TextEdit> edits;
  size_t i = 0, j = 0;
  bool open = false;
  while (i < rows || j < columns) {
    if (i < rows && j < columns && old_lines[i] == new_lines[j]) {
      ++i, ++j;
      open = false;
      continue;
    }
    if (!open) edits.push_back({offset + i, offset + i, offset + j, offset + j});
    open = true;
    const bool drops = i < rows && (j == columns || table.at(i + 1, j) >= table.at(i, j + 1));
    ++(drops ? i : j);
    edits.back().old_end = offset + i;
    edits.back().new_end = offset + j;
  }
  return edits;
}

std::string joined(const Lines& lines, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) text += lines[i];
  return text;
}

}  // namespace

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::vector<TextEdit> edits_between(std::string_view before, std::string_view after) {
  Lines old_lines = lines_of(before), new_lines = lines_of(after);
  const auto first = std::mismatch(old_lines.begin(), old_lines.end(), new_lines.begin(), new_lines.end());
  const auto same = static_cast<size_t>(first.first - old_lines.begin());
  old_lines.erase(old_lines.begin(), first.first);
  new_lines.erase(new_lines.begin(), first.second);
  while (!old_lines.empty() && !new_lines.empty() && old_lines.back() == new_lines.back()) {
    old_lines.pop_back();
    new_lines.pop_back();
  }
  return edits_of(old_lines, new_lines, same);
}

std::string taken_back(const TextEdit& edit, std::string_view before, std::string_view after) {
  const Lines old_lines = lines_of(before), new_lines = lines_of(after);
  return joined(new_lines, 0, edit.new_begin) + joined(old_lines, edit.old_begin, edit.old_end) +
         joined(new_lines, edit.new_end, new_lines.size());
}

}  // namespace vramlint::cli
