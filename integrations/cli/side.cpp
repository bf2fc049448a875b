#include "integrations/cli/side.h"

#include <algorithm>

namespace vramlint::cli {

Side::Side(const ProjectOptions& options, const std::vector<std::string>& paths,
           const std::vector<FileAtRevision>& differing) {
  const Overlay overlay = [&](Files& disk) {
    auto files = std::make_unique<RevisionFiles>(disk, differing);
    files_ = files.get();
    return files;
  };
  workspace_ = std::make_unique<Workspace>(options, paths, overlay);
}

void Side::find_also(const std::string& path) {
  const ConfigPaths more = find_configs(*workspace_, {(files().root() / path).string()}, true);
  configs_.sources.insert(configs_.sources.end(), more.sources.begin(), more.sources.end());
}

std::set<std::string> Side::parts_of(const Source& source) {
  std::set<std::string> parts;
  // A link differs with what it leads to, which is what git tells of.
  const auto add = [&](const Source& part) {
    std::error_code error;
    parts.insert(part.path());
    parts.insert(files().display(std::filesystem::weakly_canonical(files().root() / part.path(), error)));
  };
  add(source);
  Session session = workspace_->session();
  Findings findings;
  std::vector<Unknown> unknowns;
  std::vector<Assumption> assumptions;
  config::LoadContext context{.files = session.files,
                              .parsed = session.parsed,
                              .prelude = &model::prelude(),
                              .project = session.project,
                              .overrides = session.options.overrides,
                              .findings = findings,
                              .unknowns = unknowns,
                              .assumptions = assumptions,
                              .base_cache = &session.base_cache};
  const config::Dialect* dialect = config::recognise(source, context);
  const std::optional<config::Config> config = dialect ? dialect->load(source, context) : std::nullopt;
  if (!config) return parts;
  for (const Source* part : config->files) add(*part);
  return parts;
}

const Source* Side::config(const std::string& path) const {
  const auto found = std::find_if(configs_.sources.begin(), configs_.sources.end(),
                                  [&](const Source* source) { return source->path() == path; });
  return found == configs_.sources.end() ? nullptr : *found;
}

RunResult Side::analyzed(const std::vector<const Source*>& sources, unsigned jobs) {
  return analyze_all(*workspace_, sources, {.jobs = jobs});
}

ConfigOutcome Side::estimate(const Source& source, const std::string& recipe) {
  return estimated(source, workspace_->session(source, recipe)).outcome;
}

}  // namespace vramlint::cli
