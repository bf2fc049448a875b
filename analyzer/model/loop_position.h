// Where a run stands in its training loop and the loops around it, and which loader the loop draws from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/rounds.h"

namespace vramlint::model {

class LoopPosition {
 public:
  explicit LoopPosition(const TrainingLoop& loop) : loop_(loop) {}

  /// A loop begins an iteration. `goes_over_list`: over a few items, as the phases of one epoch.
  void begins(const Span& loop, bool goes_over_list);
  /// An iteration of the training loop is followed, so deep in calls.
  void enters(size_t depth) { in_loop_ = true, depth_ = depth; }
  void leaves() { in_loop_ = false, was_left_ = true, turns_again_ = 0; }

  bool in_loop() const { return in_loop_; }
  size_t depth() const { return depth_; }
  bool was_left() const { return was_left_; }
  /// It was left, and runs once more in the same epoch: for the validation, for another network.
  bool is_same_epoch() const { return was_left_ && !is_next_epoch_; }
  /// It has had so many turns since then; asked as each begins.
  int turn_again() { return ++turns_again_; }

 private:
  const TrainingLoop& loop_;
  size_t depth_ = 0;
  int turns_again_ = 0;
  bool in_loop_ = false, was_left_ = false, is_next_epoch_ = false;
};

/// Whether the items of the training loop are batches, and of which loader.
class OwnLoader {
 public:
  /// A loop begins an iteration, in so many calls: the next batch may be its item.
  void begins(bool is_training_loop, size_t depth) { takes_item_ = is_training_loop, depth_ = depth; }
  bool takes_item() const { return takes_item_; }
  /// The body of the loop runs once a statement does that is no deeper.
  void executes(size_t depth) { takes_item_ = takes_item_ && depth > depth_; }
  int64_t opens(int64_t number) { return opened_ = number; }
  /// `is_first`: the loop has not been left yet.
  void drew(bool is_first);
  bool draws() const { return draws_; }
  bool is(int64_t number) const { return number == number_; }
  /// Batches of the round at hand.
  int turn() { return ++turns_; }
  void begins_round() { turns_ = 0; }

 private:
  int64_t opened_ = 0, number_ = 0;
  size_t depth_ = 0;
  int turns_ = 0;
  bool takes_item_ = false, draws_ = false;
};

}  // namespace vramlint::model
