#include "rules/peak_story.h"

#include <algorithm>

namespace vramlint::rules {
namespace {

constexpr size_t kRelatedContributors = 3;
constexpr size_t kRelatedLevers = 6;

std::string_view plural(Category category) {
  switch (category) {
    case Category::parameter:
      return "parameters";
    case Category::gradient:
      return "gradients";
    case Category::optimizer:
      return "optimizer state";
    case Category::activation:
      return "activations";
    case Category::temporary:
      return "temporaries";
    case Category::workspace:
      return "library workspace";
    case Category::input:
      return "inputs";
    case Category::buffer:
      return "buffers";
    case Category::context:
      return "the CUDA context";
    case Category::unattributed:
      return "unattributed";
  }
  return "";
}

std::string share_of(const Contributor& contributor) {
  std::string text = to_string(contributor.bytes) + " are " + std::string(plural(contributor.category));
  if (!contributor.module.empty()) text += " of `" + contributor.module + "`";
  std::string how = contributor.op;
  if (contributor.modules > 1) how += (how.empty() ? "" : ", ") + std::to_string(contributor.modules) + " modules";
  return how.empty() ? text : text + " (" + how + ")";
}

}  // namespace

std::string describe(const Interval& size) {
  const bool same = to_string(size.low) == to_string(size.high);  // as far as three figures tell
  if (size.exact() || same) return to_string(size.point);
  return to_string(size.point) + " (" + to_string(size.low) + " to " + to_string(size.high) + ")";
}

std::string describe_device(const Analysis& analysis) {
  const DeviceBudget& device = *analysis.device;
  std::string text = device.name.empty() ? "the device" : device.name;
  if (analysis.device_facts != nullptr) text = std::string(analysis.device_facts->title);
  text += " has " + to_string(device.memory);
  if (device.budget < device.memory) text += ", of which " + to_string(device.budget) + " may be used";
  return text;
}

std::string describe_top(const Analysis& analysis, size_t count) {
  std::string text;
  for (size_t i = 0; i < std::min(count, analysis.outcome.top.size()); ++i) {
    text += (i == 0 ? "" : ", ") + share_of(analysis.outcome.top[i]);
  }
  return text;
}

Span place_of_peak(const Analysis& analysis) {
  if (analysis.built && analysis.built->batch) return analysis.built->batch->span;
  if (analysis.built && !analysis.built->shape_keys.empty()) return analysis.built->shape_keys.front().span;
  return {analysis.source, 0, 0};
}

Span place_of_peak(const Analysis& analysis, const std::vector<Lever>& levers) {
  return levers.empty() ? place_of_peak(analysis) : levers.front().span;
}

std::string describe_levers(const std::vector<Lever>& levers, size_t count) {
  std::string text;
  for (size_t i = 0; i < std::min(count, levers.size()); ++i) {
    const Lever& lever = levers[i];
    text += (i == 0 ? "`" : ", `") + lever.key + "` (" + lever.from + " → " + lever.to + " saves " +
            to_string(lever.saved) + ")";
  }
  return text;
}

std::vector<KeyShare> shares_of(const std::vector<Lever>& levers) {
  std::vector<KeyShare> shares;
  for (const Lever& lever : levers) shares.push_back({lever.key, lever.span, lever.from, lever.to, lever.saved});
  return shares;
}

namespace {

std::string sizes_said(const model::KeyFact& key) {
  return "`" + key.key + "` = " + std::to_string(key.value) + " sets a size of the input";
}

std::vector<Related> other_settings(const Analysis& analysis, const std::vector<Lever>& levers) {
  std::vector<Related> related;
  for (size_t i = 1; i < std::min(kRelatedLevers, levers.size()); ++i) {
    related.push_back({levers[i].span, "`" + levers[i].key + "`: " + levers[i].from + " → " + levers[i].to + " saves " +
                                           to_string(levers[i].saved)});
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
      related.push_back({contributor.span, "made here: " + share_of(contributor)});
    } else {
      same_place->message += ", " + share_of(contributor);
    }
  }
  return related;
}

}  // namespace vramlint::rules
