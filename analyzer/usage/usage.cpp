#include "usage/usage.h"

#include <algorithm>

#include "model/program_entry.h"
#include "usage/excuses.h"
#include "usage/judge.h"
#include "usage/readers.h"
#include "usage/stopped.h"

namespace vramlint::usage {

namespace {

using interp::Interpreter;

constexpr int64_t kSteps = 4'000'000;

/// Runs one training program as far as it goes; whether an error kept it from its training.
bool run(const config::Program& program, const Source& script, const config::Experiment& experiment,
         const config::Config& config, Context& context, Notes& notes, Usage& usage) {
  model::BuildContext building{context.files, context.parsed, context.torch, context.workshop, {.steps = kSteps}};
  const std::unique_ptr<model::Started> started =
      model::start(program, experiment, config, building, model::Entry::to_see_usage);
  Interpreter& interpreter = started->interpreter;
  notes.attach(interpreter);
  interp::follow(interpreter, &notes);
  {
    const interp::Result<interp::Value> result = interpreter.run_file(script, "__main__");
    if (const auto* error = std::get_if<interp::Error>(&result)) {
      usage.gaps.push_back({error->message, error->span});
      usage.cut_short |= error->kind == interp::Error::Kind::budget;
    }
  }
  interp::follow(interpreter, nullptr);
  notes.detach();
  const bool is_its_step = !experiment.model && notes.fails_surely;  // what trains is what the program does
  const bool is_kept = is_its_step && started->builder->optimizer_steps == 0 && started->builder->backwards == 0;
  usage.not_trained |= is_kept;
  for (const Unknown& gap : interpreter.unknowns()) {
    if (std::find(usage.gaps.begin(), usage.gaps.end(), gap) == usage.gaps.end()) usage.gaps.push_back(gap);
  }
  model::end(*started, building);
  return is_kept;
}

KeyUse use_of(const Key& key, const Doubt& doubt) {
  const Span read = key.reads.empty() ? Span{} : key.reads.front();
  if (key.named) return {key.path, key.used ? "read and used" : "read", read, key.converted};
  if (key.used) return {key.path, "used", read, key.converted};
  if (const Span place = doubt.place_of(key)) return {key.path, "not followed", place};
  if (key.overwritten) return {key.path, "overwritten", key.overwrite};
  return {key.path, "not read", {}};
}

}  // namespace

bool can_follow(const config::Config& config) {
  return !config.source->path().ends_with(".py") || config.dialect == "mmengine";
}

std::vector<config::Program> programs_of(const config::Experiment& experiment) {
  std::vector<config::Program> programs;
  for (size_t stage = 0; stage < stage_count(experiment); ++stage) {
    for (const config::Program& program : stage_at(experiment, stage).programs) {
      const auto same = [&](const config::Program& other) {
        return other.path == program.path && other.arguments == program.arguments && other.open == program.open;
      };
      if (std::none_of(programs.begin(), programs.end(), same)) programs.push_back(program);
    }
  }
  return programs;
}

Usage usage_of(const config::Config& config, const config::Experiment& experiment, Context& context) {
  Usage usage;
  Keys keys(config);
  excuse_own_names(config, context, keys);
  excuse_inputs(experiment, keys);
  std::vector<const Source*> sources = config.files;
  sources.push_back(config.source);
  for (const auto& text : config.overrides) sources.push_back(text.get());
  Notes notes(keys, std::move(sources));
  notes.config_has_attributes = config.source->path().ends_with(".py");
  std::vector<std::shared_ptr<const Program>> reached, stopped, trained;
  for (const config::Program& program : programs_of(experiment)) {
    const Source* script = context.files.read(program.path).source;
    if (!script) {
      usage.not_known = "`" + program.path + "` cannot be read";
      return usage;
    }
    const std::vector<std::filesystem::path> paths = model::search_paths(program, experiment, context.files);
    notes.fails_surely = false;
    const bool is_kept = run(program, *script, experiment, config, context, notes, usage);
    auto reach = context.programs.reach(*script, paths, context.files, context.parsed);
    reached.push_back(context.programs.with(std::move(reach), notes.loaded, paths, context.files, context.parsed));
    (is_kept ? stopped : trained).push_back(reached.back());
  }
  if (!notes.opened) {
    usage.not_known = "the file is not read where the training program can be followed";
    return usage;
  }
  const Doubt doubt(reached, keys, notes);
  for (size_t i = Keys::kRoot + 1; i < keys.all().size(); ++i) usage.keys.push_back(use_of(keys.at(i), doubt));
  const Stopped others(stopped, trained);
  usage.cut_short |= trained.empty() || !others.are_apart();
  if (!usage.cut_short) {  // what was not reached may read any key
    judge_unread(keys, doubt, notes, usage);
    judge_ineffective(keys, doubt, notes, usage);
    others.leave(usage);
  }
  judge_choices(keys, doubt, notes, usage);
  judge_failures(keys, doubt, notes, usage);
  judge_paths(reached, doubt, notes, usage);
  find_readers(reached, context, usage);
  return usage;
}

}  // namespace vramlint::usage
