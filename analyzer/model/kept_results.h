// What a loop over a loader that trains nothing, as a validation, leaves on the GPU: a batch of it a turn, in lists or
// joined to what is there. A few turns are followed; before the last, what is kept is made as large as it will be.
#pragma once

#include <utility>
#include <vector>

#include "model/build.h"
#include "model/kept_growth.h"
#include "syntax/python.h"

namespace vramlint::model {

class KeptResultsWatch {
 public:
  KeptResultsWatch(interp::Interpreter& interpreter, Builder& builder)
      : interpreter_(interpreter), builder_(builder), meter_(interpreter, builder) {}

  /// A loader begins to yield; its number.
  int64_t opens();
  /// A turn is over; how many more are to be followed, at least. `length`: how many batches the loader has, None or
  /// unknown where that is not known.
  /// `surely`: there is another in any case.
  int64_t goes_on(int64_t loader, const interp::Value& length, bool surely);
  void hands_over(const interp::Value& value, const Span& place);
  void numbers_turn(const Span& loop, int64_t turn, int64_t turns);
  void leaves_loop(const Span& loop);
  void asks_remainder(int64_t divisor, const Span& place);
  void decides(const syntax::If& branch, bool taken);
  /// In the last turn: every so many turns it goes the other way, and what is kept may go there.
  bool turns(const Span& condition) const;

  std::vector<KeptResults> found;

 private:
  /// It holds every so many times that it is asked.
  struct Condition {
    Span place;
    int64_t period = 0, asked = 0;
  };
  /// A loop over numbers that runs now.
  struct Counted {
    Span loop;
    int64_t turn = 0, turns = 0;
  };
  struct Loop {
    int64_t number = 0;
    Counted drawn_in;  ///< the innermost, when it was asked before
    size_t waited = 0;
    std::vector<BetweenTurns> turns;
    std::vector<Grown> grown;                 ///< that have been made longer
    std::vector<Condition> remainders, open;  ///< asked for; conditions that have not held yet
    std::vector<Span> due;                    ///< of them those that hold in the last turn
    bool history_told = false;
    interp::Value history;  ///< stands for that of the turns that are not followed
    int64_t limit = 0;      ///< the turns that what is kept stands for, once it has been enlarged
    bool done = false;
  };
  int64_t go_on(Loop& loop, const interp::Value& length);
  int64_t follow_history(Loop& loop, int64_t batches, int64_t played);
  int64_t enlarge(Loop& loop, const KeptGrowth& growth, int64_t batches, int64_t played);
  void tell(const KeptGrowth& growth, int64_t batches);
  void note(const KeptGrowth& growth, const interp::Value& length);
  Span in_program(const Span& place) const;
  bool is_gathering(Loop& loop, const interp::Value& length) const;

  interp::Interpreter& interpreter_;
  Builder& builder_;
  GrowthMeter meter_;
  std::vector<Loop> running_;
  int64_t opened_ = 0;
  std::vector<Counted> counted_;
  Appends appends_;
};

}  // namespace vramlint::model
