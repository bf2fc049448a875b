// One element of a job array: takes its config, runs the probe on it, and leaves what came out.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>

#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/environment.h"
#include "integrations/cli/process.h"
#include "integrations/cli/sweep.h"
#include "integrations/cli/sweep_command.h"

namespace vramlint::cli {
namespace {

using Json = nlohmann::ordered_json;

/// The same for every life of the task: Slurm keeps both numbers when it puts a task into the queue again.
std::string owner_here() { return variable("SLURM_ARRAY_JOB_ID") + "_" + variable("SLURM_ARRAY_TASK_ID"); }

Sweep::Number number_here(const Sweep& sweep, const std::string& batch) {
  const std::string index = variable("SLURM_ARRAY_TASK_ID");
  for (const Sweep::Batch& one : sweep.batches()) {
    if (one.folder.filename() != batch) continue;
    for (size_t i = 0; i < one.tasks.size(); ++i)
      if (std::to_string(i + 1) == index) return one.tasks[i];
  }
  throw UsageError(fmt::format("probe task: batch {} of {} has no task '{}' (SLURM_ARRAY_TASK_ID)", batch,
                               sweep.folder().string(), index));
}

/// The probe prints a record a line, one for each phase.
Json records_in(const std::string& output) {
  Json records = Json::array();
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    Json record = Json::parse(line, nullptr, false);
    if (record.is_object()) records.push_back(std::move(record));
  }
  return records;
}

Finished probe(const Sweep& sweep, Sweep::Number number) {
  const SweepPlan& plan = sweep.plan();
  std::vector<std::string> arguments = {"probe", "step", (plan.root / plan.configs.at(number - 1)).string(), "--json"};
  for (const auto* more : {&plan.arguments, &plan.probe_arguments})
    arguments.insert(arguments.end(), more->begin(), more->end());
  return run_program(own_program(), arguments, "");
}

}  // namespace

int run_sweep_task(const std::string& work, const std::string& batch) {
  const Sweep sweep{Sweep::Path(work)};
  const std::string owner = owner_here();
  const Sweep::Number number = number_here(sweep, batch);
  const Sweep::Claim claim = sweep.claim(number, owner);
  if (claim == Sweep::Claim::over) say(fmt::format("task {} has a result already", number));
  if (claim == Sweep::Claim::elsewhere) say(fmt::format("task {} is run by another job", number));
  if (claim != Sweep::Claim::taken) return kClean;

  const auto begin = std::chrono::steady_clock::now();
  const Finished finished = probe(sweep, number);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  put(finished.output);
  put_error(finished.errors);
  if (finished.code >= kBug) {
    sweep.give_up(number, owner);
    say(fmt::format("task {}: the probe ended with {}", number, finished.code));
    return kFindings;
  }
  const Json result = {{"config", sweep.plan().configs.at(number - 1)},
                       {"code", finished.code},
                       {"records", records_in(finished.output)},
                       {"said", finished.errors},
                       {"task", owner},
                       {"node", variable("SLURMD_NODENAME")},
                       {"seconds", seconds}};
  sweep.finish(number, owner, result.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  return kClean;
}

}  // namespace vramlint::cli
