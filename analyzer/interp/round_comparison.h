// `epoch >= start`, `step % 100 == 0`, `epoch in milestones`: a comparison of a number that counts rounds, and whether
// it comes out otherwise for a number of another round.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "syntax/python.h"

namespace vramlint::interp {

struct Frame;
class Interpreter;

/// `count += 1` of a variable of a function, or of the module.
struct LocalCounter {
  std::string name;
  Span place;
  Span function;  ///< its body; none: the module
};

struct RoundComparison {
  syntax::CompareOp op;       ///< of the number, which stands first
  int64_t number = 0;         ///< in the round at hand
  int64_t divisor = 0;        ///< what is compared is what is left of it; 0: itself
  std::vector<int64_t> with;  ///< one, or those that it is looked for among
  std::string name = {};      ///< the number is so much more than what has that name; empty: it has none
  int64_t offset = 0;
  bool operator==(const RoundComparison&) const = default;

  bool holds(int64_t number) const;
};

/// Nothing of a condition of any other form. Reads names and attributes once more, and calls nothing.
std::optional<RoundComparison> round_comparison(Interpreter& interpreter, Frame& frame, const syntax::Expr& condition);

/// Whether it holds (or does not) for a whole number from the one to the other.
bool may_come_to(const RoundComparison& comparison, int64_t from, int64_t to, bool holds);

}  // namespace vramlint::interp
