// A text that a program made of a file's lines before it reads it as JSON or YAML.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace vramlint::interp {

/// The file, and which of its lines each of the text's lines is the beginning of; 0: of none, for it is blank.
struct LinesOfFile {
  const Source* file = nullptr;
  std::vector<int> lines = {};

  Span in_file(const Span& place) const;
};

/// Of the files, from the last, the one whose lines a text has, each whole or without its end, as who strips comments
/// leaves it; none where it is a text of another kind.
std::optional<LinesOfFile> lines_of_file(const std::vector<const Source*>& files, std::string_view text);

}  // namespace vramlint::interp
