#include "model/kept_builds.h"

#include "config/settings_digest.h"

#include <algorithm>
#include <unordered_set>

namespace vramlint::model {

namespace {

constexpr size_t kMostKept = 8;
constexpr size_t kMostEvents = 60'000;  // of all graphs together

/// Every place in what a build yields that may be one of the config's; `visit` may exchange it.
template <typename Visit>
void each_place(PhaseFacts& facts, const Visit& visit) {
  if (facts.batch) visit(facts.batch->span);
  for (KeyFact& key : facts.shape_keys) visit(key.span);
  for (KeyFact& key : facts.size_keys) visit(key.span);
  for (KeyFact& key : facts.file_keys) visit(key.span);
  if (facts.precision_key) visit(facts.precision_key->span);
  for (Span& span : facts.made) visit(span);
  for (auto& [tensor, span] : facts.made_in_step) visit(span);
  for (Span& span : facts.unsaid_checkpoints) visit(span);
  if (facts.distributed) visit(facts.distributed->span);
  for (CheckpointCall& call : facts.checkpoints) {
    visit(call.span);
    if (call.within) visit(*call.within);
  }
}
template <typename Visit>
void each_place(BuildResult& result, const Visit& visit) {
  for (Unknown& unknown : result.unknowns) visit(unknown.span);
  for (Assumption& assumption : result.assumptions) visit(assumption.span);
  if (!result.built) return;
  each_place(static_cast<PhaseFacts&>(*result.built), visit);
  for (PhaseFacts& facts : result.built->facts) each_place(facts, visit);
}

class Sources {
 public:
  explicit Sources(const config::Config& config) : files_(config.files.begin(), config.files.end()) {
    files_.insert(config.source);
  }
  bool hold(const Span& span) const { return span && files_.contains(span.source); }
  bool hold_any_of(const std::vector<graph::Event>& events) const {
    return std::any_of(events.begin(), events.end(), [this](const graph::Event& event) {
      const auto* node = std::get_if<graph::Node>(&event);
      return node && hold(node->span);
    });
  }
  bool hold_any_of(const graph::Graph& graph) const {
    const auto here = [this](const auto& item) { return hold(item.span); };
    const auto within = [this](const graph::Program& program) { return hold_any_of(program.events); };
    return hold_any_of(graph.events) || std::any_of(graph.optimizers.begin(), graph.optimizers.end(), here) ||
           std::any_of(graph.unknowns.begin(), graph.unknowns.end(), here) ||
           std::any_of(graph.assumptions.begin(), graph.assumptions.end(), here) ||
           std::any_of(graph.programs.begin(), graph.programs.end(), within);
  }

 private:
  std::unordered_set<const Source*> files_;
};

size_t events_of(const BuildResult& result) {
  size_t count = 0;
  for (const graph::Graph& graph : result.built->phases) {
    count += graph.events.size();
    for (const graph::Program& program : graph.programs) count += program.events.size();
  }
  return count;
}

/// Places in the config become their counterparts in the other one; whether all have one.
bool move_places(BuildResult& result, const config::Config& config, const config::Counterpart& counterpart) {
  const Sources files(config);
  bool fits = true;
  each_place(result, [&](Span& span) {
    if (!files.hold(span)) return;
    const std::optional<Span> there = counterpart.of(span);
    fits = fits && there;
    span = there.value_or(Span{});
  });
  return fits;
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
                      const std::vector<bool>& looks, const BuildResult& result) {
  if (!config.overrides.empty() || config::is_read_by_program(config) || !result.built || !result.failures.empty())
    return;
  const Sources files(config);
  for (const graph::Graph& graph : result.built->phases)
    if (files.hold_any_of(graph)) return;
  Kept kept{config, experiment, torch, config::looks_of(config.root, looks), {}, result, events_of(result)};
  kept.order = config::order_of_places(config, kept.looks);
  put_first(std::make_shared<const Kept>(std::move(kept)));
}

}  // namespace vramlint::model
