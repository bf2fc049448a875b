#include "config/launch/launcher.h"

namespace vramlint::config {
namespace {

/// Of one node. What is said and not known, or left to the GPUs that there are, is taken for two: one alone would be no
/// group.
int64_t processes_of(const Launcher& launcher, const ProgramCall& call) {
  constexpr int64_t kGroup = 2;
  const bool is_left_to_gpus = launcher.kind == Launcher::Kind::deepspeed && !launcher.is_counted;
  if (is_left_to_gpus) return visible_devices(call.environment).value_or(kGroup);
  if (!launcher.is_counted) return 1;
  return call.processes.value_or(visible_devices(call.environment).value_or(kGroup));
}

/// A parser that knows neither spelling of it passes over it.
bool reads_own_words(const ProgramCall& call) {
  const std::string_view text = call.program->text();
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  return has("hydra") || has("absl") || has("import fire") || has("import click");
}

}  // namespace

void prepare(const Launcher& launcher, ProgramCall& call) {
  if (launcher.kind == Launcher::Kind::none) return;
  const int64_t local = processes_of(launcher, call);
  const int64_t nodes = launcher.kind == Launcher::Kind::accelerate ? 1 : launcher.nodes;
  if (launcher.kind == Launcher::Kind::accelerate && local == 1) return;
  const auto set = [&](const char* name, std::string value) {
    call.environment[name] = {std::move(value), call.span, {}};
  };
  for (const char* rank : {"RANK", "LOCAL_RANK", "GROUP_RANK", "ROLE_RANK"}) set(rank, "0");
  if (!call.processes && local > 1)
    call.assumed = "how many processes the launcher starts is not known: " + std::to_string(local) + " are taken";
  set("WORLD_SIZE", std::to_string(local * nodes));
  set("LOCAL_WORLD_SIZE", std::to_string(local));
  set("MASTER_ADDR", "127.0.0.1");
  set("MASTER_PORT", "29500");
  const bool by_argument = launcher.kind == Launcher::Kind::deepspeed ||
                           (launcher.kind == Launcher::Kind::launch && !launcher.by_environment);
  if (by_argument && !reads_own_words(call)) call.arguments.push_back({"--local_rank=0", call.span, {}});
}

}  // namespace vramlint::config
