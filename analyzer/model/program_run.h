// A training program is run from its first line, and looked at on the way.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/attempt.h"
#include "model/program_entry.h"
#include "model/round_recorder.h"
#include "model/rounds.h"

namespace vramlint::model {

constexpr std::string_view kNotReached = "no whole round of the training loop can be followed";
constexpr int64_t kMostBatches = 64;  // until an optimizer steps

/// The experiment's first program, however often it has to be run for a phase.
class ProgramRun {
 public:
  ProgramRun(const PhaseOf& phase, BuildContext& context, const Attempt& how)
      : phase_(phase), context_(context), how_(how), program_(phase.experiment.programs.front()) {}

 protected:
  std::unique_ptr<Started> started();
  /// Why it did not come as far as it should; none where the watcher saw enough. Loaders yield up to `batches`.
  std::optional<BuildFailure> watch(Started& run, const Source& script, Watcher& watcher, int64_t batches);
  /// A round of the loop, into the outcome.
  void record(const Source& script, const TrainingLoop& loop, const RoundChoice& which);
  /// The loop takes a batch apart otherwise than the recipe puts it together: of that the program knows nothing.
  void lay_to_batch(BuildFailure& failure) const;
  bool ran_out() const { return outcome_.failure && outcome_.failure->kind == BuildFailure::Kind::budget; }

  const PhaseOf& phase_;
  BuildContext& context_;
  const Attempt& how_;
  const config::Program& program_;
  interp::Supposed supposed_;   ///< of files, as the program asks for it
  bool afresh_ = true;          ///< what an earlier run would have left is not there
  bool is_validation_ = false;  ///< what is done behind the training loop
  Outcome outcome_;

 private:
  void take_round(Started& run, RoundRecorder& recorder, const TrainingLoop& loop, const RoundChoice& which);
};

}  // namespace vramlint::model
