#include "analyze.h"

#include <utility>

#include "base/flood.h"
#include "base/printable.h"
#include "config/plain_yaml.h"
#include "config/stated_gpus.h"
#include "estimate.h"
#include "measured.h"
#include "model/kept_stages.h"
#include "raising_stages.h"
#include "rule.h"

namespace vramlint {

namespace {

config::LoadContext load_context(Analysis& analysis, const Session& session) {
  return {session.files,
          session.parsed,
          &model::prelude(),
          session.project,
          session.options.overrides,
          analysis.findings,
          analysis.outcome.unknowns,
          analysis.outcome.assumptions,
          &session.base_cache,
          session.recipe};
}

void set_gpus(config::Experiment& experiment, int64_t gpus) {
  experiment.gpus = gpus;
  for (config::Experiment& stage : experiment.stages) stage.gpus = gpus;
}

/// A program that is started once wraps its model for as many as its config says.
void take_stated_gpus(Analysis& analysis) {
  config::Experiment& experiment = *analysis.experiment;
  if (experiment.gpus || experiment.distributed || experiment.script.empty()) return;
  const std::optional<config::StatedGpus> stated = config::stated_gpus(*analysis.config);
  if (!stated) return;
  set_gpus(experiment, stated->count);
  analysis.outcome.assumptions.push_back({"`" + stated->key + "` says " + std::to_string(stated->count) +
                                              " GPUs: as many are taken to be there; --gpus 1 says otherwise",
                                          stated->span});
}

void load(Analysis& analysis, const Session& session) {
  config::LoadContext context = load_context(analysis, session);
  analysis.dialect = config::recognise(*analysis.source, context);
  if (!analysis.dialect) {
    if (config::is_data(*analysis.source)) config::report_problems(*analysis.source, analysis.findings);
    return;
  }
  analysis.outcome.dialect = analysis.dialect->name;
  analysis.config = analysis.dialect->load(*analysis.source, context);
  if (analysis.config) analysis.experiment = analysis.dialect->understand(*analysis.config, context);
  analysis.outcome.trains_nothing = std::move(context.trains_nothing);
  if (!analysis.experiment) return;
  if (!session.options.gpus) return take_stated_gpus(analysis);
  set_gpus(*analysis.experiment, *session.options.gpus);
  // a config that shards and does not say over how many
  if (auto& spread = analysis.experiment->distributed;
      spread && spread->gpus == 1 && analysis.experiment->stages.empty())
    spread->gpus = *session.options.gpus;
}

/// How a prelude says that the program would never come to a step.
constexpr std::string_view kSaysNoStep = "the config says no training step: ";

/// Whether the trial is to go on, by this phase of it.
bool goes_on(const Analysis& trial, const Session& session, const graph::Graph& graph, const model::PhaseFacts& facts) {
  if (facts.stage != session.glance->stage || graph.phase != session.glance->phase) return true;
  Analysis alone;
  alone.source = trial.source;
  alone.experiment = trial.experiment;
  alone.outcome.torch = trial.outcome.torch;
  model::Built& built = alone.built.emplace();
  built.phases.push_back(graph);
  built.facts.push_back(facts);
  choose_device(alone, session);
  estimate(alone, nullptr);
  return session.glance->is_worth_the_rest(alone);
}

void build(Analysis& analysis, const Session& session) {
  analysis.outcome.torch = chosen_torch(analysis, session);
  if (!analysis.experiment) return;
  model::BuildContext context{session.files, session.parsed, analysis.outcome.torch, session.workshop,
                              session.options.limits};
  if (!session.stages && analysis.experiment->stages.size() > 1)
    analysis.stages = std::make_shared<model::KeptStages>();
  context.stages = session.stages ? session.stages : analysis.stages.get();
  context.known = session.known;
  if (session.glance)
    context.goes_on = [&](const graph::Graph& graph, const model::PhaseFacts& facts) {
      return goes_on(analysis, session, graph, facts);
    };
  model::BuildResult result = model::build(*analysis.config, *analysis.experiment, context);
  analysis.steps = context.steps;
  analysis.built = std::move(result.built);
  analysis.notes = std::move(result.notes);
  analysis.failure = std::move(result.failure);
  analysis.failures = std::move(result.failures);
  auto& outcome = analysis.outcome;
  const bool trains = !analysis.failure || !analysis.failure->message.starts_with(kSaysNoStep);
  if (!trains) outcome.trains_nothing = analysis.failure->message;
  if (result.parameters) put_parameters(outcome, *result.parameters);
  outcome.unknowns.insert(outcome.unknowns.end(), result.unknowns.begin(), result.unknowns.end());
  outcome.assumptions.insert(outcome.assumptions.end(), result.assumptions.begin(), result.assumptions.end());
}

bool has_result(const Analysis& analysis, Stage stage, const Session& session) {
  switch (stage) {
    case Stage::source:
      return analysis.source != nullptr;
    case Stage::config:
      return analysis.config.has_value();
    case Stage::experiment:
      return analysis.experiment.has_value();
    case Stage::usage:
      return !analysis.usage || analysis.usage->not_known.empty();
    case Stage::whole_usage:  // to the end of the training program
      return !analysis.usage || (analysis.usage->not_known.empty() && !analysis.usage->cut_short);
    case Stage::build:
      return analysis.built.has_value() || analysis.failure.has_value();
    case Stage::timeline:
      return !analysis.timelines.empty() && analysis.device.has_value();
    case Stage::peak:
      return !analysis.timelines.empty() || !peak_budget(analysis, session);
  }
  return false;
}

std::string why_no_step(const ConfigOutcome& outcome) {
  const bool is_said = !outcome.unknowns.empty();  // by the dialect, the last to speak
  return is_said ? outcome.unknowns.back().reason : "what the config means for a training step is not known";
}

std::string why_missing(const Analysis& analysis, Stage stage) {
  if (stage == Stage::whole_usage && analysis.usage && analysis.usage->not_trained)
    return "an error that is passed over keeps the training program, as far as it is followed here, from its training";
  if (stage == Stage::whole_usage && analysis.usage && analysis.usage->cut_short)
    return "the training program does not come to its end within the budget of an evaluation";
  if (!analysis.dialect) return "no dialect or recipe recognises the file";
  if (!analysis.config) return "the config could not be loaded";
  if (analysis.usage && !analysis.usage->not_known.empty()) return analysis.usage->not_known;
  if (!analysis.outcome.trains_nothing.empty()) return analysis.outcome.trains_nothing;
  if (!analysis.experiment) return why_no_step(analysis.outcome);
  if (analysis.failure) return "the model could not be built: " + analysis.failure->message;
  if (!analysis.device) return "no device is given (--device, --memory, or `device:` in vramlint.yaml)";
  return "an earlier stage has no result";
}

constexpr const char* kTrialsTakeTooLong =
    ": trying other settings takes longer than a config may; --evaluation-budget N allows N times as long";

constexpr const char* kStageNotTrained = ": keys of which a stage speaks that an error keeps from its training";

/// What is said of the rule without its trials.
void say_briefly(const Rule& rule, Analysis& analysis, const Session& session) {
  analysis.findings.take_back(rule.name);
  Report report(rule, session, analysis.findings, analysis.outcome);
  if (rule.brief) rule.brief(analysis, report);
}

/// Trials of all rules together may take so often what an evaluation may.
constexpr int64_t kMostTrials = 16;

/// `spent` is set where there are none left.
Session with_bounded_trials(const Analysis& analysis, const Session& session, bool& spent) {
  Session bounded = session;
  bounded.before_trial = [&analysis, &session, &spent] {
    if (session.before_trial) session.before_trial();
    spent = analysis.tried > kMostTrials * session.options.limits.steps;
    if (spent) throw TrialsSpent();
  };
  bounded.trials_left = [&analysis, &session] {
    const auto most = static_cast<double>(kMostTrials * session.options.limits.steps);
    return 1 - static_cast<double>(analysis.tried) / most;
  };
  return bounded;
}

void check(const Rule& rule, Analysis& analysis, const Session& session) {
  bool spent = false;
  const Session bounded = with_bounded_trials(analysis, session, spent);
  Report report(rule, bounded, analysis.findings, analysis.outcome);
  try {
    rule.check(analysis, report);
  } catch (const PutOff&) {
    analysis.put_off.push_back(&rule);
    say_briefly(rule, analysis, session);
  } catch (const TrialsSpent&) {
    say_briefly(rule, analysis, session);
  }
  if (spent) analysis.outcome.not_checked.push_back(std::string(rule.name) + kTrialsTakeTooLong);
}

void check(Analysis& analysis, const Session& session) {
  for (const Rule* rule : session.rules) {
    if (!rule->check) continue;
    if (!has_result(analysis, rule->needs, session)) {
      analysis.outcome.not_checked.push_back(std::string(rule->name) + ": " +
                                             abridged(why_missing(analysis, rule->needs)));
      continue;
    }
    check(*rule, analysis, session);
    if (rule->needs == Stage::whole_usage && analysis.usage && analysis.usage->not_trained)
      analysis.outcome.not_checked.push_back(std::string(rule->name) + kStageNotTrained);
  }
  analysis.known_trials.reset();
  analysis.stages.reset();
}

}  // namespace

const config::PeakBudget* peak_budget(const Analysis& analysis, const Session& session) {
  const config::PeakBudget* found = nullptr;
  if (!session.project) return found;
  for (const config::PeakBudget& budget : session.project->policy.max_peak)
    if (config::covers(budget.files, analysis.outcome.path)) found = &budget;
  return found;
}

void follow(Analysis& analysis, const Session& session) {
  if (!analysis.experiment || usage::programs_of(*analysis.experiment).empty()) return;
  if (!usage::can_follow(*analysis.config)) return;
  usage::Programs own;
  usage::Context context{session.files, session.parsed, session.programs ? *session.programs : own,
                         analysis.outcome.torch, session.workshop};
  analysis.usage = usage::usage_of(*analysis.config, *analysis.experiment, context);
}

Analysis estimated(const Source& source, const Session& session) {
  Analysis analysis;
  analysis.source = &source;
  analysis.outcome.path = source.path();
  if (session.recipe) analysis.outcome.recipe = session.recipe->name;
  load(analysis, session);
  build(analysis, session);
  choose_device(analysis, session);
  estimate(analysis, session.runs);
  analysis.outcome.unknowns = said_once(analysis.outcome.unknowns);
  analysis.outcome.assumptions = said_once(analysis.outcome.assumptions);
  pick_up_measured(analysis, session);
  return analysis;
}

void check_rules(Analysis& analysis, const Session& session) {
  if (!session.rules.empty()) follow(analysis, session);  // what a fix would do is asked of the step alone
  settle_raising_stages(analysis);
  check(analysis, session);
  stem(analysis.outcome);
  analysis.findings.set_config(analysis.source->path());
}

void check_put_off(Analysis& analysis, const Session& session) {
  for (const Rule* rule : std::exchange(analysis.put_off, {})) {
    analysis.findings.take_back(rule->name);
    check(*rule, analysis, session);
  }
  analysis.findings.set_config(analysis.source->path());
}

Analysis analyze(const Source& source, const Session& session) {
  Analysis analysis = estimated(source, session);
  check_rules(analysis, session);
  return analysis;
}

}  // namespace vramlint
