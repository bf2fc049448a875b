#include "integrations/cli/sweep_gather.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "integrations/cli/commands.h"
#include "integrations/cli/process.h"

namespace vramlint::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Attempt {
  std::string owner;  ///< "12_17", as the log is called
  std::string what;
};

struct Past {
  std::vector<Sweep::Batch> batches;
  std::map<Sweep::Number, std::string> owners;
};

/// The last job that was given the task.
Attempt last_attempt(const Sweep& sweep, const Past& past, Sweep::Number number) {
  Attempt attempt{"", "it was never submitted"};
  for (const Sweep::Batch& batch : past.batches) {
    for (size_t i = 0; i < batch.tasks.size(); ++i) {
      if (batch.tasks[i] != number || batch.job.empty()) continue;
      attempt.owner = fmt::format("{}_{}", batch.job, i + 1);
    }
  }
  if (attempt.owner.empty()) return attempt;
  const char* what = sweep.has_failed(number)       ? "the probe did not end of itself"
                     : past.owners.contains(number) ? "it ended before the probe did"
                                                    : "it left no result";
  const std::string log = fmt::format("log/{}.txt", attempt.owner);
  const bool has_log = std::filesystem::exists(sweep.folder() / log);
  attempt.what = fmt::format("job {}: {}; {}", attempt.owner, what, has_log ? log : "and there is no log");
  return attempt;
}

const char* outcome_of(int code) {
  if (code == kClean) return "as expected";
  return code == kFindings ? "differs" : "not measured";
}

void count(SweepCounts& counts, int code) {
  ++(code == kClean ? counts.as_expected : code == kFindings ? counts.differs : counts.not_measured);
}

}  // namespace

SweepCounts write_ledger(const Sweep& sweep, const std::string& file) {
  SweepCounts counts;
  std::string ledger;
  const Past past{sweep.batches(), sweep.owners()};
  for (Sweep::Number number = 1; number <= sweep.plan().configs.size(); ++number) {
    const std::optional<std::string> text = sweep.result(number);
    Json line = text ? Json::parse(*text, nullptr, false) : Json();
    if (line.is_object()) {
      const int code = line.value("code", int{kBug});
      line["outcome"] = outcome_of(code);
      count(counts, code);
    } else {
      const Attempt attempt = last_attempt(sweep, past, number);
      line = {{"config", sweep.plan().configs[number - 1]},
              {"outcome", "failed"},
              {"task", attempt.owner},
              {"said", attempt.what}};
      ++counts.failed;
      counts.failures += fmt::format("  {}: {}\n", sweep.plan().configs[number - 1], attempt.what);
    }
    ledger += line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  put_file(file, ledger);
  return counts;
}

std::string write_sweep_sarif(const Sweep& sweep, const std::string& file) {
  std::vector<std::string> arguments = {"check", "--fail-on", "never", "--format", "sarif=" + file};
  arguments.insert(arguments.end(), sweep.plan().arguments.begin(), sweep.plan().arguments.end());
  for (const std::string& config : sweep.plan().configs) arguments.push_back((sweep.plan().root / config).string());
  const Finished finished = run_program(own_program(), arguments, "");
  return finished.code == kClean ? "" : finished.errors;
}

}  // namespace vramlint::cli
