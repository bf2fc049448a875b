// The pipeline: a config file in, an Analysis out.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/outcome.h"
#include "base/shared_list.h"
#include "config/dialect.h"
#include "config/project.h"
#include "memory/devices.h"
#include "memory/libraries/cuda_context.h"
#include "memory/timeline.h"
#include "model/build.h"
#include "model/workshop.h"
#include "usage/usage.h"

namespace vramlint {

namespace model {
class KeptStages;
}
class KeptRuns;
struct Rule;
struct Analysis;

/// What of a trial is followed first: the phase that has the peak as the config is.
struct Glance {
  size_t stage = 0;
  std::string phase;
  std::function<bool(const Analysis& alone)> is_worth_the_rest;
};

struct Options {
  std::optional<std::string> device;                           ///< --device
  std::shared_ptr<const memory::Device> own_device;            ///< --device auto
  std::optional<Bytes> memory;                                 ///< --memory
  std::optional<int64_t> gpus;                                 ///< --gpus
  std::optional<std::string> torch;                            ///< --torch
  std::vector<std::pair<std::string, std::string>> overrides;  ///< --set
  interp::Limits limits = {};                                  ///< of a model's evaluation: --evaluation-budget
};

/// Shared between the configs of one run, and between threads.
struct Session {
  Files& files;
  const config::Project* project = nullptr;
  interp::ParsedModules& parsed;
  config::BaseCache& base_cache;
  Options options;
  std::span<const Rule* const> rules;
  model::Workshop* workshop = nullptr;       ///< of these files; none: every config imports its modules anew
  usage::Programs* programs = nullptr;       ///< texts of training programs; none: every config reads them anew
  const config::Recipe* recipe = nullptr;    ///< of the project; the one to go by where several claim a file
  KeptRuns* runs = nullptr;                  ///< of these files; none: every config is simulated anew
  model::KeptStages* stages = nullptr;       ///< of the config that is tried; none: all its stages are followed anew
  const model::BuildNotes* known = nullptr;  ///< of the config that is tried
  const Glance* glance = nullptr;            ///< none: all of a trial is followed
  double spare = 0;                          ///< share of the budget that is to stay free
  std::function<void()> before_trial;        ///< of each what_if; PutOff: the rule that asks is left for later
  std::function<double()> trials_left;       ///< share of what the trials of a config may take; none: no end to them
};

/// Thrown where no time is to be spent on trials.
struct PutOff {};

/// Thrown by a what_if where the trials of a config have taken as long as they may: what was tried until then holds.
struct TrialsSpent {};

/// Everything known of one config. A stage that yielded nothing leaves its part empty, and so are all parts after it.
struct Analysis {
  const Source* source = nullptr;
  const config::Dialect* dialect = nullptr;
  std::optional<config::Config> config;
  std::optional<config::Experiment> experiment;
  std::optional<model::Built> built;
  model::BuildNotes notes;
  std::optional<model::BuildFailure> failure;  ///< the first of the failures
  std::vector<model::BuildFailure> failures;
  std::optional<usage::Usage> usage;           ///< where a training program is named
  SharedList<memory::Trace> traces;            ///< per phase, point scenario
  SharedList<memory::Timeline> timelines;      ///< per phase, point scenario
  std::vector<config::RuntimeFacts> runtimes;  ///< per phase, with what the program itself sets
  std::optional<DeviceBudget> device;
  const memory::Device* device_facts = nullptr;
  ConfigOutcome outcome;
  Findings findings;
  std::vector<const Rule*> put_off;             ///< rules that wait for their trials; of some a brief finding is there
  mutable std::shared_ptr<struct Trial> trial;  ///< of the what_ifs
  mutable std::shared_ptr<struct KnownTrials> known_trials;  ///< what_ifs of the same edits
  std::shared_ptr<model::KeptStages> stages;                 ///< for the what_ifs, where there are several
  int64_t steps = 0;                                         ///< of the interpreter, to evaluate it
  mutable int64_t tried = 0;                                 ///< those of its what_ifs so far
  std::shared_ptr<const void> keep_alive;                    ///< of a what_if: the patched texts that spans point into
};

/// What the project says that the config may need at the peak; none: nothing. The last that names it counts.
const config::PeakBudget* peak_budget(const Analysis& analysis, const Session& session);

/// Runs the pipeline and the session's rules on one config. Never throws but for our own bugs.
Analysis analyze(const Source& source, const Session& session);

/// The two halves of it: the estimate, then the training program and the rules.
Analysis estimated(const Source& source, const Session& session);
void check_rules(Analysis& analysis, const Session& session);
/// Those that were put off.
void check_put_off(Analysis& analysis, const Session& session);

/// Which keys the training program reads; check_rules asks it, too.
void follow(Analysis& analysis, const Session& session);

/// The same on patched text, without rules: what a fix would do.
Analysis what_if(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session);

/// The same where the phase with the peak, alone and as the edits leave it, is worth the rest of the trial; none where
/// it is not.
std::optional<Analysis> what_if(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session,
                                const std::function<bool(const Analysis& alone)>& is_worth_the_rest);

/// The same graphs, with the model of the stage that the peak is in trained on several GPUs in that way; none: in the
/// way of the program itself.
Analysis what_if(const Analysis& analysis, const std::optional<config::DistributedFacts>& distributed);

/// The same graphs, with nothing recorded behind the training of each, as under torch.no_grad().
Analysis what_if_nothing_recorded_behind_training(const Analysis& analysis);

}  // namespace vramlint
