#include "rules/peak_story.h"

#include <algorithm>

#include "rules/checkpoint_calls.h"
#include "rules/crowded.h"

namespace vramlint::rules {
namespace {

constexpr size_t kRelatedContributors = 3;
constexpr size_t kRelatedLevers = 6;

Words held_as(Category category, const Words& size) {
  switch (category) {
    case Category::parameter:
      return "{0} are parameters"_words(size);
    case Category::gradient:
      return "{0} are gradients"_words(size);
    case Category::optimizer:
      return "{0} are optimizer state"_words(size);
    case Category::activation:
      return "{0} are activations"_words(size);
    case Category::temporary:
      return "{0} are temporaries"_words(size);
    case Category::workspace:
      return "{0} are library workspace"_words(size);
    case Category::input:
      return "{0} are inputs"_words(size);
    case Category::buffer:
      return "{0} are buffers"_words(size);
    case Category::context:
      return "{0} are the CUDA context"_words(size);
    case Category::unattributed:
      return "{0} are unattributed"_words(size);
  }
  return size;
}

Words share_of(const Contributor& contributor) {
  Words share = held_as(contributor.category, contributor.bytes);
  if (!contributor.module.empty()) share = "{0} of `{1}`"_words(share, contributor.module);
  const Words modules = contributor.modules > 1 ? "{0} modules"_words(contributor.modules) : Words();
  const Words how = listed({contributor.op, modules});
  return how.empty() ? share : "{0} ({1})"_words(share, how);
}

/// Where the training step gets its sizes.
Span place_of_step(const Analysis& analysis) {
  if (analysis.built && analysis.built->batch) return analysis.built->batch->span;
  if (analysis.built && !analysis.built->shape_keys.empty()) return analysis.built->shape_keys.front().span;
  if (analysis.built && analysis.experiment) {
    const config::Experiment& stage = config::stage_at(*analysis.experiment, analysis.built->stage);
    if (stage.batch && stage.batch->span) return stage.batch->span;
  }
  return {analysis.source, 0, 0};
}

}  // namespace

Words describe(const Interval& size) {
  const bool same = to_string(size.low) == to_string(size.high);  // as far as three figures tell
  if (size.exact() || same) return size.point;
  return "{0} ({1} to {2})"_words(size.point, size.low, size.high);
}

Words describe_device(const Analysis& analysis) {
  const DeviceBudget& device = *analysis.device;
  Words name = device.name.empty() ? "the device"_words : Words(device.name);
  if (analysis.device_facts != nullptr) name = analysis.device_facts->title;
  if (device.budget < device.memory)
    return "{0} has {1}, of which {2} may be used"_words(name, device.memory, device.budget);
  return "{0} has {1}"_words(name, device.memory);
}

Words describe_top(const Analysis& analysis, size_t count) {
  std::vector<Words> shares;
  for (size_t i = 0; i < std::min(count, analysis.outcome.top.size()); ++i)
    shares.push_back(share_of(analysis.outcome.top[i]));
  return listed(shares);
}

Words with_top(Words sentence, const Analysis& analysis, size_t count) {
  const Words top = describe_top(analysis, count);
  return top.empty() ? sentence : "{0}; {1}"_words(std::move(sentence), top);
}

Span place_of_phase(const Analysis& analysis, size_t phase) {
  if (!analysis.built || phase >= analysis.built->facts.size()) return place_of_step(analysis);
  const model::PhaseFacts& facts = analysis.built->facts[phase];
  if (!facts.own_keys.empty() && peaks_behind_training(analysis, phase)) return facts.own_keys.front().span;
  return facts.batch ? facts.batch->span : place_of_step(analysis);
}

Span place_of_peak(const Analysis& analysis) { return place_of_phase(analysis, peak_phase(analysis)); }

Span place_of_peak(const Analysis& analysis, const std::vector<Lever>& levers) {
  return levers.empty() ? place_of_peak(analysis) : levers.front().span;
}

Words describe_levers(const std::vector<Lever>& levers, size_t count) {
  std::vector<Words> settings;
  for (size_t i = 0; i < std::min(count, levers.size()); ++i) {
    const Lever& lever = levers[i];
    settings.push_back(
        "`{0}` ({1} → {2} saves {3})"_words(lever.key, setting_before(lever.from), lever.to, lever.saved));
  }
  return listed(settings);
}

std::vector<KeyShare> shares_of(const std::vector<Lever>& levers) {
  std::vector<KeyShare> shares;
  for (const Lever& lever : levers) shares.push_back({lever.key, lever.span, lever.from, lever.to, lever.saved});
  return shares;
}

namespace {

Words sizes_said(const model::KeyFact& key) { return "`{0}` = {1} sets a size of the input"_words(key.key, key.value); }

std::vector<Related> other_settings(const Analysis& analysis, const std::vector<Lever>& levers) {
  std::vector<Related> related;
  for (size_t i = 1; i < std::min(kRelatedLevers, levers.size()); ++i) {
    related.push_back({levers[i].span, "`{0}`: {1} → {2} saves {3}"_words(levers[i].key, setting_before(levers[i].from),
                                                                          levers[i].to, levers[i].saved)});
  }
  if (!levers.empty() || !analysis.built) return related;
  const Span place = place_of_peak(analysis);
  for (const model::KeyFact& key : analysis.built->shape_keys) {
    if (key.span != place) related.push_back({key.span, sizes_said(key)});
  }
  return related;
}

}  // namespace

std::vector<Related> related_places(const Analysis& analysis, const std::vector<Lever>& levers) {
  std::vector<Related> related = other_settings(analysis, levers);
  for (size_t i = 0; i < std::min(kRelatedContributors, analysis.outcome.top.size()); ++i) {
    const Contributor& contributor = analysis.outcome.top[i];
    if (!contributor.span) continue;
    const auto same_place = std::find_if(related.begin(), related.end(),
                                         [&](const Related& earlier) { return earlier.span == contributor.span; });
    if (same_place == related.end()) {
      related.push_back({contributor.span, "made here: {0}"_words(share_of(contributor))});
    } else {
      same_place->message = listed({same_place->message, share_of(contributor)});
    }
  }
  return related;
}

}  // namespace vramlint::rules
