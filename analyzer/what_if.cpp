// The pipeline on patched text: what a fix would do.
#include <algorithm>
#include <map>

#include "analyze.h"
#include "config/plain_yaml.h"
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
  /// `lender`: where only data are patched, and else nothing changes.
  Trial(const Session& session, model::Workshop* lender)
      : files(session.files), parsed(&session.parsed), workshop(files, lender), of_projects(files, nullptr) {}
  TrialFiles files;
  interp::ParsedModules parsed;
  model::Workshop workshop;
  model::Workshop of_projects;  ///< where the project file is patched: what is evaluated then is the trial's own
  std::vector<std::unique_ptr<config::Project>> projects;
  std::vector<const Source*> patched;
};

namespace {

/// Of one run: what is evaluated of texts that the next one may change.
struct Run {
  std::shared_ptr<Trial> trial;
  config::BaseCache base_cache;
};

/// Runs that change data alone have the imports of their modules in common.
std::shared_ptr<Trial> trial_for(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session) {
  const auto is_data = [](const Edit& edit) { return config::is_data(*edit.span.source); };
  if (!std::all_of(edits.begin(), edits.end(), is_data)) return std::make_shared<Trial>(session, nullptr);
  model::Workshop* lender = session.files.is_under_trial() ? nullptr : session.workshop;
  if (!analysis.trial) analysis.trial = std::make_shared<Trial>(session, lender);
  return analysis.trial;
}

void patch(Trial& trial, const std::vector<Edit>& edits) {
  std::map<const Source*, std::vector<const Edit*>> by_source;
  for (const Edit& edit : edits) by_source[edit.span.source].push_back(&edit);
  for (const Source* source : trial.patched) trial.files.take_away(source->path());
  trial.patched.clear();
  for (const auto& [source, changes] : by_source) {
    trial.files.put(source->path(), patched(*source, changes));
    trial.patched.push_back(source);
  }
}

/// The recipe at the same place in the project file as it is now.
const config::Recipe* same_recipe(const Session& session, const config::Project& project) {
  if (!session.recipe) return nullptr;
  const auto index = static_cast<size_t>(session.recipe - session.project->recipes.data());
  return index < project.recipes.size() ? &project.recipes[index] : nullptr;
}

}  // namespace

Analysis what_if(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session) {
  if (session.before_trial) session.before_trial();
  auto run = std::make_shared<Run>();
  run->trial = trial_for(analysis, edits, session);
  Trial& trial = *run->trial;
  patch(trial, edits);

  Session patched_session{trial.files, session.project, trial.parsed, run->base_cache, session.options, {}};
  patched_session.workshop = &trial.workshop;
  patched_session.recipe = session.recipe;
  patched_session.spare = session.spare;
  const Source* project = session.project ? session.project->source : nullptr;
  const auto is_project = [&](const Source* source) { return source == project; };
  if (project && std::any_of(trial.patched.begin(), trial.patched.end(), is_project)) {
    Findings ignored;
    trial.projects.push_back(config::load_project(*trial.files.read(project->path()).source, trial.files, ignored));
    patched_session.project = trial.projects.back().get();
    patched_session.workshop = &trial.of_projects;
    patched_session.recipe = same_recipe(session, *patched_session.project);
  }
  const ReadResult again = trial.files.read(analysis.source->path());
  Analysis result = analyze(again ? *again.source : *analysis.source, patched_session);
  result.keep_alive = run;
  analysis.tried += result.steps;
  return result;
}

Analysis what_if(const Analysis& analysis, const std::optional<config::DistributedFacts>& distributed) {
  Analysis result = analysis;
  config::Experiment& experiment = *result.experiment;
  const size_t stage = analysis.built->stage;
  (experiment.stages.empty() ? experiment : experiment.stages.at(stage)).distributed = distributed;
  for (model::PhaseFacts& facts : result.built->facts) facts.kind = model::PhaseKind::own;  // the choice is made
  result.timelines = {};
  result.traces = {};
  result.runtimes.clear();
  result.outcome.phases.clear();
  result.outcome.fits.reset();
  result.outcome.retries = 0;
  estimate(result, nullptr);
  return result;
}

}  // namespace vramlint
