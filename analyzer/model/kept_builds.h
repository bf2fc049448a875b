// Builds that are kept for configs that a program cannot tell apart by what it has looked at of them.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "config/counterpart.h"
#include "model/build.h"

namespace vramlint::model {

/// What building took.
struct BuildCost {
  std::vector<config::Look> looks;    ///< at the config, by mapping
  std::vector<const Source*> opened;  ///< files that the program has read
  int64_t steps = 0;
  std::shared_ptr<const void> keep_alive;  ///< what holds the config's texts; null: they outlive this
};

/// Thread-safe. Of one project's files, or of those that trials lay over them.
class KeptBuilds {
 public:
  /// `most`: how many are kept, with so many events of all graphs together.
  KeptBuilds(size_t most, size_t most_events) : most_(most), most_events_(most_events) {}
  KeptBuilds(const KeptBuilds&) = delete;
  KeptBuilds& operator=(const KeptBuilds&) = delete;

  /// What building it would yield; it costs as many steps as it did.
  std::optional<BuildResult> find(const config::Config& config, const config::Experiment& experiment,
                                  BuildContext& context);
  /// It is not kept where the build failed, says something of the config that cannot be said of another, or read a file
  /// that the trial patches.
  void keep(const config::Config& config, const config::Experiment& experiment, const BuildContext& context,
            BuildCost cost, const BuildResult& result);

 private:
  struct Kept;
  std::vector<std::shared_ptr<const Kept>> all();
  void put_first(const std::shared_ptr<const Kept>& kept);

  const size_t most_, most_events_;
  std::mutex mutex_;
  std::deque<std::shared_ptr<const Kept>> kept_;  // the one used last comes first
};

}  // namespace vramlint::model
