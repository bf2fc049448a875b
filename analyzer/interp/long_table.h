// Tables of numbers that a comprehension computes: `[[angle(i, j) for j in range(512)] for i in range(1024)]`. No size
// depends on what a large one holds, and nobody follows its elements.
#pragma once

#include <optional>

#include "interp/heap.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

struct Frame;

/// The list that a comprehension over a range fills, one that stands within another among them.
class LongTable {
 public:
  /// `source`: what the comprehension goes through.
  LongTable(Interpreter& interpreter, const syntax::Comprehension& node, const Value& source);
  ~LongTable();
  LongTable(const LongTable&) = delete;
  LongTable& operator=(const LongTable&) = delete;

  /// The comprehension's next item.
  Value evaluate_item(Frame& frame);
  /// How many more there are, where all are numbers like the last one and nothing else comes of them; else 0.
  int64_t left(size_t made) const { return is_alike_ ? length_ - static_cast<int64_t>(made) : 0; }
  /// What stands for each of them.
  Value number(const Span& span) const;

 private:
  bool is_long() const;

  Interpreter& interpreter_;
  const syntax::Comprehension& node_;
  const int64_t length_;  ///< 0: not a range's
  const bool is_outermost_;
  bool is_alike_ = false;
};

}  // namespace vramlint::interp
