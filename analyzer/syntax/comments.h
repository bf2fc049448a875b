// The comments of a file, for what users say in them to vramlint.
#pragma once

#include <optional>
#include <vector>

#include "base/span.h"

namespace vramlint::syntax {

struct Comment {
  Span span;           ///< from its `#` to the end of its line, without blanks there
  bool alone = false;  ///< nothing but blanks stands before it on its line
};

enum class Commented : uint8_t { python, yaml, shell };

/// The language whose comments the file has: by its name, else by its first line. Empty for JSON and the like.
std::optional<Commented> commented_language(const Source& source);

/// In order of the text. What stands in strings, block scalars and here-documents is no comment. None of a YAML file
/// that cannot be parsed.
std::vector<Comment> comments_of(const Source& source, Commented language);

}  // namespace vramlint::syntax
