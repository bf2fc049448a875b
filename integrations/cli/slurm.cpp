#include "integrations/cli/slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "integrations/cli/commands.h"
#include "integrations/cli/process.h"

namespace vramlint::cli {
namespace {

std::string needed(const std::string& name) {
  const std::optional<std::string> program = find_program(name);
  if (!program) throw UsageError("--engine slurm: there is no " + name + " on PATH; run this where jobs are submitted");
  return *program;
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

Slurm::Slurm() : sbatch_(needed("sbatch")), squeue_(needed("squeue")) {}

std::string Slurm::submit(const Submission& submission) const {
  const std::string limit = submission.at_once ? fmt::format("%{}", *submission.at_once) : "";
  std::vector<std::string> arguments = {"--parsable",
                                        "--requeue",
                                        "--open-mode=append",
                                        "--job-name=vramlint-probe",
                                        "--chdir=" + submission.folder.string(),
                                        "--output=log/%A_%a.txt",
                                        fmt::format("--array=1-{}{}", submission.count, limit)};
  arguments.insert(arguments.end(), submission.options.begin(), submission.options.end());
  arguments.push_back(submission.script.string());
  const Finished finished = run_program(sbatch_, arguments, "");
  const std::string said = trimmed(finished.output);
  const std::string job = said.substr(0, said.find(';'));  // "12" or "12;cluster"
  if (finished.code != 0 || job.empty() || job.find_first_not_of("0123456789") != std::string::npos)
    throw UsageError(fmt::format("{}: {}; what was submitted before goes on, and --resume submits the rest", sbatch_,
                                 trimmed(finished.errors.empty() ? finished.output : finished.errors)));
  return job;
}

std::optional<std::vector<QueuedTask>> Slurm::queued(const std::string& job) const {
  const Finished finished = run_program(squeue_, {"--noheader", "--array", "--jobs=" + job, "--format=%K %r"}, "");
  std::vector<QueuedTask> tasks;
  if (finished.code != 0) {
    const bool is_forgotten = finished.errors.find("Invalid job id") != std::string::npos;
    return is_forgotten ? std::optional(tasks) : std::nullopt;
  }
  std::istringstream lines(finished.output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    QueuedTask task;
    if (!(words >> task.index)) continue;
    std::string reason;
    std::getline(words, reason);
    std::transform(reason.begin(), reason.end(), reason.begin(), [](unsigned char c) { return std::tolower(c); });
    task.held = reason.find("held") != std::string::npos;
    tasks.push_back(task);
  }
  return tasks;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) c == '\'' ? result += "'\\''" : result += c;
  return result + "'";
}

}  // namespace vramlint::cli
