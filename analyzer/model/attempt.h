// One try at building a phase. What a program finds at its start can be taken in more than one way: where it fails, the
// phase is tried again, and the failure is the user's only where it stays.
#pragma once

#include <algorithm>
#include <functional>

#include "config/looks.h"
#include "model/build.h"
#include "model/rounds.h"

namespace vramlint::model {

struct Attempt {
  bool imports_of_script = true;  ///< the project's modules that the script imports are there before the model is made
  bool doubts = false;            ///< what nobody says of the environment is not known
  std::vector<Span> other_arms;   ///< branches on what is not known whose other arm is taken
  bool compares = false;          ///< to see which arm holds more; otherwise the program fails after the first
  std::string failure = {};       ///< what it says then
};

struct PhaseOf {
  const config::Config& config;
  const config::Experiment& experiment;
  const config::Phase* phase;  ///< null: the step that the recipe's keys describe
  size_t stage;
};

/// A training loop, and how it was found.
struct FoundLoop {
  interp::Supposed supposed;
  bool afresh = true;
  TrainingLoop loop;
  bool works_behind = false;
  std::vector<TrainingLoop> further = {};  ///< trainings, once it has ended
  std::optional<WarmUp> warm_up = {};
};

/// How a program was followed, to follow it on to later rounds.
struct FollowedRound {
  FoundLoop found;
  RoundConditions conditions;
  SeenNumbers numbers = {};
  int64_t steps = 0;           ///< of the interpreter
  bool sized = false;          ///< sizes of what the step makes go by the number of the round
  bool keeps_more = false;     ///< the second round leaves more on the GPU than the first; a whole one, than its loop
  Bytes made = {};             ///< by all operators of the step together
  bool begins_anew = false;    ///< a whole round: what it leaves behind the loop makes another step of the next one
  Span turned = {};            ///< a whole round: the loop around it whose next turn enters it again
  graph::Leftovers left = {};  ///< to another round of the same loop
  std::optional<BuildFailure> cut_short = {};  ///< where what runs behind the training could not be followed any more
};

struct Outcome {
  std::optional<graph::Graph> graph;
  PhaseFacts facts;
  std::optional<BuildFailure> failure;
  bool is_raised = false;  ///< by the program, whether or not all is known that led there
  std::vector<Span> guessed;
  std::vector<Span> contested;  ///< branches after whose other arm more may be held
  std::vector<Unknown> unknowns;
  std::vector<Assumption> assumptions;
  std::vector<std::string> missing_packages;  ///< that the program was taken to find missing
  std::optional<ParameterCount> parameters;   ///< of a model that is there, where what comes after it fails
  std::optional<FollowedRound> round;         ///< of a program
};

/// Builds a phase anew.
using Try = std::function<Outcome(const Attempt& how)>;

Outcome attempt(const PhaseOf& phase, BuildContext& context, const Attempt& how, std::vector<config::Look>& looks);

template <typename T>
void add_once(std::vector<T>& to, const T& item) {
  if (std::find(to.begin(), to.end(), item) == to.end()) to.push_back(item);
}

}  // namespace vramlint::model
