#include "rules/peak_story.h"

#include <algorithm>

namespace vramlint::rules {
namespace {

constexpr size_t kRelatedContributors = 3;

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

std::string describe(const Contributor& contributor) {
  std::string text = to_string(contributor.bytes) + " are " + std::string(plural(contributor.category));
  if (!contributor.module.empty()) text += " of `" + contributor.module + "`";
  if (!contributor.op.empty()) text += " (" + contributor.op + ")";
  return text;
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
    text += (i == 0 ? "" : ", ") + describe(analysis.outcome.top[i]);
  }
  return text;
}

Span place_of_peak(const Analysis& analysis) {
  if (analysis.built && analysis.built->batch) return analysis.built->batch->span;
  if (analysis.built && !analysis.built->shape_keys.empty()) return analysis.built->shape_keys.front().span;
  return {analysis.source, 0, 0};
}

std::vector<Related> related_places(const Analysis& analysis) {
  std::vector<Related> related;
  const Span place = place_of_peak(analysis);
  if (analysis.built) {
    for (const model::KeyFact& key : analysis.built->shape_keys) {
      if (key.span == place) continue;
      related.push_back({key.span, "`" + key.key + "` = " + std::to_string(key.value) + " sets a size of the input"});
    }
  }
  for (size_t i = 0; i < std::min(kRelatedContributors, analysis.outcome.top.size()); ++i) {
    const Contributor& contributor = analysis.outcome.top[i];
    if (!contributor.span) continue;
    const auto same_place = std::find_if(related.begin(), related.end(),
                                         [&](const Related& earlier) { return earlier.span == contributor.span; });
    if (same_place == related.end()) {
      related.push_back({contributor.span, "made here: " + describe(contributor)});
    } else {
      same_place->message += ", " + describe(contributor);
    }
  }
  return related;
}

}  // namespace vramlint::rules
