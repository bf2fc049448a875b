// What was edited between two texts, as stretches of lines that can be taken back one by one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vramlint::cli {

/// Lines from 0, half-open; either stretch may be empty.
struct TextEdit {
  size_t old_begin = 0, old_end = 0, new_begin = 0, new_end = 0;
  bool operator==(const TextEdit&) const = default;
};

/// Each with its line end.
std::vector<std::string_view> lines_of(std::string_view text);

/// In order. A longest common subsequence of the lines; one edit where the texts are too far apart to look for it.
std::vector<TextEdit> edits_between(std::string_view before, std::string_view after);

/// `after` as it is without the edit.
std::string taken_back(const TextEdit& edit, std::string_view before, std::string_view after);

}  // namespace vramlint::cli
