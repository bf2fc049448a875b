// The pipeline on patched text: what a fix would do.
#include <algorithm>
#include <deque>
#include <map>
#include <numeric>

#include "analyze.h"
#include "estimate.h"
#include "graph/computation.h"

namespace vramlint {

namespace {

std::string patched(const Source& source, std::vector<const Edit*> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit* a, const Edit* b) { return a->span.begin > b->span.begin; });
  std::string text = source.text();
  for (const Edit* edit : edits) text.replace(edit->span.begin, edit->span.end - edit->span.begin, edit->text);
  return text;
}

}  // namespace

/// Of them, nothing changes but what is patched, unless they are an editor's.
class TrialFiles : public OverlayFiles {
 public:
  explicit TrialFiles(Files& base) : OverlayFiles(base), changes_(base.is_under_trial()) {}
  bool is_under_trial() const override { return changes_; }

 private:
  const bool changes_;
};

/// What patched runs read, kept as long as an Analysis of theirs.
struct Trial {
  /// `lender`: where nothing changes but what is patched.
  Trial(const Session& session, model::Workshop* lender)
      : files(std::make_shared<TrialFiles>(session.files)),
        parsed(&session.parsed),
        workshop(files, parsed, lender),
        of_projects(files, parsed, nullptr) {}
  std::shared_ptr<TrialFiles> files;
  interp::ParsedModules parsed;
  model::Workshop workshop;
  model::Workshop of_projects;  ///< where the project file is patched: what is evaluated then is the trial's own
  std::vector<std::unique_ptr<config::Project>> projects;
  std::vector<const Source*> patched;
};

/// Rules ask the same of each other's fixes: the graphs of some are kept, without what they were simulated to. Of the
/// last ones, for a rule may ask a trial again with another share of the device left free, and of those that failed.
struct KnownTrials {
  /// Null: it is not known.
  const Analysis* find(const std::string& what) {
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.what == what; });
    if (found == kept_.end()) return nullptr;
    std::rotate(kept_.begin(), found, found + 1);
    return &kept_.front().analysis;
  }

  void keep(const std::string& what, const Analysis& result) {
    Kept& kept = kept_.emplace_front(Kept{what, result});
    kept.analysis.traces = {};
    kept.analysis.timelines = {};
    size_t events = 0, last = 0;
    while (last < kept_.size() && last < kMost && (events += events_of(kept_[last].analysis)) <= kMostEvents) ++last;
    kept_.resize(std::max<size_t>(last, 1));
  }

 private:
  static constexpr size_t kMost = 64, kMostEvents = 20'000;  // of those graphs
  struct Kept {
    std::string what;
    Analysis analysis;
  };

  static size_t events_of(const Analysis& analysis) {
    size_t events = 0;
    if (!analysis.built) return events;
    for (const graph::Graph& graph : analysis.built->phases) events += graph.events.size();
    return events;
  }

  std::deque<Kept> kept_;  // the one used last comes first
};

namespace {

/// Of one run: what is evaluated of texts that the next one may change.
struct Run {
  std::shared_ptr<Trial> trial;
  config::BaseCache base_cache;
};

/// All runs have the imports in common that have not read what is patched.
std::shared_ptr<Trial> trial_for(const Analysis& analysis, const Session& session) {
  model::Workshop* lender = session.files.is_under_trial() ? nullptr : session.workshop;
  if (!analysis.trial) analysis.trial = std::make_shared<Trial>(session, lender);
  return analysis.trial;
}

void patch(Trial& trial, const std::vector<Edit>& edits) {
  std::map<const Source*, std::vector<const Edit*>> by_source;
  for (const Edit& edit : edits) by_source[edit.span.source].push_back(&edit);
  for (const Source* source : trial.patched) trial.files->take_away(source->path());
  trial.patched.clear();
  for (const auto& [source, changes] : by_source) {
    trial.files->put(source->path(), patched(*source, changes));
    trial.patched.push_back(source);
  }
}

/// The recipe at the same place in the project file as it is now.
const config::Recipe* same_recipe(const Session& session, const config::Project& project) {
  if (!session.recipe) return nullptr;
  const auto index = static_cast<size_t>(session.recipe - session.project->recipes.data());
  return index < project.recipes.size() ? &project.recipes[index] : nullptr;
}

void estimate_again(Analysis& analysis) {
  for (model::PhaseFacts& facts : analysis.built->facts) facts.kind = model::PhaseKind::own;  // the choice is made
  analysis.timelines = {};
  analysis.traces = {};
  analysis.runtimes.clear();
  analysis.outcome.phases.clear();
  analysis.outcome.fits.reset();
  analysis.outcome.retries = 0;
  estimate(analysis, nullptr);
}

/// Perhaps with another share of the device left free.
Analysis simulated(Analysis known, const Session& session) {
  if (!known.built) return known;
  choose_device(known, session);
  estimate_again(known);
  known.outcome.unknowns = said_once(known.outcome.unknowns);
  known.outcome.assumptions = said_once(known.outcome.assumptions);
  return known;
}

bool is_of_project(const std::vector<Edit>& edits, const Session& session) {
  const Source* project = session.project ? session.project->source : nullptr;
  return std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) { return edit.span.source == project; });
}

bool is_of_config(const std::vector<Edit>& edits, const Analysis& analysis) {
  return std::all_of(edits.begin(), edits.end(), [&](const Edit& edit) { return edit.span.source == analysis.source; });
}

/// In order.
std::string described(const std::vector<Edit>& edits) {
  std::vector<std::string> parts;
  for (const Edit& edit : edits) {
    parts.push_back(edit.span.source->path() + '\n' + std::to_string(edit.span.begin) + '-' +
                    std::to_string(edit.span.end) + '\n' + edit.text + '\0');
  }
  std::sort(parts.begin(), parts.end());
  return std::accumulate(parts.begin(), parts.end(), std::string());
}

Analysis run_patched(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session) {
  auto run = std::make_shared<Run>();
  run->trial = trial_for(analysis, session);
  Trial& trial = *run->trial;
  patch(trial, edits);

  Session patched_session{*trial.files, session.project, trial.parsed, run->base_cache, session.options, {}};
  patched_session.workshop = &trial.workshop;
  patched_session.recipe = session.recipe;
  patched_session.spare = session.spare;
  if (is_of_config(edits, analysis)) patched_session.stages = analysis.stages.get();
  patched_session.runs = session.runs;
  patched_session.glance = session.glance;
  if (analysis.built && analysis.failures.empty() && analysis.notes.is_plain) patched_session.known = &analysis.notes;
  if (session.project && is_of_project(edits, session)) {
    Findings ignored;
    const std::string& project = session.project->source->path();
    trial.projects.push_back(config::load_project(*trial.files->read(project).source, *trial.files, ignored));
    patched_session.project = trial.projects.back().get();
    patched_session.workshop = &trial.of_projects;
    patched_session.recipe = same_recipe(session, *patched_session.project);
  }
  const ReadResult again = trial.files->read(analysis.source->path());
  Analysis result = analyze(again ? *again.source : *analysis.source, patched_session);
  result.keep_alive = run;
  analysis.tried += result.steps;
  return result;
}

/// `is_cut`: that what was followed is not all of it; may be null.
Analysis known_or_run(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session,
                      const bool* is_cut) {
  if (session.before_trial) session.before_trial();
  if (!analysis.known_trials) analysis.known_trials = std::make_shared<KnownTrials>();
  const std::string what = described(edits);
  const bool may_know = !is_of_project(edits, session);
  if (const Analysis* found = may_know ? analysis.known_trials->find(what) : nullptr) return simulated(*found, session);
  Analysis result = run_patched(analysis, edits, session);
  if (may_know && !(is_cut && *is_cut)) analysis.known_trials->keep(what, result);
  return result;
}

}  // namespace

Analysis what_if(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session) {
  return known_or_run(analysis, edits, session, nullptr);
}

std::optional<Analysis> what_if(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session,
                                const std::function<bool(const Analysis& alone)>& is_worth_the_rest) {
  if (!analysis.built || analysis.built->kind != model::PhaseKind::own) return what_if(analysis, edits, session);
  bool is_cut = false;
  const Glance glance{analysis.built->stage, analysis.outcome.peak_phase, [&](const Analysis& alone) {
                        is_cut = !is_worth_the_rest(alone);
                        return !is_cut;
                      }};
  Session glancing = session;
  glancing.glance = &glance;
  Analysis result = known_or_run(analysis, edits, glancing, &is_cut);
  return is_cut ? std::nullopt : std::optional(std::move(result));
}

Analysis what_if(const Analysis& analysis, const std::optional<config::DistributedFacts>& distributed) {
  Analysis result = analysis;
  config::Experiment& experiment = *result.experiment;
  const size_t stage = analysis.built->stage;
  (experiment.stages.empty() ? experiment : experiment.stages.at(stage)).distributed = distributed;
  estimate_again(result);
  return result;
}

Analysis what_if_nothing_recorded_behind_training(const Analysis& analysis) {
  Analysis result = analysis;
  result.built->phases = {};
  for (graph::Graph graph : analysis.built->phases) {
    for (size_t event = graph::end_of_training(graph); event < graph.events.size(); ++event) {
      auto* node = std::get_if<graph::Node>(&graph.events[event]);
      if (!node || !node->recorded) continue;
      node->recorded = false;
      for (const graph::TensorId each : node->results) graph.tensors[each].requires_grad = false;
    }
    result.built->phases.push_back(std::move(graph));
  }
  estimate_again(result);
  return result;
}

}  // namespace vramlint
