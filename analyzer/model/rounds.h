// Which round of a training loop is written down, and the branches in it that go one way in this round and another way
// in a later one: `if epoch >= warm_up:`, `if step % 100 == 0:`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interp/following.h"
#include "interp/tried_arm.h"
#include "syntax/python.h"

namespace vramlint::model {

enum class Rounds : uint8_t {
  first,
  later,  ///< with those branches of the loop taken the other way
  last,   ///< with the last item of a range, and what the program counts as it is then
  item,   ///< the first one with another item of a list that it, or a loop around it, goes over
  again,  ///< the first one of a later turn of a loop around it
  whole,  ///< one, with all that is done until the loop is entered again: validation, checkpoints
  behind  ///< one, with all that is done once it is the last: a final test
};

bool covers(const Span& whole, const Span& part);

struct TrainingLoop {
  Span span;
  int iterations = 0, batches = 0;          ///< of one round: the optimizer steps in the last one
  std::vector<Span> around = {};            ///< loops that it runs in, the outermost first
  std::vector<interp::TriedArm> arms = {};  ///< around it, of which it is not known whether they run

  bool works_behind = false;              ///< modules run where all loops around it have ended
  std::vector<TrainingLoop> before = {};  ///< trainings that have ended when this one begins

  bool is_around(const Span& loop) const { return std::find(around.begin(), around.end(), loop) != around.end(); }
  bool is_of(const Span& loop) const { return loop == span || is_around(loop); }
  /// A loop around it that runs in `outer`, or the loop itself.
  bool is_within(const Span& loop, const Span& outer) const {
    const auto place = std::find(around.begin(), around.end(), outer);
    return loop == span || (place != around.end() && std::find(place + 1, around.end(), loop) != around.end());
  }
  const Span& outermost() const { return around.empty() ? span : around.front(); }
};

/// A branch on the number of the round.
struct RoundCondition {
  Span place;
  bool taken = false;       ///< in the first round
  bool varies = false;      ///< within one round, as gradients are accumulated
  bool changes = false;     ///< by the next one
  bool in_loop = false;     ///< in the training loop, not in one around it
  bool before = false;      ///< in one around it, on the way to it
  bool goes_other = false;  ///< the other arm does not leave the loop or raise, and is there or is more than this one
  Span arm, other;          ///< that is taken in the first round, and that is not
  bool holds_loop = false;  ///< the training loop runs in it: `if epoch < warm_up: warm(net)`
  std::optional<interp::RoundComparison> compared = {};

  /// It goes the same way in all rounds up to this one, the last.
  bool stays(const RoundCondition& last) const;
};

/// Where a branch stands: in the training loop, in a function that is called there.
struct RoundPlace {
  bool in_loop = false, in_call = false, before = false;
  bool in_first = true;  ///< the round that is written down, not the one after it
};

class RoundConditions {
 public:
  void meet(const interp::Branch& branch, bool taken, RoundPlace where);
  void note_remainder(const Span& place) {
    if (std::find(remainders_.begin(), remainders_.end(), place) == remainders_.end()) remainders_.push_back(place);
  }
  /// A remainder is computed of a round's number, other than in one of these conditions.
  bool has_remainders() const;
  /// The training loop begins, in these calls.
  void begin_loop(const std::vector<Span>& calls);
  const RoundCondition* at(const Span& place) const;
  const std::vector<RoundCondition>& all() const { return all_; }
  /// Those that a later round takes the other way.
  std::vector<RoundCondition> of_later_rounds() const;
  /// Those around it, whose other arm may train in a loop of its own.
  std::vector<RoundCondition> around_loop() const;

 private:
  std::vector<RoundCondition> all_;
  std::vector<Span> remainders_;
};

/// A loop over a list, and which of its items.
struct ItemOfLoop {
  Span loop;
  int64_t item = 0;
};

/// What was seen of the numbers of rounds while one of them was followed.
struct SeenNumbers {
  bool strides = false;                ///< the loop runs over a range at a distance
  bool ends = false;                   ///< the number of the last round is known
  bool picks = false;                  ///< a number picks something: an item, an arm of an expression
  bool counts = false;                 ///< the program counts rounds itself
  int64_t last_count = 0;              ///< what a counter comes to; 0: not known
  int64_t milestone = 0;               ///< the largest number that a round's is looked for among; 0: none
  std::vector<ItemOfLoop> lists = {};  ///< that it, or a loop around it, goes over, with how many items they have

  bool goes_over_list(const Span& loop) const {
    return std::any_of(lists.begin(), lists.end(), [&](const ItemOfLoop& each) { return each.loop == loop; });
  }
};

/// Rounds of a loop before the first one that trains, and the branches that hold it off.
struct WarmUp {
  Span loop;
  int64_t rounds = 0;
  std::vector<RoundCondition> turned = {};

  bool is_turned(const Span& branch) const;
  /// Whether a branch goes the other way from then on.
  bool turns(const Span& branch, bool taken) const;
};

/// What is to be followed of a program's training.
struct RoundChoice {
  Rounds rounds = Rounds::first;
  std::vector<RoundCondition> turned = {};  ///< branches that a later round takes the other way
  int64_t most = INT64_MAX;                 ///< steps of the interpreter, before the run ends
  std::optional<int64_t> number = {};       ///< of the last one: another than the last of each loop
  int64_t count = 0;                        ///< what counters have come to by then; 0: they stay as they are
  std::optional<ItemOfLoop> item = {};      ///< it is followed first
  std::optional<WarmUp> warm_up = {};       ///< rounds before it that are let pass
  Span around = {};                         ///< again: of this loop
  bool measures_growth = false;             ///< what each round leaves on the GPU for the next ones

  bool goes_behind() const { return rounds == Rounds::whole || rounds == Rounds::behind; }
};

/// "`epoch >= 5` comes to hold in a later round, and the step is followed as it is then too"
std::string said_of(const RoundCondition& condition);

}  // namespace vramlint::model
