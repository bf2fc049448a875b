// Watches a program run, and cuts one round of its training loop out of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "model/attempt.h"
#include "model/build.h"
#include "model/builder.h"
#include "model/inputs.h"
#include "model/kept_results.h"
#include "model/kept_rounds.h"
#include "model/loop_position.h"
#include "model/loop_turns.h"
#include "model/round_counters.h"
#include "model/round_counts.h"
#include "model/round_ranges.h"
#include "model/rounds.h"
#include "model/succession.h"
#include "model/watcher.h"

namespace vramlint::model {

/// Writes down what is there when the loop begins, one round, and the next, which lets go of what that left behind.
class RoundRecorder : public Watcher {
 public:
  RoundRecorder(interp::Interpreter& interpreter, const std::shared_ptr<Builder>& builder, TrainingLoop loop,
                RoundChoice which)
      : interpreter_(interpreter),
        builder_(builder),
        loop_(std::move(loop)),
        which_(std::move(which)),
        kept_(interpreter, *builder),
        at_(loop_) {
    if (which_.measures_growth) growth_.emplace(interpreter, *builder, loop_);
    if (which_.rounds == Rounds::again) turns_.emplace_back(interpreter, *builder, which_.around);
    if (which_.rounds == Rounds::whole)
      for (const Span& each : loop_.around) turns_.emplace_back(interpreter, *builder, each);
  }
  void begins_iteration(const Span& loop) override;
  void leaves_loop(const Span& loop) override;
  bool ends_loop(const Span& loop) override;
  void executes(const syntax::Stmt&) override;
  void fails(const interp::Error& error, bool surely) override;
  bool numbers_rounds(const Span& loop) const override;
  bool is_counting() const override { return is_counting_; }
  bool turns(const interp::Branch& branch, bool taken) override;
  bool turns_always(const Span& condition) const override;
  int64_t followed_round(const Span& loop, int64_t item, const interp::RoundNumbers& numbers) override;
  int64_t followed_count(const Span& loop, int64_t number) override;
  std::optional<interp::Value> item_of_unknown(const interp::Value& unknown, const Span& loop) override;
  int64_t first_item(const Span& loop, int64_t items) override;
  void limits(const Span& loop, int64_t limit) override;
  void limits_list(const interp::Value& list, int64_t most) override {
    if (growth_) growth_->limits(list, most);
    for (LoopTurns& each : turns_) each.limits(list, most);
  }
  bool counts_rounds(const interp::LocalCounter& counter) override { return counters_.counts(loop_, counter); }
  int64_t counts(const Span& place, int64_t before, int64_t after) override;
  void picks_by_round() override { numbers_.picks = true; }
  void seeks_round(int64_t number) override { numbers_.milestone = std::max(numbers_.milestone, number); }
  void hands_over(const interp::Value& callee, const interp::Value& value, const Span& place) override;
  void numbers_turn(const Span& loop, int64_t turn, int64_t turns) override { kept_.numbers_turn(loop, turn, turns); }
  void asks_remainder(int64_t divisor, const Span& place) override { kept_.asks_remainder(divisor, place); }
  void counts_anew(const Span& place) override { conditions.note_remainder(place); }
  void decides(const syntax::If& branch, bool taken) override { kept_.decides(branch, taken); }
  int64_t opens() override { return own_.opens(kept_.opens()); }
  int64_t goes_on(int64_t loader, const interp::Value& length, bool surely) override;
  void drew(const Drawn& drawn) override;  ///< throws Failed where nothing is known of the batch
  void end_of_program();                   ///< of a whole round: the loop is not entered again
  /// What an arm that is undone by now has written is no round.
  bool is_complete() const {
    const bool is_there = end_of_first_ > 0 && end_of_first_ <= builder_->graph.events.size();
    return is_there && (!which_.goes_behind() || done_);
  }
  /// What ran behind the training loop, modules among it, counts as far as it was followed; of a later round only where
  /// `in_time`: the time was over. False where there is nothing.
  bool ends_cut_short(bool in_time);
  /// The training loop: a module runs there, and nothing goes backward.
  bool validates_behind() const { return validates(builder_->graph, end_of_loop_); }
  void take(FollowedRound& round) const;  ///< what was seen of the numbers of rounds, once it is cut
  std::vector<KeptResults> kept() const;
  /// Nothing goes backward, for the loop goes over a loader of which nothing is known and nobody says what it yields.
  std::optional<BuildFailure> lacks_batch() const;
  RoundConditions conditions;
  std::vector<InputShape> inputs;     ///< of the first batch
  std::optional<LoaderFacts> loader;  ///< that it left
  std::vector<std::string> models;
  /// Leaves one round in the graph, and what of it lives on into the next.
  void cut();

 private:
  bool is_before() const { return ended_ < loop_.before.size(); }
  bool passes_over_first() const;
  bool waits_for_turn() const;
  void begin_turn(const Span& loop);
  bool is_warm() const { return !which_.warm_up || passed_ > which_.warm_up->rounds; }
  bool ends_epochs(const Span& loop) const;
  void end_epochs();
  void begin();
  void end_iteration();
  bool sized_by_rounds() const;  ///< a size of what the step makes is computed of the number of the round
  void end_first();
  void enter_again();
  void end();
  void keep_states();
  bool begins_anew() const;  ///< optimizers are made behind the loop, before it is entered again

  interp::Interpreter& interpreter_;
  std::shared_ptr<Builder> builder_;
  TrainingLoop loop_;
  const RoundChoice which_;
  KeptResultsWatch kept_;
  std::optional<KeptRounds> growth_;
  std::vector<LoopTurns> turns_;  // of a whole round, of all loops around it; of again, of its own
  size_t turned_ = 0;             // of them: the one whose turn ended
  RoundCounts counts_;
  RoundRanges ranges_;
  RoundCounters counters_;
  SeenNumbers numbers_;
  LoopPosition at_;
  OwnLoader own_;
  std::vector<Span> counted_;    // where the program counts
  bool is_passed_over_ = false;  // the first round, in which counters come to what they are in the last one
  bool is_counting_ = false;
  bool is_part_ = false;  // of a later round: the time was over
  int64_t passed_ = 0;    // rounds of the loop that warms up
  int iterations_ = 0;
  size_t optimizers_before_ = 0;
  size_t ended_ = 0;                           // of the trainings before
  int64_t steps_of_ended_ = 0;                 // of optimizers, in those
  size_t end_of_loop_ = 0, end_of_first_ = 0;  // events
  size_t tensors_of_first_ = 0, inputs_of_first_ = 0, storages_of_first_ = 0;
  std::vector<graph::TensorId> drawn_before_;  // of batches, and placed before the loop
  std::unordered_set<graph::TensorId> live_at_end_;
  std::unordered_set<graph::StorageId> held_after_first_;
  Bytes left_by_first_, left_by_loop_;
  bool keeps_more_ = false;
  bool is_given_ = false;                    // the recipe says what the loop goes over
  std::optional<BuildFailure> lacks_batch_;  // it would have to
  bool done_ = false, is_cut_ = false;       // it takes too long
};

}  // namespace vramlint::model
