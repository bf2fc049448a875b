// Slurm, through its own programs on PATH.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace vramlint::cli {

/// One element of a job array that is not over.
struct QueuedTask {
  size_t index = 0;   ///< in the array
  bool held = false;  ///< it will not begin before somebody releases it
};

class Slurm {
 public:
  /// An array that Slurm takes as it comes: its MaxArraySize is 1001.
  static constexpr size_t kLargestArray = 1000;

  Slurm();  ///< throws UsageError where sbatch or squeue is not there

  struct Submission {
    std::filesystem::path script, folder;  ///< the tasks run in the folder, and log below its `log`
    size_t count = 0;                      ///< elements, from 1 on
    std::optional<size_t> at_once;
    std::vector<std::string> options;  ///< of sbatch, as they stand
  };
  /// The job's number. Throws UsageError with what sbatch says.
  std::string submit(const Submission& submission) const;

  /// Empty: the controller does not answer, and nothing is known.
  std::optional<std::vector<QueuedTask>> queued(const std::string& job) const;

 private:
  std::string sbatch_, squeue_;
};

/// A word of a shell script that means the text and nothing else.
std::string quoted(const std::string& text);

}  // namespace vramlint::cli
