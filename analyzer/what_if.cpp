// The pipeline on patched text: what a fix would do.
#include <algorithm>
#include <map>

#include "analyze.h"

namespace vramlint {

namespace {

std::string patched(const Source& source, std::vector<const Edit*> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit* a, const Edit* b) { return a->span.begin > b->span.begin; });
  std::string text = source.text();
  for (const Edit* edit : edits) text.replace(edit->span.begin, edit->span.end - edit->span.begin, edit->text);
  return text;
}

/// What a patched run reads, kept as long as its Analysis.
struct Trial {
  Trial(Files& base, const interp::ParsedModules& base_parsed) : files(base), parsed(&base_parsed) {}
  OverlayFiles files;
  interp::ParsedModules parsed;
  config::BaseCache base_cache;
  std::unique_ptr<config::Project> project;
};

/// The recipe at the same place in the project file as it is now.
const config::Recipe* same_recipe(const Session& session, const config::Project& project) {
  if (!session.recipe) return nullptr;
  const auto index = static_cast<size_t>(session.recipe - session.project->recipes.data());
  return index < project.recipes.size() ? &project.recipes[index] : nullptr;
}

}  // namespace

Analysis what_if(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session) {
  std::map<const Source*, std::vector<const Edit*>> by_source;
  for (const Edit& edit : edits) by_source[edit.span.source].push_back(&edit);

  auto trial = std::make_shared<Trial>(session.files, session.parsed);
  for (const auto& [source, changes] : by_source) trial->files.put(source->path(), patched(*source, changes));

  Session patched_session{trial->files, session.project, trial->parsed, trial->base_cache, session.options, {}};
  patched_session.recipe = session.recipe;
  patched_session.spare = session.spare;
  const Source* project = session.project ? session.project->source : nullptr;
  if (project && by_source.count(project)) {
    Findings ignored;
    trial->project = config::load_project(*trial->files.read(project->path()).source, trial->files, ignored);
    patched_session.project = trial->project.get();
    patched_session.recipe = same_recipe(session, *trial->project);
  }
  const ReadResult again = trial->files.read(analysis.source->path());
  Analysis result = analyze(again ? *again.source : *analysis.source, patched_session);
  result.keep_alive = trial;
  return result;
}

}  // namespace vramlint
