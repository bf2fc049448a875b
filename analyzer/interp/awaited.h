// What a `while` waits for: `while len(kept) < batch:`, `while count < most:`. Such a loop ends once there is enough,
// so that a turn that adds nothing, for what it has drawn is not good enough, is none that counts. Private to this
// room.
#pragma once

#include <optional>
#include <vector>

#include "interp/frame.h"

namespace vramlint::interp {

struct Awaited {
  /// A truth value that a function would have returned in an arm that was not taken.
  struct Early {
    const Frame* frame;
    bool answer;
    Value condition;
  };
  Frame& frame;
  const syntax::Expr* number;  ///< nullptr where the loop waits for nothing
  Awaited* const outer;
  std::vector<Early> early = {};
  bool passes_over = false;  ///< a turn has left answers out and added nothing: they count from now on
};

/// A `while` that runs.
class Awaiting {
 public:
  Awaiting(Interpreter& interpreter, Frame& frame, const syntax::Expr& condition);
  ~Awaiting();
  Awaiting(const Awaiting&) = delete;
  Awaiting& operator=(const Awaiting&) = delete;
  void begin_turn();
  void end_turn();

 private:
  Interpreter::Impl& impl_;
  Awaited awaited_;
  std::optional<int64_t> before_;
};

/// How much there is now of what the innermost `while` waits for, where that is known.
std::optional<int64_t> awaited_number(Interpreter& interpreter);

/// An arm that returns is not taken.
void note_early(Interpreter& interpreter, const Frame& frame, const Value& answer, const Value& condition);

}  // namespace vramlint::interp
