#include "integrations/cli/run.h"

#include <algorithm>
#include <mutex>
#include <set>

#include "config/settings_digest.h"
#include "equal_configs.h"
#include "integrations/cli/confirm.h"
#include "integrations/cli/interruption.h"
#include "integrations/cli/parallel.h"
#include "integrations/cli/progress.h"
#include "rules/list.h"
#include "settle.h"

namespace vramlint::cli {
namespace {

/// What remains of an analysis: its graph and trace go at once, a thousand of them would not fit.
struct Part {
  ConfigOutcome outcome;
  std::vector<Finding> findings;
  std::vector<std::shared_ptr<const Source>> kept;
  std::string settings;  ///< config::settings_digest
  Checked checked;
  Standing standing;
  std::string bug;
  bool is_done = false;
};

Part analyze_one(const Source& source, const Session& session) {
  Part part;
  part.outcome.path = source.path();
  try {
    Analysis analysis = analyze(source, session);
    part.standing = standing_of(analysis);
    part.outcome = std::move(analysis.outcome);
    part.findings = analysis.findings.items();
    if (analysis.config) part.settings = config::settings_digest(*analysis.config);
    part.checked.followed = analysis.usage.has_value();
    if (analysis.config) part.checked.files = std::move(analysis.config->files);
    if (analysis.config) part.kept = std::move(analysis.config->overrides);
  } catch (const std::exception& error) {
    part.bug = source.path() + ": " + error.what();
  }
  for (Finding& finding : part.findings) {
    if (!finding.span) finding.span = {&source, 0, 0};
  }
  return part;
}

/// A file, and the recipe that claims it, where one does.
struct Task {
  const Source* source = nullptr;
  const config::Recipe* recipe = nullptr;
  bool is_one_of_several = false;
};

std::vector<Task> tasks_of(const std::vector<const Source*>& sources, const config::Project* project) {
  std::vector<Task> tasks;
  for (const Source* source : sources) {
    std::vector<const config::Recipe*> recipes;
    if (project) recipes = config::find_recipes(*project, source->path());
    const bool several = recipes.size() > 1;
    if (recipes.empty()) recipes = {nullptr};
    for (const config::Recipe* recipe : recipes) tasks.push_back({source, recipe, several});
  }
  return tasks;
}

Part analyze_one(const Task& task, Session session) {
  if (task.is_one_of_several) session.recipe = task.recipe;
  return analyze_one(*task.source, session);
}

std::vector<Part> analyze_each(const std::vector<Task>& tasks, const Session& session, const RunOptions& options) {
  std::vector<Part> parts(tasks.size());
  Progress progress(tasks.size());
  const Interruption interruption;
  std::mutex telling;
  in_parallel(tasks.size(), options.jobs, [&](size_t i) {
    if (Interruption::has_come()) return;
    parts[i] = analyze_one(tasks[i], session);
    parts[i].is_done = true;
    progress.step();
    const std::lock_guard lock(telling);
    if (options.done) options.done(parts[i].outcome);
  });
  return parts;
}

/// Takes out what was not begun; how many.
size_t take_out_left(std::vector<Task>& tasks, std::vector<Part>& parts) {
  size_t kept = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].is_done) continue;
    if (i != kept) {
      tasks[kept] = tasks[i];
      parts[kept] = std::move(parts[i]);
    }
    ++kept;
  }
  const size_t left = parts.size() - kept;
  tasks.resize(kept);
  parts.resize(kept);
  return left;
}

void confirm_fixes(std::vector<Part>& parts, const std::vector<Task>& tasks, const Session& session, unsigned jobs) {
  std::vector<Confirmed> configs;
  for (size_t i = 0; i < parts.size(); ++i) {
    configs.push_back({tasks[i].source, tasks[i].is_one_of_several ? tasks[i].recipe : nullptr, parts[i].checked.files,
                       parts[i].standing, &parts[i].findings});
  }
  confirm_fixes(configs, session, jobs);
}

/// Every file that was read: also those over which an editor's or a revision's text lies.
std::vector<const Source*> sources_of(const std::vector<Checked>& checked, const Findings& findings,
                                      const Workspace& workspace) {
  const std::vector<const Source*> read = workspace.sources();
  std::set<const Source*> all(read.begin(), read.end());
  for (const Checked& config : checked) all.insert(config.files.begin(), config.files.end());
  for (const Finding& finding : findings.items()) all.insert(finding.span.source);
  all.erase(nullptr);
  std::vector<const Source*> sources(all.begin(), all.end());
  std::sort(sources.begin(), sources.end(),
            [](const Source* lhs, const Source* rhs) { return lhs->path() < rhs->path(); });
  return sources;
}

}  // namespace

RunResult analyze_all(Workspace& workspace, const std::vector<const Source*>& sources, const RunOptions& options) {
  RunResult result;
  Terms terms{.rules = rules::all(),
              .choice = &workspace.choice(),
              .baseline = options.baseline,
              .whole_project = options.whole_project};
  Findings all;
  for (const Finding& finding : workspace.project_findings().items()) all.add(finding);
  std::vector<Task> tasks = tasks_of(sources, workspace.project());
  std::vector<ConfigSettings> settings;
  std::vector<Part> parts = analyze_each(tasks, workspace.session(), options);
  result.left = take_out_left(tasks, parts);
  terms.whole_project = terms.whole_project && result.left == 0;
  confirm_fixes(parts, tasks, workspace.session(), options.jobs);
  for (Part& part : parts) {
    const Task& task = tasks[settings.size()];
    settings.push_back({task.source, task.recipe, std::move(part.settings)});
    result.outcome.configs.push_back(std::move(part.outcome));
    terms.checked.push_back(std::move(part.checked));
    for (Finding& finding : part.findings) all.add(std::move(finding));
    result.kept.insert(result.kept.end(), part.kept.begin(), part.kept.end());
    if (!part.bug.empty()) result.bugs.push_back(part.bug);
  }
  report_equal_configs(settings, all);
  terms.sources = sources_of(terms.checked, all, workspace);
  settle(all, terms, result.outcome);
  return result;
}

}  // namespace vramlint::cli
