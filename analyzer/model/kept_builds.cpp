#include "model/kept_builds.h"

#include "config/settings_digest.h"
#include "model/kept_places.h"

namespace vramlint::model {

namespace {

constexpr size_t kMostKept = 8;
constexpr size_t kMostEvents = 60'000;  // of all graphs together

}  // namespace

struct KeptBuilds::Kept {
  config::Config config;
  config::Experiment experiment;
  std::string torch;
  config::Looks looks;
  std::vector<uint32_t> order;
  BuildResult result;
  size_t events = 0;

  /// For the other config, if it is one of that kind.
  std::optional<BuildResult> for_other(const config::Config& other, const config::Experiment& meant) const {
    config::Counterpart counterpart;
    if (!counterpart.fit(config, looks, other) || !counterpart.fit(experiment, meant)) return {};
    if (order != config::order_of_places(other, looks)) return {};
    BuildResult theirs = result;
    return move_places(theirs, config, counterpart) ? std::optional(std::move(theirs)) : std::nullopt;
  }
};

std::vector<std::shared_ptr<const KeptBuilds::Kept>> KeptBuilds::all() {
  const std::lock_guard lock(mutex_);
  return {kept_.begin(), kept_.end()};
}

void KeptBuilds::put_first(const std::shared_ptr<const Kept>& kept) {
  const std::lock_guard lock(mutex_);
  std::erase(kept_, kept);
  kept_.push_front(kept);
  size_t events = 0, last = 0;
  while (last < kept_.size() && last < kMostKept && (events += kept_[last]->events) <= kMostEvents) ++last;
  kept_.resize(std::max<size_t>(last, 1));
}

std::optional<BuildResult> KeptBuilds::find(const config::Config& config, const config::Experiment& experiment,
                                            const std::string& torch) {
  if (!config.overrides.empty() || config::is_read_by_program(config)) return {};
  for (const std::shared_ptr<const Kept>& kept : all()) {
    if (kept->torch != torch) continue;
    std::optional<BuildResult> found = kept->for_other(config, experiment);
    if (!found) continue;
    put_first(kept);
    return found;
  }
  return {};
}

void KeptBuilds::keep(const config::Config& config, const config::Experiment& experiment, const std::string& torch,
                      const std::vector<config::Look>& looks, const BuildResult& result) {
  if (!config.overrides.empty() || config::is_read_by_program(config) || !result.built || !result.failures.empty())
    return;
  const ConfigFiles files(config);
  for (const graph::Graph& graph : result.built->phases)
    if (files.hold_any_of(graph)) return;
  Kept kept{config, experiment, torch, config::looks_of(config.root, looks), {}, result, events_of(result)};
  kept.order = config::order_of_places(config, kept.looks);
  put_first(std::make_shared<const Kept>(std::move(kept)));
}

}  // namespace vramlint::model
