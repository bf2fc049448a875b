// What one evaluation may cost. Config and model source are untrusted: a program that does not end, or that builds
// something huge, is stopped and reported.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/native_stack.h"
#include "base/span.h"

namespace vramlint::interp {

struct Limits {
  int64_t steps = 20'000'000;          ///< expressions and statements evaluated
  int depth = 180;                     ///< nested Python calls
  int64_t bytes = int64_t{256} << 20;  ///< held in strings and containers made by single operations, summed
};

/// Leaves the interpreter through its public functions only as an Error of kind budget.
struct BudgetExceeded : std::runtime_error {
  BudgetExceeded(const std::string& what, Span where) : std::runtime_error(what), span(where) {}
  Span span;
  std::vector<Span> calls;  ///< that led to it, innermost first; the outermost are left out where there are many
};

class Budget {
 public:
  explicit Budget(Limits limits) : limits_(limits) {}
  void step(const Span& span) {
    if (++steps_ > limits_.steps) exceeded("steps", span);
  }
  void enter(const Span& span) {
    check_stack(span);
    if (depth_ >= limits_.depth) exceeded("depth", span);
    ++depth_;
  }
  /// For natives that call themselves by way of the interpreter: an iterator that asks another iterator.
  void check_stack(const Span& span) const {
    if (native_stack_is_used_up()) exceeded("stack", span);
  }
  /// A native has gone through so many elements, or characters, or bytes.
  void touch(int64_t elements, const Span& span) {
    if (elements < 0 || elements / 16 > limits_.steps - steps_) exceeded("steps", span);
    steps_ += elements / 16;
  }
  void leave() { --depth_; }
  void allocate(int64_t bytes, const Span& span) {
    if (bytes < 0 || bytes > limits_.bytes - bytes_) exceeded("memory", span);
    bytes_ += bytes;
  }
  int64_t steps() const { return steps_; }
  void reset() {
    steps_ = 0;
    bytes_ = 0;
  }
  const Limits& limits() const { return limits_; }

 private:
  [[noreturn]] void exceeded(const char* what, const Span& span) const;
  Limits limits_;
  int64_t steps_ = 0;
  int64_t bytes_ = 0;
  int depth_ = 0;
};

/// One level deeper for as long as it lives.
class Deeper {
 public:
  Deeper(Budget& budget, const Span& span) : budget_(budget) { budget_.enter(span); }
  ~Deeper() { budget_.leave(); }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  Budget& budget_;
};

}  // namespace vramlint::interp
