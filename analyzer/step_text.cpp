#include "step_text.h"

#include <algorithm>
#include <set>

#include "model/program_entry.h"

namespace vramlint {

namespace {

std::vector<std::shared_ptr<const syntax::PythonModule>> modules_of(const Analysis& analysis, const Session& session) {
  usage::Programs own;
  usage::Programs& programs = session.programs ? *session.programs : own;
  std::vector<std::shared_ptr<const syntax::PythonModule>> modules;
  std::set<const Source*> seen;
  const auto add = [&](const Source* source) {
    if (source && seen.insert(source).second) modules.push_back(session.parsed.parse(*source, &model::prelude()));
  };
  const std::vector<std::filesystem::path>& installed = session.files.site_packages();
  for (const config::Program& program : usage::programs_of(*analysis.experiment)) {
    const Source* script = session.files.read(program.path).source;
    if (!script) continue;
    std::vector<std::filesystem::path> paths = model::search_paths(program, *analysis.experiment, session.files);
    std::erase_if(paths, [&](const auto& path) {
      return std::find(installed.begin(), installed.end(), path) != installed.end();
    });
    for (const auto& text : programs.reach(*script, paths, session.files, session.parsed)->modules)
      add(text->module->source);
  }
  for (const model::BuildFailure& failure : analysis.failures) {
    add(failure.span.source);
    for (const Span& call : failure.calls) add(call.source);
  }
  if (!analysis.built) return modules;
  for (const graph::Graph& phase : analysis.built->phases) {
    for (const graph::Event& event : phase.events) {
      if (const auto* node = std::get_if<graph::Node>(&event); node && node->span) add(node->span.source);
    }
  }
  return modules;
}

}  // namespace

usage::Offers offers_of(const Analysis& analysis, const Session& session) {
  return usage::offers_of(modules_of(analysis, session));
}

usage::Signatures signatures_of(const Analysis& analysis, const Session& session) {
  return usage::signatures_of(modules_of(analysis, session));
}

}  // namespace vramlint
