// What one evaluation may cost. Config and model source are untrusted: a program that does not end, or that builds
// something huge, is stopped and reported. Three things are counted: steps of the program, what native code touches on
// its behalf (items, bytes), and the memory that its objects hold at a time.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/native_stack.h"
#include "base/span.h"
#include "interp/footprint.h"

namespace vramlint::interp {

struct Limits {
  int64_t steps = 20'000'000;          ///< expressions and statements evaluated, and what native code does instead
  int depth = 180;                     ///< nested Python calls
  int64_t bytes = int64_t{256} << 20;  ///< held by all objects at a time
};

/// Leaves the interpreter through its public functions only as an Error of kind budget.
struct BudgetExceeded : std::runtime_error {
  BudgetExceeded(const std::string& what, Span where) : std::runtime_error(what), span(where) {}
  Span span;
  std::vector<Span> calls;  ///< that led to it, innermost first; the outermost are left out where there are many
};

class Budget {
 public:
  explicit Budget(Limits limits) : limits_(limits), base_(live_bytes) {}
  void step(const Span& span) {
    if (++steps_ > next_look_) look(span);
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
  void leave() { --depth_; }

  /// Native code walks, copies or compares so many values.
  template <std::integral Count>
  void touch(Count values, const Span& span) {
    if (std::cmp_less(values, 0) || std::cmp_greater(values, kMost)) exceeded("steps", span);
    if ((touched_ += static_cast<int64_t>(values)) >= kValuesOfAStep) settle(span);
  }
  /// It puts so many into a table, or finds them there.
  void touch_entries(size_t entries, const Span& span) { touch(entries * kValuesOfAStep / 2, span); }
  /// It copies or compares so much text.
  void touch_text(size_t bytes, const Span& span) { touch(bytes / 8, span); }
  /// It looks at each letter of so much text.
  void touch_letters(size_t bytes, const Span& span) { touch(bytes / 2, span); }
  /// It throws an exception through its own frames.
  void touch_throw(const Span& span) { touch(40 * kValuesOfAStep, span); }
  /// It asks the disk.
  void touch_disk(const Span& span) { touch(4'000, span); }
  /// It is about to make something of this size. Counted until the Operation around it ends: by then what was made is
  /// an object, which counts as long as it lives, or gone.
  void allocate(int64_t bytes, const Span& span);
  /// So many of that size; the number may be any that a program names.
  void allocate(int64_t count, int64_t each, const Span& span) {
    if (count < 0 || count > limits_.bytes / each) exceeded("memory", span);
    allocate(count * each, span);
  }

  /// What else is held, as far as it is not made of objects.
  void count_also(std::function<int64_t()> bytes) { beside_ = std::move(bytes); }

  int64_t steps() const { return steps_; }  ///< of the program alone
  int64_t all_steps() const { return steps_ + work_; }

  struct Spent {
    int64_t steps, touched, bytes;
    Spent operator-(const Spent& other) const {
      return {steps - other.steps, touched - other.touched, bytes - other.bytes};
    }
  };
  Spent spent() const { return {steps_, work_ * kValuesOfAStep + touched_, live_bytes - base_}; }
  /// What cost that much once would not come near a limit now.
  bool has_room_for(const Spent& cost) const;
  /// It was done before, and what it made lives already.
  void spend(const Spent& cost);
  /// Steps that were really taken, and not before.
  int64_t taken() const { return steps_ + work_ - known_; }
  void reset();
  /// What is held still counts.
  void renew_steps() { steps_ = next_look_ = touched_ = work_ = known_ = 0; }
  const Limits& limits() const { return limits_; }

 private:
  friend class Operation;
  static constexpr int64_t kValuesOfAStep = 16, kMost = int64_t{1} << 60;
  void look(const Span& span);
  void settle(const Span& span);
  [[noreturn]] void exceeded(const char* what, const Span& span) const;
  Limits limits_;
  int64_t steps_ = 0;
  int64_t next_look_ = 0;
  int64_t touched_ = 0;  // less than makes a step
  int64_t work_ = 0;     // steps' worth of what was touched
  int64_t known_ = 0;    // of both, what was spent and not done
  int64_t pending_ = 0;  // bytes
  int64_t base_;
  std::function<int64_t()> beside_;
  int depth_ = 0;
};

/// A statement or a call of a builtin.
class Operation {
 public:
  explicit Operation(Budget& budget) : budget_(budget), pending_(budget.pending_) {}
  ~Operation() { budget_.pending_ = pending_; }
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

 private:
  Budget& budget_;
  const int64_t pending_;
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
