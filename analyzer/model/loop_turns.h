// The turns of a loop around the training: how many have trained, and what each leaves in lists and dicts, such as the
// networks of all folds or the terms of all tasks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "interp/interpreter.h"
#include "model/builder.h"
#include "model/kept_growth.h"

namespace vramlint::model {

class LoopTurns {
 public:
  LoopTurns(interp::Interpreter& interpreter, Builder& builder, const Span& loop)
      : interpreter_(interpreter), builder_(builder), loop_(loop) {}

  const Span& loop() const { return loop_; }
  void begins();
  /// The training has run in the turn at hand.
  bool has_trained() const { return builder_.optimizer_steps > steps_; }
  /// Turns in which it has, before the one at hand.
  int64_t trained() const { return trained_; }
  /// By more than numbers and texts.
  bool grows() const { return !grown_.empty(); }
  /// Whether a later turn is the one to follow: the second, or the last where the turns before it leave something and
  /// are few. `turns`: of the loop; 0: not known.
  bool waits(int64_t turns) const;

  /// The step of the turn that is followed begins, and all that those before it have left is placed.
  void measure();
  /// What the turns leave that were not run.
  void lay(int64_t turns) const;

 private:
  Bytes bytes_of(const interp::Value& item) const;

  interp::Interpreter& interpreter_;
  Builder& builder_;
  const Span loop_;
  int64_t trained_ = 0, steps_ = 0;
  Lengths first_;
  std::vector<std::pair<interp::Value, size_t>> grown_;  // by so many items in the first turn
  Bytes bytes_;                                          // of one turn
};

}  // namespace vramlint::model
