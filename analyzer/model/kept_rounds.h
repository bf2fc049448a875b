// What each round of a training loop leaves on the GPU for the next ones: `outputs.append(output)`. A few rounds are
// followed; before the last, what is kept is made as large as it will be once all rounds have run.
#pragma once

#include <unordered_set>
#include <utility>
#include <vector>

#include "model/attempt.h"
#include "model/kept_growth.h"
#include "model/round_counts.h"

namespace vramlint::model {

constexpr int kMostRounds = 3;  // that are followed

class KeptRounds {
 public:
  KeptRounds(interp::Interpreter& interpreter, Builder& builder, TrainingLoop loop)
      : builder_(builder), loop_(std::move(loop)), meter_(interpreter, builder) {}

  /// The loop, or one around it, begins an iteration: what is there before its first outlives them all.
  void enters(const Span& loop);
  void looks() { looks_.push_back(meter_.look()); }
  void hands_over(const interp::Value& value, const Span& place) { appends_.note(value, place); }
  void limits(const interp::Value& list, int64_t most) { limits_[list.object()] = static_cast<size_t>(most); }
  /// Once two rounds were looked at. False: nothing grows.
  bool enlarge(const RoundCounts& counts);
  /// What is left of it when the next round has ended lies there from the first one on.
  void lay();

  std::vector<KeptResults> found;

 private:
  struct Entered {
    Span loop;
    std::unordered_set<const interp::Object*> there;  ///< lists and dicts
  };
  struct Count {
    int64_t rounds = 1;
    bool known = true;
  };
  Count rounds_with(const interp::Value& whole, const RoundCounts& counts) const;
  void tell(const Grown& grown, const Count& count);

  Builder& builder_;
  const TrainingLoop loop_;
  GrowthMeter meter_;
  std::vector<Entered> loops_;
  std::vector<BetweenTurns> looks_;
  Appends appends_;
  Lengths limits_;                                ///< that the program itself has
  std::unordered_set<graph::StorageId> further_;  ///< that stand for what further rounds leave
};

}  // namespace vramlint::model
