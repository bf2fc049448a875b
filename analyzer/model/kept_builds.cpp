#include "model/kept_builds.h"

#include <algorithm>
#include <functional>

#include "config/settings_digest.h"
#include "model/kept_places.h"
#include "model/workshop.h"

namespace vramlint::model {

namespace {

/// A trial has another text than the project in one of these.
bool are_patched(const std::vector<const Source*>& opened, const BuildContext& context) {
  return context.workshop->texts() && std::any_of(opened.begin(), opened.end(), [&](const Source* source) {
           return context.files.is_laid_over(source->path());
         });
}

std::vector<const Source*> each_once(std::vector<const Source*> sources) {
  std::sort(sources.begin(), sources.end(), std::less<>());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

}  // namespace

struct KeptBuilds::Kept {
  config::Config config;
  config::Experiment experiment;
  std::string torch;
  config::Looks looks;
  std::vector<uint32_t> order;
  BuildResult result;
  size_t events = 0;
  std::vector<const Source*> opened;
  int64_t steps = 0;
  std::shared_ptr<const void> keep_alive;

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
  while (last < kept_.size() && last < most_ && (events += kept_[last]->events) <= most_events_) ++last;
  kept_.resize(std::max<size_t>(last, 1));
}

std::optional<BuildResult> KeptBuilds::find(const config::Config& config, const config::Experiment& experiment,
                                            BuildContext& context) {
  if (!config.overrides.empty() || config::is_read_by_program(config)) return {};
  for (const std::shared_ptr<const Kept>& kept : all()) {
    if (kept->torch != context.torch) continue;
    std::optional<BuildResult> found = kept->for_other(config, experiment);
    if (!found || are_patched(kept->opened, context)) continue;
    put_first(kept);
    context.steps += kept->steps;
    return found;
  }
  return {};
}

void KeptBuilds::keep(const config::Config& config, const config::Experiment& experiment, const BuildContext& context,
                      BuildCost cost, const BuildResult& result) {
  if (!config.overrides.empty() || config::is_read_by_program(config) || !result.built || !result.failures.empty())
    return;
  const ConfigFiles files(config);
  for (const graph::Graph& graph : result.built->phases)
    if (files.hold_any_of(graph)) return;
  std::vector<const Source*> opened = each_once(std::move(cost.opened));
  if (are_patched(opened, context)) return;
  Kept kept{.config = config,
            .experiment = experiment,
            .torch = context.torch,
            .looks = config::looks_of(config.root, cost.looks),
            .order = {},
            .result = result,
            .events = events_of(result),
            .opened = std::move(opened),
            .steps = cost.steps,
            .keep_alive = std::move(cost.keep_alive)};
  kept.order = config::order_of_places(config, kept.looks);
  put_first(std::make_shared<const Kept>(std::move(kept)));
}

}  // namespace vramlint::model
