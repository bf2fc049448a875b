// Watches a program run, to find its training loop.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "model/build.h"
#include "model/builder.h"
#include "model/rounds.h"
#include "model/watcher.h"

namespace vramlint::model {

/// Runs until an optimizer has stepped in a loop.
class LoopSearch : public Watcher {
 public:
  LoopSearch(interp::Interpreter& interpreter, const Builder& builder) : interpreter_(interpreter), builder_(builder) {}
  void begins_iteration(const Span& loop) override;
  void leaves_loop(const Span& loop) override;
  bool ends_loop(const Span& loop) override;
  void executes(const syntax::Stmt&) override;
  void fails(const interp::Error& error, bool surely) override;
  void leads_into(const interp::Value& callee, const Span& place) override;
  void drew(const Drawn& drawn) override;
  void asks_remainder(int64_t divisor, const Span& place) override;
  int64_t opens() override;
  int64_t goes_on(int64_t loader, const interp::Value& length, bool surely) override;

  /// The loop that was found, or the one in it where the run ended before the next batch.
  std::optional<TrainingLoop> loop() const { return found_ ? found_ : lone_ ? lone_ : repeated_; }
  /// Rounds of it before the first that trains, where they are few.
  const std::optional<WarmUp>& warm_up() const { return warm_up_; }
  /// Where nothing trains behind it: whether modules run there.
  bool works_behind() const;
  /// Those of further trainings, once it has ended; each knows which ones ended before.
  std::vector<TrainingLoop> further() const;

  int looks_behind = 0;                            ///< how many trainings further, before the search ends
  std::optional<interp::Error> last_failure;       ///< of the statements that were passed over
  std::optional<std::vector<std::string>> absent;  ///< paths that were taken not to be there until the first raised
  std::optional<BuildFailure> unknown_batch;       ///< the first of which nothing is known
  std::optional<Unknown> taken_over;               ///< the last package, at its first call, that the program leads into

 protected:
  /// The loops that run are looked at as if they began now, with an iteration of this one.
  void begin_anew(const Span& loop);

 private:
  struct Running {
    Span span;
    int iterations = 0, batches = 0;   ///< batches: drawn before its first round
    bool draws = false;                ///< a batch for its first round
    int64_t steps = 0;                 ///< of optimizers when the loop began
    int64_t backwards = 0, spent = 0;  ///< likewise, and the budget's steps
  };
  bool is_vain(const Running& loop) const;
  void found();
  void look_behind();
  bool is_tried(const Span& loop) const;
  void look(const Running& loop);
  void look_again(const Running& loop);
  bool is_lone(const Running& loop) const;
  void look_around(const Running& loop);
  interp::Interpreter& interpreter_;
  const Builder& builder_;
  std::optional<TrainingLoop> found_;
  std::unique_ptr<LoopSearch> behind_;  ///< the search goes on there
  std::optional<TrainingLoop> lone_;    ///< by its only step so far, and no backward in each round before
  int64_t steps_of_lone_ = 0;
  int batches_of_lone_ = 0;
  std::optional<WarmUp> warm_up_;
  /// Of modules, when the loop around the one that was found had ended: its own body is done from one to the next.
  std::optional<int64_t> calls_before_;
  int64_t most_ = 0;                      ///< steps of the interpreter
  std::optional<TrainingLoop> repeated_;  ///< steps several times on one batch: `for _ in range(critic_steps):`
  int batches_of_repeated_ = 0;           ///< drawn before
  std::vector<Running> running_;
  int64_t divisor_ = 0;                       ///< `if (i + 1) % 12 == 0:` the largest
  std::vector<int64_t> turns_;                ///< of each loader, by its number
  std::unordered_set<std::string> packages_;  ///< whose call was seen, by why they are not known
  int batches_ = 0, batches_before_ = 0;      ///< batches_before_: the statement at hand
};

/// The loop that trains where a branch around the one that was found goes the other way.
class ArmSearch : public LoopSearch {
 public:
  ArmSearch(interp::Interpreter& interpreter, const Builder& builder, const TrainingLoop& first, RoundCondition turned)
      : LoopSearch(interpreter, builder), first_(first), turned_(std::move(turned)) {}
  void begins_iteration(const Span& loop) override;
  bool numbers_rounds(const Span& loop) const override { return first_.is_around(loop); }
  bool is_counting() const override { return is_counting_; }
  bool turns(const interp::Branch& branch, bool) override { return branch.condition == turned_.place; }

 private:
  const TrainingLoop& first_;
  const RoundCondition turned_;
  bool is_counting_ = false;
};

}  // namespace vramlint::model
