// Builds that are kept for configs that a program cannot tell apart by what it has looked at of them.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "config/counterpart.h"
#include "model/build.h"

namespace vramlint::model {

/// Thread-safe. Of one project's files.
class KeptBuilds {
 public:
  /// What building it would yield.
  std::optional<BuildResult> find(const config::Config& config, const config::Experiment& experiment,
                                  const std::string& torch);
  /// `looks`: at the config, by mapping. It is not kept where the build failed, or says something of the config that
  /// cannot be said of another.
  void keep(const config::Config& config, const config::Experiment& experiment, const std::string& torch,
            const std::vector<config::Look>& looks, const BuildResult& result);

 private:
  struct Kept;
  std::vector<std::shared_ptr<const Kept>> all();
  void put_first(const std::shared_ptr<const Kept>& kept);

  std::mutex mutex_;
  std::deque<std::shared_ptr<const Kept>> kept_;  // the one used last comes first
};

}  // namespace vramlint::model
