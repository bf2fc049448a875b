#include "integrations/cli/projects.h"

#include <algorithm>

#include "integrations/cli/workspace.h"
#include "rule.h"
#include "rules/list.h"

namespace vramlint::cli {

namespace fs = std::filesystem;

std::vector<std::vector<std::string>> by_project(const ProjectOptions& options, const std::vector<std::string>& paths) {
  if (!options.root.empty() || !options.recipe.empty()) return {paths};
  std::vector<std::vector<std::string>> groups;
  std::map<fs::path, size_t> index;
  for (const std::string& path : paths) {
    const auto [found, is_new] = index.emplace(project_of(path), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(path);
  }
  return groups;
}

fs::path folder_around(const std::vector<fs::path>& folders) {
  fs::path around = folders.front();
  for (const fs::path& folder : folders) {
    const auto [end, _] = std::mismatch(around.begin(), around.end(), folder.begin(), folder.end());
    fs::path common;
    for (auto part = around.begin(); part != end; ++part) common /= *part;
    around = common;
  }
  return around;
}

void Joined::add(Outcome outcome, const fs::path& root) {
  const fs::path below = root.lexically_relative(around_);
  prefix_ = below == "." ? "" : below.generic_string() + "/";
  for (ConfigOutcome& config : outcome.configs) move(config);
  for (Finding& finding : outcome.findings) move(finding);
  for (Suppressed& one : outcome.suppressed) move(one.finding);
  std::move(outcome.configs.begin(), outcome.configs.end(), std::back_inserter(outcome_.configs));
  std::move(outcome.findings.begin(), outcome.findings.end(), std::back_inserter(outcome_.findings));
  std::move(outcome.suppressed.begin(), outcome.suppressed.end(), std::back_inserter(outcome_.suppressed));
  if (!outcome.baseline) return;
  if (!outcome_.baseline) outcome_.baseline = BaselineUse{outcome.baseline->path};
  outcome_.baseline->known += outcome.baseline->known;
  outcome_.baseline->gone += outcome.baseline->gone;
}

const Outcome& Joined::outcome() {
  std::stable_sort(outcome_.configs.begin(), outcome_.configs.end(),
                   [](const ConfigOutcome& lhs, const ConfigOutcome& rhs) { return lhs.path < rhs.path; });
  sort_by_concern(outcome_.findings, rules::all());
  return outcome_;
}

/// Texts of our own, in angle brackets, and what lies outside the root stay as they are.
std::string Joined::moved(const std::string& path) const {
  return path.empty() || path.front() == '<' || path.front() == '/' ? path : prefix_ + path;
}

void Joined::move(Span& span) {
  if (!span.source) return;
  std::unique_ptr<Source>& source = sources_[span.source];
  if (!source) source = std::make_unique<Source>(moved(span.source->path()), span.source->raw());
  span.source = source.get();
}

void Joined::move(Finding& finding) {
  move(finding.span);
  move(finding.config);
  for (Related& related : finding.related) move(related.span);
  for (Fix& fix : finding.fixes)
    for (Edit& edit : fix.edits) move(edit.span);
}

void Joined::move(ConfigOutcome& config) {
  move(config.path);
  for (Contributor& contributor : config.top) move(contributor.span);
  for (KeyShare& key : config.keys) move(key.span);
  for (Assumption& assumption : config.assumptions) move(assumption.span);
  for (Unknown& unknown : config.unknowns) move(unknown.span);
  if (config.measured) move(config.measured->path);
}

}  // namespace vramlint::cli
