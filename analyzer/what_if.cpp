// The pipeline on patched text: what a fix would do.
#include <algorithm>
#include <map>
#include <numeric>

#include "analyze.h"
#include "estimate.h"

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

/// Rules ask the same of each other's fixes: the graphs of some are kept, without what they were simulated to.
struct KnownTrials {
  static constexpr size_t kMostEvents = 20'000;  // of those graphs
  std::map<std::string, Analysis> of_edits;
  size_t events = 0;

  void keep(const std::string& what, const Analysis& result) {
    if (result.built) {
      for (const graph::Graph& graph : result.built->phases) events += graph.events.size();
    }
    if (events > kMostEvents) return;
    Analysis& kept = of_edits[what] = result;
    kept.traces = {};
    kept.timelines = {};
  }
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

}  // namespace

Analysis what_if(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session) {
  if (session.before_trial) session.before_trial();
  if (!analysis.known_trials) analysis.known_trials = std::make_shared<KnownTrials>();
  KnownTrials& known = *analysis.known_trials;
  const std::string what = described(edits);
  const auto found = known.of_edits.find(what);
  if (found != known.of_edits.end() && !is_of_project(edits, session)) return simulated(found->second, session);
  Analysis result = run_patched(analysis, edits, session);
  known.keep(what, result);
  return result;
}

Analysis what_if(const Analysis& analysis, const std::optional<config::DistributedFacts>& distributed) {
  Analysis result = analysis;
  config::Experiment& experiment = *result.experiment;
  const size_t stage = analysis.built->stage;
  (experiment.stages.empty() ? experiment : experiment.stages.at(stage)).distributed = distributed;
  estimate_again(result);
  return result;
}

}  // namespace vramlint
