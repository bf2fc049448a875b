// A config's text with pieces replaced before it is evaluated, and the way back to the user's own text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/source.h"
#include "base/span.h"

namespace vramlint::config {

struct Replacement {
  Span span;  ///< in the original
  std::string text;
};

class Rewritten {
 public:
  /// `replacements` may come in any order but must not overlap; of two that do, the first in the text stands.
  Rewritten(const Source& original, std::vector<Replacement> replacements);

  const Source& original() const { return original_; }
  const Source& source() const { return source_; }  ///< lives as long as this
  /// A span of the rewritten text as one of the original; a replaced piece stands for what it replaced. Other sources'
  /// spans pass unchanged.
  Span translate(Span span) const;
  /// A span of the original as one of the rewritten text; it must not touch a replaced piece.
  Span rewritten(Span span) const;

 private:
  struct Piece {
    uint32_t original_begin, original_end;
    uint32_t begin, end;  // in the rewritten text
  };
  struct Ordered {
    std::vector<Replacement> replacements;
  };
  Rewritten(const Source& original, const Ordered& ordered);
  uint32_t original_offset(uint32_t offset, bool is_end) const;
  const Source& original_;
  std::vector<Piece> pieces_;
  Source source_;
};

}  // namespace vramlint::config
