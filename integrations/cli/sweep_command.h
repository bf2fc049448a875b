// `vramlint probe --engine slurm`, and the task that each element of its job array runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "integrations/cli/project_options.h"

namespace vramlint::cli {

struct SweepOptions {
  ProjectOptions project;
  std::vector<std::string> paths;
  std::string engine, work, ledger, sarif;
  std::vector<std::string> sbatch;
  size_t at_once = 0;  ///< 0: as many as Slurm lets
  bool resume = false;
};

/// Returns when every task has ended, with what `vramlint probe` returns.
int run_sweep(const SweepOptions& options);

/// `batch`: its number in the work folder; which of its tasks, the array says.
int run_sweep_task(const std::string& work, const std::string& batch);

}  // namespace vramlint::cli
