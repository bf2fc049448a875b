// What was seen while a config was built, for trials of it: what came to nothing there is not tried again in each.
#pragma once

#include <algorithm>
#include <vector>

#include "base/span.h"
#include "model/rounds.h"

namespace vramlint::model {

struct BuildNotes {
  struct VainRound {
    Rounds rounds;
    Span loop, turned;    ///< turned: the last branch that goes the other way; may be nowhere
    size_t branches = 0;  ///< how many do
    bool operator==(const VainRound&) const = default;
  };

  bool is_plain = true;        ///< every phase was followed at the first attempt, with nothing supposed
  bool trains_behind = false;  ///< trainings or modules that run behind a training
  /// Other arms of branches with which no step was followed, or that need less than another does.
  std::vector<std::vector<Span>> vain_arms;
  std::vector<VainRound> vain_rounds;  ///< likewise of later rounds
  size_t rounds_cut_short = 0;         ///< of those that are counted, for what raises in them

  bool has_vain(const std::vector<Span>& arms) const {
    return std::find(vain_arms.begin(), vain_arms.end(), arms) != vain_arms.end();
  }
  bool has_vain(const VainRound& round) const {
    return std::find(vain_rounds.begin(), vain_rounds.end(), round) != vain_rounds.end();
  }
};

}  // namespace vramlint::model
