// A sweep of the probe over many configs: a folder that says of each what has become of it. Several processes work on
// it at the same time, on machines that may go at any moment, so every change is one rename.
//
//   sweep.json             what is run: root, the probe's arguments and the configs, by number from 1 on; never changed
//   tasks/0017.waiting     nobody has begun;  0017.running-OWNER: somebody has;  0017.done, 0017.failed: it has ended
//   results/0017.json      what came out. That it is there is what counts
//   batches/3.tasks        the numbers that one job was given, in its order;  3.sh: its script;  3.job: its number in
//   Slurm
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vramlint::cli {

struct SweepPlan {
  std::filesystem::path root;
  std::vector<std::string> configs;          ///< below the root; number 1 first
  std::vector<std::string> arguments;        ///< of the project, as every command takes them
  std::vector<std::string> probe_arguments;  ///< of `vramlint probe step` alone
};

class Sweep {
 public:
  using Path = std::filesystem::path;
  using Number = size_t;

  /// Makes the folder. Throws UsageError where it holds a sweep already.
  Sweep(Path folder, SweepPlan plan);
  /// Opens one. Throws UsageError where there is none.
  explicit Sweep(Path folder);

  const Path& folder() const { return folder_; }
  const SweepPlan& plan() const { return plan_; }

  enum class Claim : uint8_t { taken, over, elsewhere };
  /// An owner that has begun before may begin again: its machine went, and Slurm put it into its queue once more.
  Claim claim(Number number, const std::string& owner) const;
  /// Before the result is there nothing is lost, after it nothing is run twice.
  void finish(Number number, const std::string& owner, const std::string& result) const;
  void give_up(Number number, const std::string& owner) const;
  /// Whoever had them is gone, and they have no result.
  void release(const std::vector<Number>& numbers) const;

  /// Takes away what is no result though its file is there: a machine went before its disk had it.
  void discard_broken() const;

  std::optional<std::string> result(Number number) const;
  std::map<Number, std::string> owners() const;  ///< of those that are running
  bool has_failed(Number number) const;          ///< the probe did, not the machine
  std::vector<Number> missing() const;           ///< without a result

  struct Batch {
    Path folder;
    std::vector<Number> tasks;
    std::string job;  ///< empty: Slurm has not said
  };
  Batch add_batch(const std::vector<Number>& tasks) const;
  std::vector<Batch> batches() const;

 private:
  Path task(Number number, const std::string& state) const;
  Path result_path(Number number) const;

  Path folder_;
  SweepPlan plan_;
};

/// In one step. Throws UsageError where it cannot be written.
void put_file(const std::filesystem::path& path, const std::string& text);

}  // namespace vramlint::cli
