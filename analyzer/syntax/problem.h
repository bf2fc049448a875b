// A place where a text is not what its language allows.
#pragma once

#include "base/span.h"
#include "base/words.h"

namespace vramlint::syntax {

enum class ProblemKind : uint8_t {
  syntax_error,        ///< the text cannot be parsed here; the rest still is
  duplicate_key,       ///< the same key twice in one mapping; `related` is the first one
  repeated_key,        ///< likewise, with the same value
  typographic_quotes,  ///< a YAML text between “ and ”, which are part of it
  too_complex,         ///< a limit was hit: nesting, size, number of nodes
};

/// Whether what was parsed is all the same what a reader of the language gets.
constexpr bool is_harmless(ProblemKind kind) {
  return kind == ProblemKind::duplicate_key || kind == ProblemKind::repeated_key ||
         kind == ProblemKind::typographic_quotes;
}

struct Problem {
  ProblemKind kind = ProblemKind::syntax_error;
  Span span;
  Words message;
  Span related;
};

}  // namespace vramlint::syntax
