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
  /// Whether a later turn is the one to follow: the second; the fourth where each turn so far has left something, as
  /// the first may leave what stays for good; or the last where turns are few. `turns`: of the loop; 0: not known.
  bool waits(int64_t turns) const;
  /// The program lets the list have so many items.
  void limits(const interp::Value& list, int64_t most) { limits_[list.object()] = static_cast<size_t>(most); }

  /// The step of the turn that is followed begins, and all that those before it have left is placed.
  void measure();
  /// What the turns leave that were not run.
  void lay(int64_t turns) const;

 private:
  struct Whole {
    interp::Value value;  ///< a list or a dict
    size_t items = 0;     ///< of the latest turn
    size_t length = 0;    ///< with them
    Bytes bytes;          ///< of what lies in them alone
  };
  void look();
  void look_again();
  Bytes bytes_of(const Whole& whole) const;
  int64_t others_of(const Whole& whole, int64_t turns) const;

  interp::Interpreter& interpreter_;
  Builder& builder_;
  const Span loop_;
  int64_t trained_ = 0, steps_ = 0;
  Lengths first_, limits_;
  std::vector<Whole> grown_;  // in each turn that has trained
};

}  // namespace vramlint::model
