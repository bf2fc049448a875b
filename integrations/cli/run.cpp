#include "integrations/cli/run.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>

#include "config/settings_digest.h"
#include "equal_configs.h"
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
  std::string bug;
};

Part analyze_one(const Source& source, const Session& session) {
  Part part;
  part.outcome.path = source.path();
  try {
    Analysis analysis = analyze(source, session);
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

/// Neighbours have much in common, which is kept for the thread that has met it: each thread has a stretch of its own,
/// and once that is done half of what the slowest has before it.
class Stretches {
 public:
  Stretches(size_t count, size_t threads) {
    for (size_t i = 0; i < threads; ++i) left_.push_back({count * i / threads, count * (i + 1) / threads});
  }

  std::optional<size_t> next(size_t thread) {
    const std::lock_guard lock(mutex_);
    Stretch& own = left_[thread];
    if (own.begin == own.end) {
      Stretch& longest = *std::max_element(left_.begin(), left_.end(), [](const Stretch& lhs, const Stretch& rhs) {
        return lhs.end - lhs.begin < rhs.end - rhs.begin;
      });
      own = {longest.begin + (longest.end - longest.begin) / 2, longest.end};
      longest.end = own.begin;
    }
    if (own.begin == own.end) return {};
    return own.begin++;
  }

 private:
  struct Stretch {
    size_t begin, end;
  };
  std::mutex mutex_;
  std::vector<Stretch> left_;  // by thread
};

std::vector<Part> analyze_each(const std::vector<Task>& tasks, const Session& session, unsigned jobs) {
  std::vector<Part> parts(tasks.size());
  const size_t wanted = jobs > 0 ? jobs : std::max(std::thread::hardware_concurrency(), 1U);
  const size_t count = std::max<size_t>(std::min(wanted, tasks.size()), 1);
  Stretches stretches(tasks.size(), count);
  Progress progress(tasks.size());
  const auto work = [&](size_t thread) {
    while (const std::optional<size_t> i = stretches.next(thread)) {
      parts[*i] = analyze_one(tasks[*i], session);
      progress.step();
    }
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < count; ++i) threads.emplace_back(work, i);
  work(0);
  for (std::thread& thread : threads) thread.join();
  return parts;
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
  const std::vector<Task> tasks = tasks_of(sources, workspace.project());
  std::vector<ConfigSettings> settings;
  for (Part& part : analyze_each(tasks, workspace.session(), options.jobs)) {
    const Task& task = tasks[settings.size()];
    settings.push_back({task.source, task.recipe, std::move(part.settings)});
    result.outcome.configs.push_back(std::move(part.outcome));
    terms.checked.push_back(std::move(part.checked));
    for (Finding& finding : part.findings) all.add(std::move(finding));
    result.kept.insert(result.kept.end(), part.kept.begin(), part.kept.end());
    if (!part.bug.empty()) result.bugs.push_back(part.bug);
  }
  report_equal_configs(settings, all);
  terms.sources = workspace.sources();
  settle(all, terms, result.outcome);
  return result;
}

}  // namespace vramlint::cli
